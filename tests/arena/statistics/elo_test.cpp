#include "arena/statistics/elo.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace vitrine::arena {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// The middle class as two draws; Elo doesn't ask.
Pentanomial penta(std::int64_t ll, std::int64_t ld, std::int64_t even, std::int64_t wd, std::int64_t ww) {
  return {ll, ld, 0, even, wd, ww};
}

// 100 Elo are 64%, 200 are 76%, 400 are 10 to 1.
TEST(Elo, IsTheLogisticScale) {
  struct Row {
    double elo, score;
  };
  for (const auto& [elo, score] : {Row{0, 0.5}, Row{400, 10.0 / 11}, Row{-400, 1.0 / 11}, Row{100, 0.640065},
                                   Row{200, 0.759747}, Row{800, 100.0 / 101}}) {
    EXPECT_NEAR(score_of_elo(elo), score, 1e-6);
    EXPECT_NEAR(elo_of_score(score), elo, 1e-3);
  }
  EXPECT_EQ(elo_of_score(0), -kInfinity);
  EXPECT_EQ(elo_of_score(-0.1), -kInfinity);
  EXPECT_EQ(elo_of_score(1), kInfinity);
  EXPECT_EQ(elo_of_score(1.1), kInfinity);
}

// fastchess's unit tests, recomputed independently.
TEST(Elo, AgreesWithPublishedMatches) {
  EXPECT_EQ(to_text(elo(Tally{76, 123, 89})), "-15.69 +/- 30.46");
  EXPECT_EQ(to_text(normalized_elo(Tally{76, 123, 89})), "-20.76 +/- 40.13");
  EXPECT_NEAR(likelihood_of_superiority(Tally{76, 123, 89}), 0.1553, 5e-5);

  EXPECT_EQ(to_text(elo(Tally{136, 111, 96})), "40.70 +/- 30.43");
  EXPECT_EQ(to_text(normalized_elo(Tally{136, 111, 96})), "49.77 +/- 36.77");
  EXPECT_NEAR(likelihood_of_superiority(Tally{136, 111, 96}), 0.9960, 5e-5);

  EXPECT_EQ(to_text(elo(penta(34, 54, 63, 64, 75))), "55.58 +/- 27.65");
  EXPECT_EQ(to_text(normalized_elo(penta(34, 54, 63, 64, 75))), "57.94 +/- 28.28");
}

// How many games a bar of a given width takes at 50% with half of them drawn.
TEST(Elo, BarsShrinkAsTheSheetSays) {
  struct Row {
    std::int64_t games;
    double margin;
  };
  for (const auto& [games, margin] : {Row{580, 20}, Row{2319, 10}, Row{9275, 5}, Row{57966, 2}})
    EXPECT_NEAR(elo(Tally{games / 4, games / 2, games / 4}).margin(), margin, margin * 0.005);
}

// Both games of a pair decided by the opening: the score is known far better than single games would tell.
TEST(Elo, PairsTellMoreThanGamesWhereOpeningsDecide) {
  const Pentanomial pairs{10, 0, 180, 0, 0, 10};
  EXPECT_EQ(pairs.games(), (Tally{200, 0, 200}));
  EXPECT_NEAR(elo(pairs).margin(), 15.23, 0.01);          // 694.87 * 1.96 * sqrt(0.025 / 200)
  EXPECT_NEAR(elo(pairs.games()).margin(), 34.16, 0.01);  // elo_of_score(0.5 + 1.96 * sqrt(0.25 / 400))
}

TEST(Elo, ReversedResultsGiveReversedEstimates) {
  const Pentanomial pairs = penta(34, 54, 63, 64, 75);
  EXPECT_NEAR(elo(pairs.reversed()).value, -elo(pairs).value, 1e-9);
  EXPECT_NEAR(elo(pairs.reversed()).low, -elo(pairs).high, 1e-9);
  EXPECT_NEAR(normalized_elo(pairs.reversed()).high, -normalized_elo(pairs).low, 1e-9);
  EXPECT_NEAR(likelihood_of_superiority(pairs.reversed()), 1 - likelihood_of_superiority(pairs), 1e-12);
}

