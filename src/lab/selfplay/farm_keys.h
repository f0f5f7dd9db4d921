#pragma once

// Under which names the master of a run of self-play and its workers find each other.

#include <cstdint>
#include <string>

namespace vitrine::lab {

[[nodiscard]] std::string result_function(const std::string& run);
[[nodiscard]] std::string block_key(const std::string& run, std::uint32_t first);

}  // namespace vitrine::lab
