#pragma once

// The programs that the sandbox is made by.

#include <filesystem>

namespace vitrine::workshop {

// Both throw std::runtime_error if it is not there.
[[nodiscard]] std::filesystem::path find_bubblewrap();
[[nodiscard]] std::filesystem::path find_launcher();

}  // namespace vitrine::workshop
