#pragma once

// What a bot is compiled with: a text file beside the program, or installed with it, that CMake wrote
// (cmake/VitrineBotKit.cmake). Its lines are a word and a value: compiler, flag, include, library.

#include <filesystem>
#include <string>
#include <vector>

namespace vitrine::workshop {

struct BuildKit {
  std::string compiler;  // that this program was built with
  std::vector<std::string> flags;
  std::vector<std::filesystem::path> includes;
  std::vector<std::filesystem::path> libraries;
};

// The kit of the program that runs. Throws std::runtime_error if there is none.
[[nodiscard]] std::filesystem::path find_build_kit();
// Throws std::runtime_error if the file can't be read, or makes no sense.
[[nodiscard]] BuildKit read_build_kit(const std::filesystem::path& file);

}  // namespace vitrine::workshop
