// Bots that mean harm, in real games: each loses, for the right reason, and nothing of it survives.

#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <string>

#include "arena/game_runner.h"
#include "arena/tablebase.h"
#include "cli/engine_factory.h"
#include "protocols/engine_client.h"
#include "workshop/sandbox_support.h"

namespace vitrine::workshop {

namespace {

using arena::GameEnd;

arena::GameRecord play_against_random(const std::filesystem::path& bot, engines::Milliseconds clock) {
  const arena::EngineFactory factory = cli::make_engine_factory(10s);
  const arena::TimeControl time = {.clock = arena::TimeControl::Clock{.base = clock}};
  arena::Seat hostile({.name = "hostile",
                       .command = sandboxed({bot.string()}),
                       .time = time,
                       .start_patience = 5s,
                       .ping_patience = 2s},
                      factory);
  arena::Seat random({.name = "random", .exhibit = "random", .time = time}, factory);
  return arena::play_game({&hostile, &random}, {}, {}, {}, {}, {});
}

long resident_pages() {
  long size = 0;
  long resident = 0;
  std::ifstream("/proc/self/statm") >> size >> resident;
  return resident;
}

#if defined(__SANITIZE_ADDRESS__)
constexpr long kMostGrowth = 200L << 20;  // with the little that is kept, see below
#else
constexpr long kMostGrowth = 32L << 20;
#endif

struct Crime {
  const char* bot;
  GameEnd end;
  std::vector<const char*> reasons;  // parts of the text that is reported
};

void PrintTo(const Crime& crime, std::ostream* out) { *out << crime.bot; }

constexpr const char* kForbidden = "asking the system for what bots may not have";

const std::vector<Crime> kCrimes = {
    {"fork_bomb", GameEnd::crash, {"SIGSYS", kForbidden}},
    {"thread_bomb", GameEnd::crash, {"SIGSYS", kForbidden}},
    {"allocation_bomb", GameEnd::crash, {"SIGABRT", "std::bad_alloc"}},
    {"map_bomb", GameEnd::crash, {"SIGSEGV"}},
    {"stack_bomb", GameEnd::crash, {"SIGSEGV", "stack"}},
    {"file_write", GameEnd::crash, {"SIGSYS", kForbidden}},
    {"file_read", GameEnd::crash, {"SIGSYS", kForbidden}},
    {"socket", GameEnd::crash, {"SIGSYS", kForbidden}},
    {"local_socket", GameEnd::crash, {"SIGSYS", kForbidden}},
    {"ptrace", GameEnd::crash, {"SIGSYS", kForbidden}},
    {"kill_parent", GameEnd::crash, {"SIGSYS", kForbidden}},
    {"kill_everybody", GameEnd::crash, {"SIGSYS", kForbidden}},
    {"raise_limits", GameEnd::crash, {"SIGSYS", kForbidden}},
    {"new_namespace", GameEnd::crash, {"SIGSYS", kForbidden}},
    {"io_uring", GameEnd::crash, {"SIGSYS", kForbidden}},
    {"memory_file", GameEnd::crash, {"SIGSYS", kForbidden}},
#if defined(__x86_64__)
    {"old_numbers", GameEnd::crash, {"SIGSYS", kForbidden}},
#endif
    {"spin", GameEnd::time_forfeit, {"does not give a move"}},
    {"stop_itself", GameEnd::time_forfeit, {"does not give a move"}},
    {"flood_stdout", GameEnd::time_forfeit, {"does not give a move"}},
    {"flood_without_newline", GameEnd::time_forfeit, {"does not give a move"}},
    {"flood_stderr", GameEnd::time_forfeit, {"does not give a move", "and another thing"}},
    {"half_line", GameEnd::time_forfeit, {"does not give a move"}},
    {"close_output", GameEnd::time_forfeit, {"does not give a move"}},
    {"ignore_quit", GameEnd::stall, {"does not say readyok", "said: bestmove e2e4"}},
    {"deaf", GameEnd::stall, {"does not say readyok", "said: bestmove e2e4"}},
    // They are left out where we read. So the first move counts, and the same again can't be played.
    {"nuls", GameEnd::illegal_move, {"'e2e4': there is no man on e2", "said: info string ab"}},
    {"leave", GameEnd::crash, {"exit status 0"}},
    {"crash_in_constructor", GameEnd::cannot_start, {"SIGSEGV"}},
    {"open_in_constructor", GameEnd::cannot_start, {"SIGSYS", kForbidden}},
    {"fork_in_constructor", GameEnd::cannot_start, {"SIGSYS", kForbidden}},
    {"spin_in_constructor", GameEnd::cannot_start, {"does not say uciok"}},
};

class Hostile : public SandboxTest, public testing::WithParamInterface<Crime> {};

}  // namespace

#if defined(__SANITIZE_ADDRESS__)
// The address sanitizer keeps freed memory for a while, so much of it that it would look like a leak.
extern "C" const char* __asan_default_options() { return "quarantine_size_mb=16"; }
#endif

TEST_P(Hostile, LosesForTheRightReasonAndLeavesNothing) {
  const auto& [bot, end, reasons] = GetParam();
  const auto program = compile(bot);
  const long before = resident_pages();
  const arena::GameRecord record = play_against_random(program, 300ms);
  EXPECT_EQ(record.end, end) << to_string(record.end) << ": " << record.detail;
  EXPECT_EQ(record.winner, chess::Color::black);
  for (const char* const reason : reasons)
    EXPECT_NE(record.detail.find(reason), std::string::npos) << reason << " is not in: " << record.detail;
  EXPECT_TRUE(is_nobody_left(program));
  EXPECT_FALSE(std::filesystem::exists("/tmp/vitrine-was-here"));
  // Whatever it wrote, we kept no more of it than a few buffers.
  EXPECT_LT((resident_pages() - before) * sysconf(_SC_PAGESIZE), kMostGrowth);
}

INSTANTIATE_TEST_SUITE_P(Bots, Hostile, testing::ValuesIn(kCrimes),
                         [](const auto& crime) { return std::string(crime.param.bot); });

namespace {

// Everything it said while it thought about its first move.
std::string words_of(const std::filesystem::path& program) {
  std::string words;
  protocols::EngineCommand command{.name = "hostile", .argv = sandboxed({program.string()})};
  command.on_line = [&words](protocols::EngineCommand::Direction direction, std::string_view line) {
    if (direction == protocols::EngineCommand::Direction::from_engine) words += std::string(line) + '\n';
  };
  const auto engine = protocols::start_uci_engine(std::move(command));
  const engines::Choice choice = engine->choose(chess::Game(), {.move_time = 2s}, {}, {});
  EXPECT_TRUE(choice.move.has_value());
  return words;
}

}  // namespace

// What can't be forbidden finds nothing there.
TEST_F(SandboxTest, BotsThatAreNotKilledGetNothing) {
  struct Row {
    const char* bot;
    Linking linking;
  };
  for (const auto& [bot, linking] :
       {Row{"execute", Linking::fixed}, Row{"descriptors", Linking::fixed},
        Row{"descriptors", Linking::dynamic}, Row{"file_read", Linking::dynamic}}) {
    const auto program = compile(bot, linking);
    const std::string words = words_of(program);
    EXPECT_NE(words.find(" failed"), std::string::npos) << bot << ": " << words;
    EXPECT_EQ(words.find(" succeeded"), std::string::npos) << bot << ": " << words;
    EXPECT_TRUE(is_nobody_left(program)) << bot;
  }
}

// It may send itself a signal, but its parent, the first process of its namespace, is out of reach: it goes
// on.
TEST_F(SandboxTest, SignalsReachNobody) {
  const auto program = compile("signal_parent");
  EXPECT_NE(words_of(program).find("suicide"), std::string::npos);
  EXPECT_TRUE(is_nobody_left(program));
}

// Who does not go when told to is not asked twice, nor waited for.
TEST_F(SandboxTest, QuitIsNoQuestion) {
  const auto program = compile("ignore_quit");
  const auto begin = base::ChildProcess::Clock::now();
  EXPECT_NE(words_of(program).find("bestmove e2e4"), std::string::npos);
  EXPECT_TRUE(is_nobody_left(program));
  EXPECT_LT(base::ChildProcess::Clock::now() - begin, 20s);
}

// A player who is gone takes its bot along, even one that stands still.
TEST_F(SandboxTest, NothingOutlivesItsOwner) {
  for (const char* const bot : {"spin_in_constructor", "stop_itself"}) {
    const auto program = compile(bot);
    {
      base::ChildProcess process({.argv = sandboxed({program.string()})});
      ASSERT_EQ(process.write("go\n", base::ChildProcess::Clock::now() + 1s),
                base::ChildProcess::WriteStatus::done);
      while (processes_of(program).empty()) std::this_thread::sleep_for(1ms);
    }
    EXPECT_TRUE(is_nobody_left(program)) << bot;
  }
}

// Who speaks to a bot that does not read is not held up by it.
TEST_F(SandboxTest, WritingToTheDeafEnds) {
  const auto program = compile("deaf");
  {
    base::ChildProcess process({.argv = sandboxed({program.string()})});
    const auto deadline = base::ChildProcess::Clock::now() + 300ms;
    EXPECT_EQ(process.write(std::string(std::size_t{4} << 20, 'x'), deadline),
              base::ChildProcess::WriteStatus::timeout);
    EXPECT_LT(base::ChildProcess::Clock::now(), deadline + 2s);
  }
  EXPECT_TRUE(is_nobody_left(program));
}

// Whenever the launcher is killed. bubblewrap alone leaves a process behind if that happens while it sets up.
TEST_F(SandboxTest, NothingOutlivesALauncherThatIsKilledEarly) {
  const auto program = compile("spin_in_constructor");
  for (int moment = 0; moment < 80; ++moment) {
    base::ChildProcess process({.argv = sandboxed({program.string()})});
    std::this_thread::sleep_for(moment * 300us);  // the moment is what is tried out
    ASSERT_EQ(kill(process.pid(), SIGKILL), 0);
    ASSERT_TRUE(process.wait(base::ChildProcess::Clock::now() + 5s));
    ASSERT_TRUE(is_nobody_left(program)) << "killed after " << moment * 300 << " microseconds";
  }
}

}  // namespace vitrine::workshop
