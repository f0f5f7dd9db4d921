#include "engines/vitrine/strength.h"

#include <gtest/gtest.h>

#include <array>

namespace vitrine::engines::flagship {
namespace {

TEST(Strength, NeverLooksAtLessOrTakesLessCareForMoreElo) {
  for (int elo = kWeakestElo; elo < kStrongestElo; ++elo) {
    const Handicap here = handicap_for(elo);
    const Handicap above = handicap_for(elo + 1);
    ASSERT_LE(here.nodes, above.nodes) << elo;
    ASSERT_GE(here.carelessness, above.carelessness) << elo;
  }
}

// What the matches of docs/strength.md were played with.
TEST(Strength, MeetsTheStepsThatWereMeasured) {
  const auto expect = [](int elo, std::uint64_t nodes, int carelessness) {
    const Handicap handicap = handicap_for(elo);
    EXPECT_EQ(handicap.nodes, nodes) << elo;
    EXPECT_EQ(handicap.carelessness, carelessness) << elo;
  };
  expect(1480, 300, 150);
  expect(1740, 1'500, 10);
  expect(2060, 8'500, 0);
  expect(2400, 40'000, 0);
  expect(2630, 88'000, 0);
}

TEST(Strength, CarelessnessSometimesTakesAMoveThatIsWorseButNotByMore) {
  base::Rng rng(1);
  constexpr std::array scores = {30, -20, -71};
  std::array<int, 3> chosen = {};
  for (int i = 0; i < 10'000; ++i)
    ++chosen[choose_carelessly(scores, {.nodes = 1, .carelessness = 100}, rng)];
  // The difference of two even numbers up to 100 is above 50 in one of eight cases.
  EXPECT_NEAR(chosen[1], 1'250, 120);
  EXPECT_EQ(chosen[2], 0);
  for (int i = 0; i < 100; ++i)
    EXPECT_EQ(choose_carelessly(scores, {.nodes = 1, .carelessness = 0}, rng), 0U);
}

}  // namespace
}  // namespace vitrine::engines::flagship
