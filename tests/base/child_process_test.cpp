#include "base/child_process.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include "base/line_reader.h"
#include "base/process_tree.h"

namespace vitrine::base {

namespace {

using namespace std::chrono_literals;
using Clock = ChildProcess::Clock;

ChildCommand shell(const std::string& script) { return {{"/bin/sh", "-c", script}}; }

std::string read_all(ChildProcess& child) {
  LineReader reader(child.output());
  std::string text;
  std::string line;
  while (reader.next(line, Clock::now() + 10s) == LineReader::Status::line) text += line + "\n";
  return text;
}

// Living processes whose environment has this mark; zombies that nobody reaps don't count.
std::vector<pid_t> marked(const std::string& mark) { return process_tree(-1, mark); }

std::string why_not(const ChildCommand& command) {
  try {
    const ChildProcess child(command);
  } catch (const std::system_error& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST(ChildProcess, TalksThroughPipes) {
  ChildProcess child({{"cat"}});
  ASSERT_EQ(child.write("hello\nworld\n", Clock::now() + 5s), ChildProcess::WriteStatus::done);
  child.close_input();
  EXPECT_EQ(read_all(child), "hello\nworld\n");
  const auto status = child.wait(Clock::now() + 5s);
  ASSERT_TRUE(status);
  EXPECT_EQ(status->to_string(), "exit status 0");
}

TEST(ChildProcess, NoShellSeesItsArguments) {
  ChildProcess child({{"echo", "$HOME", "a  b", "*", "`ls`"}});
  EXPECT_EQ(read_all(child), "$HOME a  b * `ls`\n");
}

TEST(ChildProcess, TellsHowItEnded) {
  struct Row {
    const char* script;
    const char* words;
  };
  for (const auto& [script, words] :
       {Row{"exit 3", "exit status 3"}, Row{"kill -SEGV $$", "killed by SIGSEGV"},
        Row{"kill -KILL $$", "killed by SIGKILL"}, Row{"kill -ABRT $$", "killed by SIGABRT"}}) {
    ChildProcess child(shell(script));
    const auto status = child.wait(Clock::now() + 5s);
    ASSERT_TRUE(status) << script;
    EXPECT_EQ(status->to_string(), words);
    child.kill();
    EXPECT_EQ(child.wait(Clock::now())->to_string(), words) << "still known when it is reaped";
  }
}

TEST(ChildProcess, SaysWhyAProgramCannotBeRun) {
  const auto folder = std::filesystem::temp_directory_path() / ("vitrine_child_" + std::to_string(getpid()));
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "plain") << "no program";
  std::ofstream(folder / "empty");
  std::filesystem::permissions(folder / "empty", std::filesystem::perms::owner_all);
  struct Row {
    ChildCommand command;
    const char* reason;
  };
  for (const auto& [command, reason] :
       {Row{{{"no-such-engine"}}, "not in PATH nor /usr/games"}, Row{{{"/no/such/engine"}}, "No such file"},
        Row{{{folder / "plain"}}, "Permission denied"}, Row{{{folder / "empty"}}, "Exec format error"},
        Row{{{folder}}, "Permission denied"}, Row{{{}}, "without a name"}, Row{{{""}}, "not in PATH"},
        Row{{{"true"}, "/no/such/folder"}, "No such file"}}) {
    EXPECT_NE(why_not(command).find(reason), std::string::npos) << reason << ": " << why_not(command);
  }
  std::filesystem::remove_all(folder);
}

TEST(ChildProcess, RunsWhereAndWithWhatItIsTold) {
  ChildProcess there({{"/bin/pwd"}, "/"});
  EXPECT_EQ(read_all(there), "/\n");
  ChildProcess here({{"/usr/bin/env"}, {}, std::vector<std::string>{"COLOR=white"}});
  const std::string environment = read_all(here);
  EXPECT_NE(environment.find("COLOR=white\n"), std::string::npos);
  EXPECT_EQ(environment.find("PATH="), std::string::npos);
}

TEST(ChildProcess, GetsNoOtherDescriptorsAndNoBlockedSignals) {
  const FileDescriptor leaky(dup(STDOUT_FILENO));  // without CLOEXEC
  sigset_t term;
  sigset_t previous;
  sigemptyset(&term);
  sigaddset(&term, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &term, &previous);
  ChildProcess child(shell("ls /proc/$$/fd; grep SigBlk /proc/self/status; kill -TERM $$"));
  const std::string text = read_all(child);
  EXPECT_EQ(text, "0\n1\n2\nSigBlk:\t0000000000000000\n");
  EXPECT_EQ(child.wait(Clock::now() + 5s)->to_string(), "killed by SIGTERM");
  pthread_sigmask(SIG_SETMASK, &previous, nullptr);
}

TEST(ChildProcess, WhoNeverReadsBlocksNobody) {
  ChildProcess child({{"sleep", "60"}});
  const auto start = Clock::now();
  EXPECT_EQ(child.write(std::string(1 << 20, 'x'), start + 100ms), ChildProcess::WriteStatus::timeout);
  EXPECT_LT(Clock::now() - start, 5s);
}

TEST(ChildProcess, WritingToTheDeadIsNoSignal) {
  ChildProcess child({{"true"}});
  ASSERT_TRUE(child.wait(Clock::now() + 5s));
  for (int i = 0; i < 3; ++i)
    EXPECT_EQ(child.write("hello\n", Clock::now() + 1s), ChildProcess::WriteStatus::closed);
}

TEST(ChildProcess, KeepsTheEndOfItsErrorsAndNeverBlocksIt) {
  ChildProcess child(
      shell("i=0; while [ $i -lt 20000 ]; do echo \"error line $i\" >&2; i=$((i+1)); done; echo done"));
  EXPECT_EQ(read_all(child), "done\n");
  ASSERT_TRUE(child.wait(Clock::now() + 10s));
  std::string tail;
  for (int i = 0; i < 100 && !tail.ends_with("19999\n"); ++i) tail = child.error_tail();
  EXPECT_TRUE(tail.ends_with("error line 19999\n"))
      << tail.substr(tail.size() - std::min<std::size_t>(tail.size(), 50));
  EXPECT_EQ(tail.size(), ChildProcess::kErrorTail);
}

TEST(ChildProcess, WaitIsPatientOnlySoLong) {
  ChildProcess child({{"sleep", "60"}});
  const auto start = Clock::now();
  EXPECT_FALSE(child.wait(start + 50ms));
  EXPECT_LT(Clock::now() - start, 2s);
}

TEST(ChildProcess, NothingOfItsTreeSurvives) {
  for (int run = 0; run < 20; ++run) {
    const std::string mark = "VITRINE_TEST_TREE=" + std::to_string(getpid()) + "." + std::to_string(run);
    {
      // A child, a daemon in a session of its own whose parent is gone, and one that can't be asked to end.
      ChildCommand command = shell(
          "sleep 60 & (setsid sleep 61 &); (trap '' TERM INT HUP; setsid sh -c 'sleep 62; true' &); echo "
          "ready; kill -STOP $$");
      command.environment = std::vector<std::string>{mark, "PATH=/usr/bin:/bin"};
      ChildProcess child(command);
      LineReader reader(child.output());
      std::string line;
      ASSERT_EQ(reader.next(line, Clock::now() + 10s), LineReader::Status::line);
      EXPECT_GE(marked(mark).size(), 2u);
    }
    EXPECT_TRUE(marked(mark).empty()) << run;
  }
}

TEST(ChildProcess, SurvivorsOfAChildThatEndedAreKilledToo) {
  const std::string mark = "VITRINE_TEST_SURVIVORS=" + std::to_string(getpid());
  {
    ChildCommand command = shell("setsid sleep 60 >/dev/null 2>&1 & sleep 61 >/dev/null 2>&1 & exit 0");
    command.environment = std::vector<std::string>{mark, "PATH=/usr/bin:/bin"};
    ChildProcess child(command);
    ASSERT_TRUE(child.wait(Clock::now() + 5s));
    EXPECT_FALSE(marked(mark).empty());
  }
  EXPECT_TRUE(marked(mark).empty());
}

TEST(ChildProcess, IsNoZombieAfterwards) {
  pid_t pid = 0;
  {
    ChildProcess child({{"sleep", "60"}});
    pid = child.pid();
  }
  EXPECT_FALSE(std::filesystem::exists("/proc/" + std::to_string(pid)));
}

TEST(ChildProcess, OutlivesTheThreadThatMadeIt) {
  std::unique_ptr<ChildProcess> child;
  std::thread([&] { child = std::make_unique<ChildProcess>(ChildCommand{{"cat"}}); }).join();
  EXPECT_FALSE(child->wait(Clock::now() + 100ms));
  EXPECT_EQ(child->write("still here\n", Clock::now() + 1s), ChildProcess::WriteStatus::done);
  child->close_input();
  EXPECT_EQ(read_all(*child), "still here\n");
}

TEST(ChildProcess, DiesWithUs) {
  // A process that starts one and is killed before it can tidy up.
  std::array<int, 2> ends = {};
  ASSERT_EQ(pipe(ends.data()), 0);
  const pid_t runner = fork();
  if (runner == 0) {
    const ChildProcess child({{"sleep", "60"}});
    const pid_t pid = child.pid();
    [[maybe_unused]] const auto written = write(ends[1], &pid, sizeof pid);
    raise(SIGKILL);
  }
  pid_t pid = 0;
  ASSERT_EQ(read(ends[0], &pid, sizeof pid), static_cast<ssize_t>(sizeof pid));
  waitpid(runner, nullptr, 0);
  const auto is_alive = [&] {
    std::ifstream stat("/proc/" + std::to_string(pid) + "/stat");
    std::string number, name, state;
    return static_cast<bool>(stat >> number >> name >> state) && state != "Z";
  };
  for (int i = 0; i < 200 && is_alive(); ++i) std::this_thread::sleep_for(10ms);
  EXPECT_FALSE(is_alive());
  close(ends[0]);
  close(ends[1]);
}

}  // namespace vitrine::base
