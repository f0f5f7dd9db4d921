// Programs of others, good and bad: small shell scripts.

#include "pawnrace/contestant.h"

#include <sched.h>

#include <algorithm>

#include "pawnrace/match.h"
#include "support.h"

namespace vitrine::pawnrace {
namespace {

using namespace std::chrono_literals;

ProgramContestant script(const std::string& text, std::vector<int> cores = {}) {
  return ProgramContestant(
      {.name = {}, .command = {"sh", "-c", text}, .cores = std::move(cores), .start_time = 2s});
}

// Why the program forfeits when it is asked for its first move with gaps af.
std::string reason_of_first(ProgramContestant& program, std::chrono::milliseconds longest = 2s) {
  try {
    return "none: " + to_line(program.ask(request::HaveWhite{gaps("af")}, longest));
  } catch (const Forfeit& forfeit) {
    return forfeit.what();
  }
}
std::string reason_of(ProgramContestant&& program, std::chrono::milliseconds longest = 2s) {
  return reason_of_first(program, longest);
}

constexpr const char* kReady = "read hello; echo ready Script; ";

TEST(PawnRaceContestant, ForfeitsWithTheReason) {
  const std::string ready = kReady;
  EXPECT_EQ(reason_of(script(ready + "read game; echo move e4; read rest")), "none: move e4");
  EXPECT_EQ(reason_of(script(ready +
                             "echo '# thinking'; read game; echo '# found'; echo; echo move e4; read rest")),
            "none: move e4");
  EXPECT_EQ(reason_of(script("exit 3")), "ended while the runner waited for its 'ready' (exit status 3)");
  EXPECT_EQ(reason_of(script("read hello; echo hi")).substr(0, 32), "said 'hi' instead of its 'ready'");
  EXPECT_EQ(reason_of(script("read hello; echo move e4; read rest")),
            "said 'move e4' instead of 'ready NAME'");
  EXPECT_EQ(reason_of(script(ready + "kill -9 $$")),
            "ended while the runner waited for an answer to 'white af' (killed by SIGKILL)");
  EXPECT_EQ(reason_of(script(ready + "read game; read nothing"), 100ms),
            "took too long for an answer to 'white af'");
  EXPECT_EQ(reason_of(script(ready + "while :; do echo '# spam'; done"), 100ms),
            "took too long for an answer to 'white af'");
  EXPECT_EQ(reason_of(script(ready + "read game; echo e2-e4; read rest")),
            "said 'e2-e4' instead of an answer to 'white af'");
  EXPECT_EQ(reason_of(script(ready + "read game; head -c 100000 /dev/zero | tr '\\0' x; echo; read rest"))
                .substr(0, 10),
            "said 'xxxx");
  EXPECT_NE(reason_of(ProgramContestant({.name = {}, .command = {"/no/such/program"}, .cores = {}}))
                .find("/no/such/program"),
            std::string::npos);
}

TEST(PawnRaceContestant, IsStartedAgainAfterItBroke) {
  ProgramContestant program = script(std::string(kReady) + "read game; exit 1");
  EXPECT_EQ(program.name(), "sh");
  for (int game = 0; game < 2; ++game) {
    EXPECT_THROW(static_cast<void>(program.ask(request::HaveWhite{gaps("af")}, 2s)), Forfeit);
    EXPECT_EQ(program.name(), "Script");
    program.tell(request::Over{Outcome::loss, "forfeit"});
  }
}

// What a program calls itself ends up on a terminal.
TEST(PawnRaceContestant, HasANameThatCanBePrinted) {
  ProgramContestant program =
      script("read hello; printf 'ready \\033[2Jme \\303\\244\\n'; read game; echo move e4; read rest");
  EXPECT_EQ(reason_of_first(program), "none: move e4");
  EXPECT_EQ(program.name(), "?[2Jme ??");
}

// More threads than the rules allow would not help: the program has no more cores.
TEST(PawnRaceContestant, RunsOnAsManyCoresAsTheRulesAllowThreads) {
  const std::vector<int> cores = cores_for(0);
  ASSERT_FALSE(cores.empty());
  ProgramContestant program = script("read hello; echo ready $(nproc); read rest", cores);
  EXPECT_THROW(static_cast<void>(program.ask(request::Moved{"e4"}, 100ms)), Forfeit);
  EXPECT_EQ(program.name(), std::to_string(cores.size()));
  cpu_set_t now;
  CPU_ZERO(&now);
  ASSERT_EQ(sched_getaffinity(0, sizeof now, &now), 0);
  const int all = CPU_COUNT(&now);
  EXPECT_EQ(static_cast<int>(cores.size()), allowed_threads(all));
  if (all >= 2) {
    EXPECT_NE(cores_for(0), cores_for(1));
  }
}

TEST(PawnRacePlayerRules, AllowHalfTheCoresLessOne) {
  const int rows[][2] = {{1, 1}, {2, 1}, {3, 1}, {4, 1}, {6, 2}, {8, 3}, {16, 7}};
  for (const auto& [cores, threads] : rows) EXPECT_EQ(allowed_threads(cores), threads) << cores;
}

// Against a program that plays nonsense, in a game: the runner names the culprit and the reason.
TEST(PawnRaceGame, IsForfeitedByWhoBreaksTheRules) {
  const auto random = [] { return PlayerContestant("random", make_player("random", 1)); };
  const auto result_of = [&](const std::string& text, bool is_white) {
    PlayerContestant good = random();
    ProgramContestant bad = script(std::string(kReady) + text);
    std::array<std::vector<Gaps>, 2> chosen;
    const GameReport game = play_game({&good, &bad}, is_white ? 1 : 0, chosen, 2s);
    EXPECT_TRUE(game.is_forfeit) << text;
    EXPECT_EQ(game.winner, 0) << text;
    return game.reason;
  };
  EXPECT_EQ(result_of("read game; echo move a5; read rest", true),
            "White forfeits: invalid move 'a5': no pawn of White can step to a5");
  EXPECT_EQ(result_of("read game; echo gaps af; read rest", true),
            "White forfeits: said 'gaps af' instead of a move");
  EXPECT_EQ(result_of("read game; echo move e4; read rest", false),
            "Black forfeits: said 'move e4' instead of its gaps");
  const std::string refusal =
      result_of("read game; echo gaps af; read move; echo invalid 'I doubt it'; read rest", false);
  EXPECT_EQ(refusal.substr(0, 39), "Black forfeits: refuses the valid move ");
  EXPECT_NE(refusal.find("('I doubt it')"), std::string::npos);
  EXPECT_EQ(result_of("read game; echo gaps af; read move; exit", false).substr(0, 59),
            "Black forfeits: ended while the runner waited for an answer");
}

// Silence counts as thinking: it decides rounds that are level.
TEST(PawnRaceGame, CountsTheTimeOfAForfeitToo) {
  PlayerContestant good("random", make_player("random", 1));
  ProgramContestant silent = script(std::string(kReady) + "read game; read nothing");
  std::array<std::vector<Gaps>, 2> chosen;
  const GameReport game = play_game({&good, &silent}, 1, chosen, 200ms);
  EXPECT_TRUE(game.is_forfeit);
  EXPECT_GE(game.thinking[1], 200ms);
}

}  // namespace
}  // namespace vitrine::pawnrace
