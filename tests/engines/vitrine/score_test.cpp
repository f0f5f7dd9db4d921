#include "engines/vitrine/score.h"

#include <gtest/gtest.h>

#include "chess/support.h"
#include "engines/vitrine/win_chances.h"

namespace vitrine::engines::flagship {

TEST(VitrineScore, OrdersWhatCanBeKnown) {
  // Mated now, mated later, lost by a table, the worst evaluation, a draw, and the same for us.
  const int worst_first[] = {
      -kInfinity,          mated_in(0),         mated_in(1), mated_in(kMaxPly),  -kTableWin,
      kMaxPly - kTableWin, -kLargestEvaluation, kDraw,       kLargestEvaluation, kTableWin - kMaxPly,
      kTableWin,           mate_in(kMaxPly),    mate_in(1),  mate_in(0),         kInfinity};
  for (std::size_t i = 1; i < std::size(worst_first); ++i) EXPECT_LT(worst_first[i - 1], worst_first[i]) << i;
  for (int ply = 0; ply <= kMaxPly; ++ply) {
    EXPECT_TRUE(is_mate(mate_in(ply)) && is_mate(mated_in(ply)));
    EXPECT_TRUE(is_win(mate_in(ply)) && is_loss(mated_in(ply)));
    EXPECT_TRUE(is_win(kTableWin - ply) && !is_mate(kTableWin - ply));
    EXPECT_TRUE(is_loss(ply - kTableWin) && !is_mate(ply - kTableWin));
    EXPECT_EQ(plies_to_mate(mate_in(ply)), ply);
    EXPECT_EQ(plies_to_mate(mated_in(ply)), -ply);
    EXPECT_EQ(mate_in(ply), -mated_in(ply));
  }
  for (const int score : {kDraw, 1, -1, kLargestEvaluation, -kLargestEvaluation}) {
    EXPECT_FALSE(is_mate(score) || is_decided(score)) << score;
  }
}

// A mate seven plies from the root, stored at ply 4, is a mate in three plies there; found again at ply 10 it
// is one in thirteen from the root.
TEST(VitrineScore, CountsMatesFromTheirOwnPositionInTheTable) {
  EXPECT_EQ(to_table(mate_in(7), 4), mate_in(3));
  EXPECT_EQ(from_table(mate_in(3), 10, 0), mate_in(13));
  EXPECT_EQ(to_table(mated_in(8), 4), mated_in(4));
  EXPECT_EQ(from_table(mated_in(4), 10, 0), mated_in(14));
  for (int ply = 0; ply < kMaxPly; ply += 7)
    for (const int score :
         {kDraw, 35, -1200, kLargestEvaluation, -kLargestEvaluation, kTableWin - ply, ply - kTableWin,
          mate_in(ply), mate_in(ply + 1), mated_in(ply), mated_in(ply + 40), kNoScore})
      EXPECT_EQ(from_table(to_table(score, ply), ply, 0), score) << score << " at " << ply;
}

TEST(VitrineScore, NeverAnnouncesAMateBehindTheFiftyMoves) {
  for (const int plies : {1, 3, 15, 41, 99})
    for (int clock = 0; clock <= 100; ++clock) {
      const int ours = from_table(mate_in(plies), 6, clock);
      const int theirs = from_table(mated_in(plies + 1), 6, clock);
      // It stands on the board when the clock shows `clock + plies`, and mate comes before the rule.
      if (clock + plies < 100) {
        EXPECT_EQ(ours, mate_in(plies + 6)) << plies << ' ' << clock;
      }
      if (clock + plies > 100) {
        EXPECT_FALSE(is_decided(ours)) << plies << ' ' << clock;
        EXPECT_GT(ours, kLargestEvaluation) << plies << ' ' << clock;
      }
      if (clock + plies + 1 < 100) {
        EXPECT_EQ(theirs, mated_in(plies + 7)) << plies << ' ' << clock;
      }
      if (clock + plies + 1 > 100) {
        EXPECT_FALSE(is_decided(theirs)) << plies << ' ' << clock;
        EXPECT_LT(theirs, -kLargestEvaluation) << plies << ' ' << clock;
      }
    }
}

TEST(VitrineScore, IsToldInMovesAndCentipawns) {
  const chess::Position start = chess::Position::initial();
  const auto told = [&](int score) {
    Score report = to_report_score(score, start);
    report.chances.reset();
    return report;
  };
  EXPECT_EQ(told(mate_in(1)), Score::mate_in_plies(1));
  EXPECT_EQ(told(mate_in(5)), Score::mate_in_plies(5));
  EXPECT_EQ(told(mated_in(4)), Score::mate_in_plies(-4));
  EXPECT_EQ(told(-37), Score::centipawns(-37));
}

TEST(VitrineScore, ChancesAddUpAndFollowTheScore) {
  for (const char* fen :
       {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1"}) {
    const chess::Position pos = chess::position(fen);
    int last = -1;
    for (int score = -2000; score <= 2000; score += 10) {
      const WinDrawLoss chances = win_chances(score, pos);
      EXPECT_EQ(chances.win + chances.draw + chances.loss, 1000) << score;
      EXPECT_GE(std::min({chances.win, chances.draw, chances.loss}), 0) << score;
      EXPECT_GE(chances.win, last) << score;
      last = chances.win;
      const WinDrawLoss other = win_chances(-score, pos);
      EXPECT_EQ(chances.win, other.loss) << score;
      EXPECT_EQ(chances.draw, other.draw) << score;
    }
    EXPECT_EQ(win_chances(mate_in(9), pos), (WinDrawLoss{1000, 0, 0}));
    EXPECT_EQ(win_chances(mated_in(10), pos), (WinDrawLoss{0, 0, 1000}));
    EXPECT_EQ(win_chances(kTableWin - 3, pos), (WinDrawLoss{1000, 0, 0}));
  }
}

}  // namespace vitrine::engines::flagship