TEST(Elo, KnowsNothingBeforeTheFirstGame) {
  for (const Estimate& e :
       {elo(Tally{}), elo(Pentanomial{}), normalized_elo(Tally{}), normalized_elo(Pentanomial{})}) {
    EXPECT_EQ(to_text(e), "0.00 +/- inf");
    EXPECT_EQ(interval_text(e), "[-inf, inf]");
  }
  EXPECT_EQ(likelihood_of_superiority(Tally{}), 0.5);
  EXPECT_EQ(likelihood_of_superiority(Pentanomial{}), 0.5);
  EXPECT_EQ(decisive_likelihood_of_superiority(Tally{}), 0.5);
  EXPECT_EQ(draw_ratio(Tally{}), 0);
}

// Ten wins out of ten have a chance of 2.5% at a score of 0.6915 (Clopper and Pearson).
TEST(Elo, IsInfiniteForACleanSheet) {
  const Estimate wins = elo(Tally{10, 0, 0});
  EXPECT_EQ(to_text(wins), "inf");
  EXPECT_NEAR(score_of_elo(wins.low), 0.6915, 5e-5);
  EXPECT_EQ(wins.high, kInfinity);
  const Estimate losses = elo(Tally{0, 0, 10});
  EXPECT_EQ(to_text(losses), "-inf");
  EXPECT_EQ(losses.low, -kInfinity);
  EXPECT_NEAR(losses.high, -wins.low, 1e-9);
  EXPECT_EQ(to_text(normalized_elo(Tally{10, 0, 0})), "inf");
  EXPECT_EQ(to_text(normalized_elo(penta(5, 0, 0, 0, 0))), "-inf");
  EXPECT_EQ(likelihood_of_superiority(Tally{10, 0, 0}), 1);
  EXPECT_EQ(likelihood_of_superiority(penta(5, 0, 0, 0, 0)), 0);
}

// 19 wins and a draw: the interval of the score reaches beyond 1.
TEST(Elo, BarsMayReachInfinity) {
  const Estimate e = elo(Tally{19, 1, 0});
  EXPECT_EQ(to_text(e), "636.43 +/- inf");
  EXPECT_EQ(interval_text(e), "[442.12, inf]");
}

TEST(Elo, AllDrawnIsLevel) {
  EXPECT_EQ(to_text(elo(Tally{0, 10, 0})), "0.00 +/- 0.00");
  EXPECT_EQ(normalized_elo(Tally{0, 10, 0}).value, 0);
  EXPECT_EQ(likelihood_of_superiority(Tally{0, 10, 0}), 0.5);
  EXPECT_EQ(likelihood_of_superiority(penta(0, 0, 10, 0, 0)), 0.5);
}

TEST(Elo, NeverPrintsMinusZero) {
  EXPECT_EQ(to_text({-0.001, -1, 1}), "0.00 +/- 1.00");
  EXPECT_EQ(to_text({-0.06, -1, 1}, 1), "-0.1 +/- 1.0");
}

// Phi((W - L) / sqrt(W + L)): 60 to 40 are two standard deviations.
TEST(Elo, CutechessCountsOnlyDecisiveGames) {
  EXPECT_NEAR(decisive_likelihood_of_superiority(Tally{60, 0, 40}), 0.97725, 5e-6);
  EXPECT_EQ(decisive_likelihood_of_superiority(Tally{60, 1000, 40}),
            decisive_likelihood_of_superiority(Tally{60, 0, 40}));
  EXPECT_EQ(decisive_likelihood_of_superiority(Tally{0, 7, 0}), 0.5);
}

TEST(Elo, Ratios) {
  EXPECT_DOUBLE_EQ(draw_ratio(Tally{76, 123, 89}), 123.0 / 288);
  EXPECT_DOUBLE_EQ(pairs_ratio(penta(34, 54, 63, 64, 75)), 139.0 / 88);
  EXPECT_EQ(pairs_ratio(penta(0, 0, 1, 1, 0)), kInfinity);
  EXPECT_TRUE(std::isnan(pairs_ratio(penta(0, 0, 1, 0, 0))));
  EXPECT_DOUBLE_EQ(win_loss_to_draw_draw_ratio(Pentanomial{0, 0, 9, 3, 0, 0}), 3);
}

}  // namespace
}  // namespace vitrine::arena
