#include "pawnrace/judge.h"

#include "pawnrace/minimax.h"
#include "support.h"

namespace vitrine::pawnrace {
namespace {

// No rule of the judge may contradict plain minimax, on any position of the small games. Five files take a
// while: `vitrine pawnrace check --files 5`.
TEST(PawnRaceJudge, IsNeverWrongOnThreeAndFourFiles) {
  for (const int files : {3, 4}) {
    Minimax minimax;
    std::size_t decided = 0;
    minimax.on_value = [&](const Position& pos, Value truth) {
      const Verdict verdict = judge(pos);
      ASSERT_GE(truth.outcome, verdict.at_least) << pos;
      ASSERT_LE(truth.outcome, verdict.at_most) << pos;
      if (truth.outcome != Outcome::draw) {
        const bool is_win = truth.outcome == Outcome::win;
        const int fewest = is_win ? 2 * fewest_moves_to_win(pos.mine(), pos.theirs()) - 1
                                  : 2 * fewest_moves_to_win(flipped(pos.theirs()), flipped(pos.mine()));
        ASSERT_LE(fewest, truth.plies) << pos;
      }
      if (!verdict.is_decided()) return;
      ++decided;
      if (truth.outcome == Outcome::draw) return;
      ASSERT_GE(verdict.plies, truth.plies) << pos;
      if (verdict.is_exact) {
        ASSERT_EQ(verdict.plies, truth.plies) << pos;
      }
    };
    for (int i = 0; i < files * files; ++i)
      ASSERT_TRUE(minimax.value(Position::start({i / files, i % files}, files)));
    // The rules are worth their while only if they settle most.
    EXPECT_GT(decided, minimax.positions() * 6 / 10) << files;
  }
}

TEST(PawnRaceJudge, KnowsEndgamesThatCanBeCounted) {
  const struct {
    const char* position;
    Outcome outcome;
    int plies;
  } rows[] = {
      {"8/P7/8/8/8/8/7p/8 w -", Outcome::win, 1},  // whoever is first
      {"8/P7/8/8/8/8/7p/8 b -", Outcome::win, 1},
      {"8/8/P7/8/8/8/7p/8 w -", Outcome::loss, 2},  // one step too late
      {"8/8/8/p7/P7/8/8/8 w -", Outcome::draw, 0},  // nobody can move
      // The runner needs three moves. Black is out of moves after none, after c6, after c5; but not if c5 and
      // c4 are both there to be played.
      {"8/8/8/p6P/P7/8/8/8 w -", Outcome::draw, 0},
      {"8/2p5/8/p1P4P/P7/8/8/8 w -", Outcome::draw, 0},
      {"8/2p5/8/p6P/P1P5/8/8/8 w -", Outcome::draw, 0},
      {"8/2p5/8/p6P/P7/2P5/8/8 w -", Outcome::win, 5},
      {"8/8/8/p6p/P7/8/2P5/8 b -", Outcome::win, 7},   // h4 h3 h2 h1, and c5 is as far as White gets
      {"8/8/8/p7/P6p/8/2P5/8 w -", Outcome::loss, 6},  // c4 h3 c5 h2 c6 h1
  };
  for (const auto& row : rows) {
    const Verdict verdict = judge(position(row.position));
    EXPECT_EQ(verdict.at_least, row.outcome) << row.position;
    EXPECT_EQ(verdict.at_most, row.outcome) << row.position;
    EXPECT_EQ(verdict.plies, row.plies) << row.position;
  }
}

// A pawn can be on its way to the last rank and yet be stopped: nothing may be claimed then.
TEST(PawnRaceJudge, ClaimsNothingWhereARunnerCanBeStopped) {
  for (const char* const text : {
           "8/1p6/8/P7/8/8/7P/8 w -",  // b6 takes, or is taken
           "8/8/1p6/8/P7/2p5/1P6/8 w -",
       })
    EXPECT_FALSE(judge(position(text)).is_decided()) << text;
}

}  // namespace
}  // namespace vitrine::pawnrace
