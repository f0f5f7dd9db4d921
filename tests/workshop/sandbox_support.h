#pragma once

// What the tests of the sandbox share: bots compiled from tests/workshop/hostile, and a look at who is left.

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "base/child_process.h"
#include "support/paths.h"
#include "workshop/sandbox.h"

namespace vitrine::workshop {

using namespace std::chrono_literals;

enum class Linking { fixed, dynamic };

class SandboxTest : public testing::Test {
 protected:
  SandboxTest() {
    std::string name = (std::filesystem::temp_directory_path() / "vitrine-sandbox-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no folder for the test");
    folder_ = name;
  }
  ~SandboxTest() override { std::filesystem::remove_all(folder_); }

  [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }

  // The program of tests/workshop/hostile/<name>.cpp. Always the plain compiler: a sanitizer would want more
  // memory than the sandbox gives.
  [[nodiscard]] std::filesystem::path compile(const std::string& name,
                                              Linking linking = Linking::fixed) const {
    const auto source = std::filesystem::path(test::data_path("")) / "../workshop/hostile" / (name + ".cpp");
    const auto program = folder_ / name;
    std::vector<std::string> argv = {"c++", "-std=c++20", "-O1", "-w", source.lexically_normal(),
                                     "-o",  program};
    if (linking == Linking::fixed) argv.emplace_back("-static");
    base::ChildProcess compiler({.argv = argv});
    const auto status = compiler.wait(base::ChildProcess::Clock::now() + 100s);
    if (!status || status->code != 0) ADD_FAILURE() << name << ": " << compiler.error_tail();
    return program;
  }

 private:
  std::filesystem::path folder_;
};

// The living processes that run this program, wherever they see it.
inline std::vector<pid_t> processes_of(const std::filesystem::path& program) {
  struct stat wanted = {};
  if (stat(program.c_str(), &wanted) != 0) throw std::runtime_error("no program " + program.string());
  std::vector<pid_t> found;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    struct stat info = {};
    if (stat((entry.path() / "exe").c_str(), &info) != 0) continue;
    if (info.st_dev == wanted.st_dev && info.st_ino == wanted.st_ino)
      found.push_back(std::stoi(entry.path().filename().string()));
  }
  return found;
}

// The living processes that were started with this text among their words: also those that don't run the
// program yet.
inline std::vector<pid_t> processes_with(const std::string& text) {
  std::vector<pid_t> found;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    std::ifstream file(entry.path() / "cmdline", std::ios::binary);
    std::string words;
    std::getline(file, words);  // it may be gone; getline does not throw then
    if (words.find(text) != std::string::npos) found.push_back(std::stoi(entry.path().filename().string()));
  }
  return found;
}

// The kernel takes a moment to end a namespace after its first process.
inline bool is_nobody_left(const std::filesystem::path& program) {
  const auto deadline = std::chrono::steady_clock::now() + 5s;
  while (!processes_of(program).empty() || !processes_with(program.string()).empty()) {
    if (std::chrono::steady_clock::now() > deadline) return false;
    std::this_thread::sleep_for(1ms);
  }
  return true;
}

}  // namespace vitrine::workshop
