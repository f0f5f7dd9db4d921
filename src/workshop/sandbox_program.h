#pragma once

// What a program needs of the file system to start: itself and, if it is not linked statically, its
// libraries.

#include <filesystem>
#include <vector>

namespace vitrine::workshop {

struct ProgramFiles {
  std::filesystem::path program;                      // absolute
  std::vector<std::filesystem::path> libraries = {};  // absolute, the loader included; none: it is static
};

// Runs nothing of the program: the system's own loader is asked what it would load. Throws
// std::runtime_error: no such file, no program of this machine, a library that is missing.
[[nodiscard]] ProgramFiles find_program_files(const std::filesystem::path& program);

}  // namespace vitrine::workshop
