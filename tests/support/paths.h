#pragma once

// Where this build keeps what tests need. Only paths.cpp is compiled with these paths, so that every other
// test compiles the same in every folder and a compiler cache serves a fresh clone too.

#include <string>

namespace vitrine::test {

[[nodiscard]] std::string data_path(const std::string& name);  // of tests/data/<name>
[[nodiscard]] std::string mock_engine();                       // the program tests/mocks/mock_engine.cpp
[[nodiscard]] std::string vitrine_binary();                    // the program itself; empty: not built

}  // namespace vitrine::test
