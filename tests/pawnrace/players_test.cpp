#include "pawnrace/player.h"

#include "base/rng.h"
#include "pawnrace/ancestor.h"
#include "pawnrace/minimax.h"
#include "pawnrace/perfect_player.h"
#include "pawnrace/random_positions.h"
#include "pawnrace/setups.h"
#include "pawnrace/solution.h"
#include "support.h"

namespace vitrine::pawnrace {
namespace {

std::string choice(Player& player, const char* text) {
  const Position pos = position(text);
  return to_text(pos, player.choose(pos));
}

TEST(PawnRacePlayers, AllPlayByTheRules) {
  base::Rng rng(3);
  for (const PlayerInfo& info : players()) {
    if (info.name == "ancestor") continue;  // it takes its time
    const auto player = make_player(info.name, 5);
    ASSERT_TRUE(player) << info.name;
    std::vector<Gaps> chosen;
    for (int i = 0; i < 6; ++i) {
      const Gaps setup = player->choose_gaps(chosen);
      EXPECT_TRUE(is_allowed(setup, chosen)) << info.name;
      chosen.push_back(setup);
    }
    for (int i = 0; i < 20; ++i) {
      const Position pos = random_position(rng, 16);
      if (pos.end()) continue;
      EXPECT_TRUE(pos.is_legal(player->choose(pos))) << info.name << ": " << pos;
    }
  }
  EXPECT_EQ(make_player("nobody", 1), nullptr);
}

TEST(PawnRacePlayers, GreedyTakesAndRuns) {
  const auto greedy = make_player("greedy", 1);
  EXPECT_EQ(choice(*greedy, "8/8/8/3p4/4P3/8/P7/8 w -"), "exd5");
  EXPECT_EQ(choice(*greedy, "8/P7/8/3p4/4P3/8/8/8 w -"), "a8");  // the end before the prey
  EXPECT_EQ(choice(*greedy, "8/7p/8/4P3/8/8/P7/8 w -"), "e6");
  EXPECT_EQ(choice(*greedy, "8/8/6p1/3p1P2/4P3/8/8/8 w -"), "exd5");  // the farther one
}

// Its evaluation: 10 a rank, 10^rank if passed.
TEST(PawnRaceAncestor, CountsAsItsAuthorDid) {
  EXPECT_EQ(ancestor_evaluation(Position::start(gaps("aa"))), 0);
  EXPECT_EQ(ancestor_evaluation(position("8/8/8/4P3/8/8/p7/8 w -")), 100'000 - 10'000'000);
  EXPECT_EQ(ancestor_evaluation(position("8/8/8/4P3/8/8/p7/8 b -")), 10'000'000 - 100'000);
  EXPECT_EQ(ancestor_evaluation(position("8/8/3p4/8/4P3/8/7P/8 w -")), 40 + 100 - 30);  // h2 alone is passed
}

TEST(PawnRaceAncestor, SeesWhatItsDepthShows) {
  const auto ask = [](const char* text, int depth) {
    const Position pos = position(text);
    return to_text(pos, ask_ancestor(pos, {.depth = depth}).move);
  };
  EXPECT_EQ(ask("8/P7/8/8/8/8/7p/8 w -", 1), "a8");
  EXPECT_EQ(ask("8/8/1p6/P7/8/8/7P/8 w -", 1),
            "axb6");  // captures the last pawn, which it took for a draw once
  // En passant of the opponent, which it refused once: dxe3 wins the race.
  const Position pos = position("8/8/8/8/3pP3/8/8/8 b e3");
  EXPECT_EQ(ask_ancestor(pos, {.depth = 3}).move, move(pos, "dxe3"));
}

TEST(PawnRaceAncestor, AgreesWithMinimaxWhenItSeesTheEnd) {
  base::Rng rng(8);
  for (int i = 0; i < 30; ++i) {
    const auto [pos, value] = random_late_position(rng);
    if (value.outcome == Outcome::draw || value.plies > 7) continue;
    const AncestorReport report = ask_ancestor(pos, {.depth = value.plies});
    EXPECT_EQ(report.score > 0, value.outcome == Outcome::win) << pos;
    EXPECT_EQ(report.depth, value.plies) << pos;
    Minimax minimax;
    EXPECT_EQ(-minimax.value(pos.after(report.move))->outcome, value.outcome) << pos;
  }
}

TEST(PawnRaceAncestor, KeepsItsTime) {
  const auto begin = std::chrono::steady_clock::now();
  const AncestorReport report =
      ask_ancestor(Position::start(gaps("ah")), {.time = std::chrono::milliseconds(100)});
  EXPECT_GE(report.depth, 3);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(3));
}

TEST(PawnRacePerfect, ChoosesTheBestGapsThatAreAllowed) {
  PerfectPlayer player;
  std::vector<Gaps> chosen;
  Value last{Outcome::loss, 0};
  for (int i = 0; i < 29; ++i) {
    const Gaps setup = player.choose_gaps(chosen);
    ASSERT_TRUE(is_allowed(setup, chosen));
    const Value value = solved_start(setup).value;  // for White
    EXPECT_FALSE(i > 0 && is_better(last, value)) << to_text(setup);
    last = value;
    chosen.push_back(setup);
  }
  EXPECT_EQ(solved_start(chosen.front()).value.outcome, Outcome::loss);
  EXPECT_TRUE(allowed_setups(chosen).empty());
}

TEST(PawnRacePerfect, KeepsTheOutcomeOfLatePositions) {
  base::Rng rng(21);
  PerfectPlayer player;
  for (int i = 0; i < 100; ++i) {
    const auto [pos, value] = random_late_position(rng);
    const Decision decision = player.decide(pos);
    EXPECT_EQ(decision.outcome, value.outcome) << pos;
    if (decision.plies) {
      EXPECT_EQ(*decision.plies, value.plies) << pos;
    }
    Minimax minimax;
    EXPECT_EQ(-minimax.value(pos.after(decision.move))->outcome, value.outcome) << pos;
  }
}

// Out of time it still moves, and says that it does not know.
TEST(PawnRacePerfect, GuessesWhenItHasNoTime) {
  PerfectPlayer player({.longest = std::chrono::milliseconds(20), .has_book = false});
  const Position pos = Position::start(gaps("af"));
  const Decision decision = player.decide(pos);
  EXPECT_FALSE(decision.outcome);
  EXPECT_EQ(decision.source, Source::guess);
  EXPECT_TRUE(pos.is_legal(decision.move));
}

}  // namespace
}  // namespace vitrine::pawnrace
