// vitrine-sandbox: runs a program confined (see workshop/sandbox.h). A program of its own because bubblewrap
// takes the filter through a descriptor, and those who start engines pass on none.

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>
#include <string_view>
#include <vector>

#include "workshop/sandbox.h"

namespace {

using namespace vitrine;

constexpr int kUsageError = 2;

int usage() {
  std::fputs("usage: vitrine-sandbox --memory BYTES -- PROGRAM [ARGUMENT...]\n", stderr);
  return kUsageError;
}

// Without what else a program does at its end: after run_sandboxed no process of ours can be born any more,
// because the namespace for them has ended, and a leak checker wants one.
[[noreturn]] void leave(int status) {
  std::fflush(nullptr);
  std::_Exit(status);
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv, argv + argc);
  if (words.size() < 5 || words[1] != "--memory" || words[3] != "--") return usage();
  workshop::SandboxLimits limits;
  const std::string_view number = words[2];
  const auto [end, error] =
      std::from_chars(number.data(), number.data() + number.size(), limits.memory_bytes);
  if (error != std::errc() || end != number.data() + number.size()) return usage();
  try {
    leave(workshop::run_sandboxed({words.begin() + 4, words.end()}, limits));
  } catch (const std::exception& problem) {
    std::fprintf(stderr, "sandbox: %s\n", problem.what());
    leave(workshop::kCannotConfine);
  }
}
