// The launcher's own command line: what it does not understand it does not run.

#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <vector>

#include "base/child_process.h"
#include "workshop/sandbox.h"

namespace vitrine::workshop {

namespace {

using namespace std::chrono_literals;

struct End {
  std::optional<base::ExitStatus> status;
  std::string errors;
};

End launch(const std::vector<std::string>& words) {
  std::vector<std::string> argv = {sandboxed({"/bin/true"}).front()};
  argv.insert(argv.end(), words.begin(), words.end());
  base::ChildProcess process({.argv = argv});
  const auto status = process.wait(base::ChildProcess::Clock::now() + 20s);
  return {status, process.error_tail()};
}

}  // namespace

TEST(SandboxLauncher, RunsWhatItUnderstands) {
  const End end = launch({"--memory", "268435456", "--", "/bin/true"});
  ASSERT_TRUE(end.status);
  EXPECT_EQ(end.status->to_string(), "exit status 0") << end.errors;
}

TEST(SandboxLauncher, RefusesTheRest) {
  const std::vector<std::vector<std::string>> wrong = {
      {},
      {"/bin/true"},
      {"--memory", "268435456", "/bin/true"},
      {"--memory", "268435456", "--"},
      {"--memory", "much", "--", "/bin/true"},
      {"--memory", "1MB", "--", "/bin/true"},
      {"--memory", "-1", "--", "/bin/true"},
      {"--memory", "99999999999999999999999", "--", "/bin/true"},
      {"--secret", "268435456", "--", "/bin/true"}};
  for (const auto& words : wrong) {
    const End end = launch(words);
    ASSERT_TRUE(end.status);
    EXPECT_EQ(end.status->code, 2) << testing::PrintToString(words);
    EXPECT_TRUE(end.errors.starts_with("usage: vitrine-sandbox")) << end.errors;
  }
}

}  // namespace vitrine::workshop
