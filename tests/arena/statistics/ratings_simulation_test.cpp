#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <numeric>

#include "arena/statistics/ratings.h"
#include "base/rng.h"

namespace vitrine::arena {
namespace {

double uniform(base::Rng& rng) { return std::ldexp(static_cast<double>(rng.next() >> 11), -53); }

// A game with the expected score of Elo's model; about as many draws as chess has, and fewer between unequal
// players.
GameScore play(base::Rng& rng, double elo_difference) {
  const double score = score_of_elo(elo_difference);
  const double draw = std::min(score, 1 - score);
  const double random = uniform(rng);
  return random < score - draw / 2   ? GameScore::win
         : random < score + draw / 2 ? GameScore::draw
                                     : GameScore::loss;
}

std::vector<ColouredTally> play_all(base::Rng& rng, const std::vector<double>& strength, int games_each,
                                    double white_advantage) {
  std::vector<ColouredTally> games;
  for (std::size_t white = 0; white < strength.size(); ++white)
    for (std::size_t black = 0; black < strength.size(); ++black) {
      if (white == black) continue;
      ColouredTally& tally = games.emplace_back();
      tally.white = static_cast<int>(white);
      tally.black = static_cast<int>(black);
      for (int i = 0; i < games_each; ++i)
        tally.games.add(play(rng, strength[white] - strength[black] + white_advantage));
    }
  return games;
}

// Eight players within 500 Elo, 2,000 events: the truth lies inside the bars in 95 of 100 cases.
TEST(RatingsSimulation, BarsHoldTheTruth) {
  constexpr int kEvents = 2000;
  const std::vector<double> strength = {250, 180, 100, 40, -20, -100, -200, -250};  // their mean is 0
  base::Rng rng(1);
  int inside = 0, differences_inside = 0, white_inside = 0;
  for (int event = 0; event < kEvents; ++event) {
    const auto ratings = fit_ratings(8, play_all(rng, strength, 10, 35));
    ASSERT_TRUE(ratings);
    for (int i = 0; i < 8; ++i) {
      const auto index = static_cast<std::size_t>(i);
      inside += std::abs(ratings->players()[index].elo - strength[index]) < ratings->players()[index].margin;
      const std::size_t other = (index + 3) % 8;
      const Estimate difference = ratings->difference(i, static_cast<int>(other));
      const double truth = strength[index] - strength[other];
      differences_inside += truth > difference.low && truth < difference.high;
    }
    white_inside += ratings->white_advantage().low < 35 && ratings->white_advantage().high > 35;
  }
  EXPECT_NEAR(inside / (8.0 * kEvents), 0.95, 0.01);
  EXPECT_NEAR(differences_inside / (8.0 * kEvents), 0.95, 0.01);
  EXPECT_NEAR(white_inside / static_cast<double>(kEvents), 0.95, 0.015);
  RecordProperty("players", std::to_string(inside / (8.0 * kEvents)));
  RecordProperty("differences", std::to_string(differences_inside / (8.0 * kEvents)));
  RecordProperty("white", std::to_string(white_inside / static_cast<double>(kEvents)));
}

// Against an anchor at one end of the list.
TEST(RatingsSimulation, BarsAgainstAnAnchorHoldTheTruth) {
  constexpr int kEvents = 2000;
  const std::vector<double> strength = {3000, 2900, 2850, 2700, 2600};
  base::Rng rng(2);
  int inside = 0;
  for (int event = 0; event < kEvents; ++event) {
    const auto ratings = fit_ratings(5, play_all(rng, strength, 15, 0), {.anchors = {{0, 3000}}});
    ASSERT_TRUE(ratings);
    for (std::size_t i = 1; i < 5; ++i)
      inside += std::abs(ratings->players()[i].elo - strength[i]) < ratings->players()[i].margin;
  }
  EXPECT_NEAR(inside / (4.0 * kEvents), 0.95, 0.01);
  RecordProperty("players", std::to_string(inside / (4.0 * kEvents)));
}

TEST(RatingsSimulation, AHundredPlayersTakeNoTime) {
  base::Rng rng(3);
  std::vector<double> strength(100);
  for (double& s : strength) s = 2000 * uniform(rng);
  const auto games = play_all(rng, strength, 2, 30);
  const auto start = std::chrono::steady_clock::now();
  const auto ratings = fit_ratings(100, games, {.mean = 1000});
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
  ASSERT_TRUE(ratings);
  EXPECT_LT(taken.count(), 2.0);  // some 20 ms; the rest is for sanitizers
  RecordProperty("seconds", std::to_string(taken.count()));
  const double mean = std::accumulate(strength.begin(), strength.end(), 0.0) / 100;
  for (std::size_t i = 0; i < 100; ++i)
    EXPECT_NEAR(ratings->players()[i].elo - 1000, strength[i] - mean, 2.5 * ratings->players()[i].margin);
}

}  // namespace
}  // namespace vitrine::arena
