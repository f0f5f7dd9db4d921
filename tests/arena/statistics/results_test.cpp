#include "arena/statistics/results.h"

#include <gtest/gtest.h>

namespace vitrine::arena {
namespace {

constexpr GameScore W = GameScore::win, D = GameScore::draw, L = GameScore::loss;

TEST(Tally, CountsFromTheFirstPlayersView) {
  Tally tally;
  for (const GameScore score : {W, W, W, D, L, L}) tally.add(score);
  EXPECT_EQ(tally, (Tally{3, 1, 2}));
  EXPECT_EQ(tally.games(), 6);
  EXPECT_EQ(tally.half_points(), 7);
  EXPECT_EQ(tally.points(), 3.5);
  EXPECT_DOUBLE_EQ(tally.score(), 3.5 / 6);
  EXPECT_EQ(tally.reversed(), (Tally{2, 1, 3}));
  EXPECT_EQ(tally + tally.reversed(), (Tally{5, 2, 5}));
}

TEST(Tally, IsLevelBeforeTheFirstGame) {
  EXPECT_EQ(Tally{}.games(), 0);
  EXPECT_EQ(Tally{}.score(), 0.5);
}

TEST(Pentanomial, PutsEveryPairIntoItsClass) {
  struct Row {
    GameScore one, other;
    std::array<std::int64_t, 5> counts;
  };
  for (const auto& [one, other, counts] : {
           Row{L, L, {1, 0, 0, 0, 0}},
           Row{L, D, {0, 1, 0, 0, 0}},
           Row{D, L, {0, 1, 0, 0, 0}},
           Row{L, W, {0, 0, 1, 0, 0}},
           Row{W, L, {0, 0, 1, 0, 0}},
           Row{D, D, {0, 0, 1, 0, 0}},
           Row{W, D, {0, 0, 0, 1, 0}},
           Row{D, W, {0, 0, 0, 1, 0}},
           Row{W, W, {0, 0, 0, 0, 1}},
       }) {
    Pentanomial pairs;
    pairs.add(one, other);
    EXPECT_EQ(pairs.counts(), counts);
    EXPECT_EQ(pairs.pairs(), 1);
    Tally games;
    games.add(one);
    games.add(other);
    EXPECT_EQ(pairs.games(), games);

    Pentanomial seen_from_the_other_side;
    seen_from_the_other_side.add(reversed(one), reversed(other));
    EXPECT_EQ(pairs.reversed(), seen_from_the_other_side);
  }
}

TEST(Pentanomial, KeepsTwoDrawsApartFromAWinEach) {
  Pentanomial pairs;
  pairs.add(W, L);
  pairs.add(L, W);
  pairs.add(D, D);
  EXPECT_EQ(pairs.win_loss, 2);
  EXPECT_EQ(pairs.draw_draw, 1);
  EXPECT_EQ(pairs.even_pairs(), 3);
  EXPECT_EQ(pairs.score(), 0.5);
}

TEST(Pentanomial, AddsUp) {
  const Pentanomial sum = Pentanomial{1, 2, 3, 4, 5, 6} + Pentanomial{10, 20, 30, 40, 50, 60};
  EXPECT_EQ(sum, (Pentanomial{11, 22, 33, 44, 55, 66}));
  EXPECT_EQ(sum.pairs(), 231);
  EXPECT_EQ(sum.games().games(), 462);
  EXPECT_EQ(Pentanomial{}.score(), 0.5);
}

}  // namespace
}  // namespace vitrine::arena
