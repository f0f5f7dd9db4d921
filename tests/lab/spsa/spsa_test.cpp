#include "lab/spsa/spsa.h"

#include <gtest/gtest.h>

#include <numeric>

#include "lab/spsa/spsa_support.h"

namespace vitrine::lab {
namespace {

Spsa run(const SpsaRules& rules) {
  Spsa spsa(three_options(), rules);
  while (const auto step = spsa.take()) spsa.apply(*step, play_by_formula(*step));
  return spsa;
}

// Worked out by hand from c = c_end · N^0.101 and a = r_end · c_end² · (A + N)^0.602.
TEST(Spsa, FollowsTheUsualSchedule) {
  const TunedOption option{.name = "x", .value = 0, .min = -100, .max = 100, .c_end = 4, .r_end = 0.002};
  const SpsaRules rules{.steps = 1000, .stability = 0.1};
  // 1000^0.101 = 2.00909; (1100 / 101)^0.602 = 4.21034.
  EXPECT_NEAR(gains(option, rules, 0).shift, 4 * 2.00909, 1e-4);
  EXPECT_NEAR(gains(option, rules, 0).move, 0.002 * 4 * 4.21034 / 2.00909, 1e-6);
  // 2^0.101 = 1.07252; (1100 / 600)^0.602 = 1.44036.
  EXPECT_NEAR(gains(option, rules, 499).shift, 4 * 1.07252, 1e-4);
  EXPECT_NEAR(gains(option, rules, 499).move, 0.002 * 4 * 1.44036 / 1.07252, 1e-6);
  EXPECT_DOUBLE_EQ(gains(option, rules, 999).shift, 4);
  EXPECT_DOUBLE_EQ(gains(option, rules, 999).move, 0.002 * 4);
}

TEST(Spsa, MovesTowardsTheWinner) {
  Spsa spsa(three_options(), {.steps = 10});
  const auto step = spsa.take();
  ASSERT_TRUE(step);
  spsa.apply(*step, {.wins = 5, .draws = 9, .losses = 2});
  for (std::size_t i = 0; i < 3; ++i) {
    const TunedOption& option = spsa.options()[i];
    EXPECT_DOUBLE_EQ(spsa.state().values[i],
                     option.value + step->signs[i] * gains(option, spsa.rules(), 0).move * 3)
        << option.name;
  }
  EXPECT_EQ(spsa.state().total, (SpsaOutcome{.wins = 5, .draws = 9, .losses = 2}));
  EXPECT_EQ(spsa.state().total.games(), 16);
}

TEST(Spsa, ApproachesTheOptimumThroughNoise) {
  for (const std::uint64_t seed : {1, 2, 3, 4, 5}) {
    const Spsa spsa = run({.steps = 2000, .seed = seed});
    const double before = distance(spsa.options(), {20, 700, 40});
    EXPECT_NEAR(before, 0.81, 0.01);
    EXPECT_LT(distance(spsa.options(), spsa.state().values), 0.1) << seed;
    EXPECT_EQ(spsa.state().total.games(), 2000 * 16);
    EXPECT_TRUE(spsa.is_finished());
  }
}

TEST(Spsa, SameSeedSameValues) {
  EXPECT_EQ(run({.steps = 200, .seed = 7}).state(), run({.steps = 200, .seed = 7}).state());
  EXPECT_NE(run({.steps = 200, .seed = 7}).state().values, run({.steps = 200, .seed = 8}).state().values);
}

// At its ends too, and however far a step would go.
TEST(Spsa, StaysInRange) {
  std::vector<TunedOption> options = three_options();
  options[0].value = 0;
  options[1].value = 1000;
  Spsa spsa(options, {.steps = 300});
  while (const auto step = spsa.take()) {
    for (std::size_t i = 0; i < options.size(); ++i)
      for (const std::int64_t value : {step->first[i], step->second[i]})
        EXPECT_TRUE(value >= options[i].min && value <= options[i].max) << value;
    // The side that is further up always wins by far.
    const SpsaOutcome up{.wins = 1000}, down{.losses = 1000};
    spsa.apply(*step, step->signs[0] > 0 ? up : down);
    EXPECT_LE(spsa.state().values[0], 100);
    EXPECT_GE(spsa.state().values[2], -50);
  }
  EXPECT_EQ(spsa.state().values[0], 100);
}

TEST(Spsa, BothSidesDifferAndRoundingIsFairOnAverage) {
  const TunedOption option{.name = "x", .value = 50.3, .min = 0, .max = 100, .c_end = 0.5, .r_end = 0.1};
  Spsa spsa({option}, {.steps = 4000});
  std::int64_t sum = 0, first_up = 0;
  while (const auto step = spsa.take()) {
    EXPECT_NE(step->first[0], step->second[0]);
    EXPECT_EQ(step->first[0] > step->second[0], step->signs[0] > 0);
    sum += step->first[0] + step->second[0];
    first_up += step->signs[0] > 0 ? 1 : 0;
    spsa.apply(*step, {.draws = 16});
  }
  EXPECT_EQ(spsa.state().values[0], 50.3);
  // Four standard deviations: 0.29 for each value at most, and those of a pair go together; 0.5 for a sign.
  EXPECT_NEAR(static_cast<double>(sum) / 8000, 50.3, 4 * 0.5 / std::sqrt(4000));
  EXPECT_NEAR(static_cast<double>(first_up) / 4000, 0.5, 4 * 0.5 / std::sqrt(4000));
}

TEST(Spsa, KeepsAccountOfStepsThatOvertakeOthers) {
  Spsa spsa(three_options(), {.steps = 5});
  std::vector<SpsaStep> steps;
  while (const auto step = spsa.take()) steps.push_back(*step);
  ASSERT_EQ(steps.size(), 5U);
  const SpsaOutcome drawn{.draws = 2};
  spsa.apply(steps[3], drawn);
  spsa.apply(steps[1], drawn);
  EXPECT_EQ(spsa.state().next, 0);
  EXPECT_EQ(spsa.state().ahead, (std::vector<std::int64_t>{1, 3}));
  EXPECT_EQ(spsa.state().applied(), 2);
  spsa.apply(steps[0], drawn);
  EXPECT_EQ(spsa.state().next, 2);
  EXPECT_EQ(spsa.state().ahead, (std::vector<std::int64_t>{3}));
  spsa.give_back(steps[4]);
  EXPECT_EQ(spsa.take(), steps[4]);
  EXPECT_EQ(spsa.take(), std::nullopt);

  // Whoever goes on from here plays what was being played, once.
  Spsa later(three_options(), {.steps = 5}, spsa.state());
  EXPECT_EQ(later.take(), steps[2]);
  EXPECT_EQ(later.take(), steps[4]);
  EXPECT_EQ(later.take(), std::nullopt);
  later.apply(steps[4], drawn);
  later.apply(steps[2], drawn);
  EXPECT_TRUE(later.is_finished());
  EXPECT_TRUE(later.state().ahead.empty());
}

}  // namespace
}  // namespace vitrine::lab
