#include "workshop/sandbox.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <stdexcept>
#include <string_view>

#include "base/child_process.h"
#include "workshop/sandbox_tools.h"

namespace vitrine::workshop {

namespace {

using namespace std::chrono_literals;
namespace fs = std::filesystem;

constexpr auto kProbePatience = 10s;

bool is_executable(const fs::path& path) {
  std::error_code error;
  return fs::is_regular_file(path, error) && ::access(path.c_str(), X_OK) == 0;
}

std::string last_line(std::string_view text) {
  while (text.ends_with('\n')) text.remove_suffix(1);
  return std::string(text.substr(text.rfind('\n') + 1));
}

}  // namespace

fs::path find_bubblewrap() {
  const char* const path = std::getenv("PATH");
  const std::string folders = std::string(path != nullptr ? path : "") + ":/usr/local/bin:/usr/bin:/bin";
  for (std::size_t begin = 0; begin < folders.size();) {
    const std::size_t end = std::min(folders.find(':', begin), folders.size());
    const fs::path candidate = fs::path(folders.substr(begin, end - begin)) / "bwrap";
    if (candidate.is_absolute() && is_executable(candidate)) return candidate;
    begin = end + 1;
  }
  throw std::runtime_error(
      "bots run in a sandbox, and bubblewrap (bwrap), which makes it, is not installed. "
      "--no-sandbox runs them unconfined: only do that with bots you trust");
}

// It lies next to the program that uses it; of a build, one folder above its tests; installed, in libexec.
fs::path find_launcher() {
  const fs::path folder = fs::read_symlink("/proc/self/exe").parent_path();
  for (const char* const place : {"vitrine-sandbox", "../vitrine-sandbox", VITRINE_LAUNCHER_FROM_PROGRAM})
    if (const fs::path candidate = folder / place; is_executable(candidate))
      return candidate.lexically_normal();
  throw std::runtime_error("bots run in a sandbox, and its launcher (vitrine-sandbox) is not next to " +
                           folder.string() + "/, where it belongs");
}

std::vector<std::string> sandboxed(const std::vector<std::string>& argv, const SandboxLimits& limits) {
  static_cast<void>(find_bubblewrap());
  std::vector<std::string> command = {find_launcher().string(), "--memory",
                                      std::to_string(limits.memory_bytes), "--"};
  command.insert(command.end(), argv.begin(), argv.end());
  return command;
}

void require_sandbox() {
  const fs::path harmless = is_executable("/usr/bin/true") ? "/usr/bin/true" : "/bin/true";
  base::ChildProcess process({.argv = sandboxed({harmless.string()})});
  const auto status = process.wait(base::ChildProcess::Clock::now() + kProbePatience);
  if (status && status->code == 0 && status->signal == 0) return;
  throw std::runtime_error(status ? last_line(process.error_tail())
                                  : "the sandbox does not come up: a harmless program did not end in it");
}

}  // namespace vitrine::workshop
