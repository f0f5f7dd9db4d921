#include "lab/coefficients.h"

#include <gtest/gtest.h>

#include <cmath>

#include "chess/support.h"
#include "eval/classical/breakdown.h"

namespace vitrine::lab {

namespace {

using chess::Position;
using eval::classical::kBuiltInWeights;
using eval::classical::Weights;

// Weights that differ from the built-in ones everywhere.
Parameters shaken_parameters(std::uint64_t seed) {
  Parameters parameters = to_parameters(kBuiltInWeights);
  base::Rng rng(seed);
  for (auto& both : parameters)
    for (float& half : both) half += static_cast<float>(rng.below(21)) - 10;
  return to_parameters(to_weights(parameters));
}

}  // namespace

TEST(Coefficients, WeightsSurviveTheWayThereAndBack) {
  const Parameters parameters = to_parameters(kBuiltInWeights);
  EXPECT_EQ(parameters.size(), eval::classical::kWeightCount);
  EXPECT_EQ(to_parameters(to_weights(parameters)), parameters);
  const Parameters shaken = shaken_parameters(5);
  EXPECT_EQ(to_parameters(to_weights(shaken)), shaken);
}

// Whole numbers are cut where real ones aren't: dangers, and the division by the phase.
TEST(Coefficients, GiveTheValueOfTheEvaluationUnderAnyWeights) {
  for (const std::uint64_t seed : {1, 2}) {
    const Parameters parameters = seed == 1 ? to_parameters(kBuiltInWeights) : shaken_parameters(seed);
    const Weights weights = to_weights(parameters);
    Samples samples;
    int used = 0;
    for (const Position& pos : chess::random_positions(seed, chess::scaled(4'000))) {
      if (!samples.add(pos, 0.5F)) continue;
      // Complexity favours whoever is better in the endgame: nearly even, a fraction decides who that is.
      const auto conclusion = eval::classical::break_down(pos, weights).conclusion;
      if (std::abs(conclusion.sum.endgame() - conclusion.complexity) <= 3) continue;
      ++used;
      const int value = eval::classical::evaluate(pos, weights);
      const int white = pos.turn() == chess::Color::white ? value : -value;
      EXPECT_NEAR(samples.value(samples[samples.size() - 1], parameters), white, 3.0)
          << notation::to_fen(pos);
    }
    EXPECT_GT(used, chess::scaled(3'000));
  }
}

TEST(Coefficients, LeaveChecksAndKnownEndingsOut) {
  Samples samples;
  EXPECT_FALSE(samples.add(chess::position("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1"), 0));
  EXPECT_FALSE(samples.add(chess::position("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"), 0));
  EXPECT_TRUE(samples.is_empty());
}

// The slope along each weight, against the difference that a small change makes.
TEST(Coefficients, GradientIsTheChangeOfTheValue) {
  const Parameters weights = shaken_parameters(9);
  Samples samples;
  for (const Position& pos : chess::random_positions(3, 60, 25)) (void)samples.add(pos, 0);
  ASSERT_GT(samples.size(), 30u);
  int compared = 0;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    Parameters gradient(weights.size());
    samples.add_gradient(samples[i], weights, 1.0F, gradient);
    for (std::size_t weight = 0; weight < weights.size(); ++weight)
      for (const std::size_t half : {0, 1}) {
        if (gradient[weight][half] == 0) continue;
        Parameters up = weights;
        Parameters down = weights;
        up[weight][half] += 1;
        down[weight][half] -= 1;
        const double change = (samples.value(samples[i], up) - samples.value(samples[i], down)) / 2;
        // At a kink (no danger, a value that changes sides) the two sides differ.
        EXPECT_NEAR(change, gradient[weight][half], 0.1 + 0.05 * std::abs(change)) << weight;
        ++compared;
      }
  }
  EXPECT_GT(compared, 1'000);
}

}  // namespace vitrine::lab
