#include "lab/spsa/spsa_workers.h"

#include <gtest/gtest.h>

#include <atomic>
#include <set>
#include <stdexcept>

#include "lab/spsa/spsa_support.h"

namespace vitrine::lab {
namespace {

PlayStep by_formula() {
  return [](const SpsaStep& step, const std::stop_token&) -> std::optional<SpsaOutcome> {
    return play_by_formula(step);
  };
}

TEST(SpsaWorkers, OneDoesWhatALoopDoes) {
  const SpsaRules rules{.steps = 100};
  Spsa loop(three_options(), rules), spsa(three_options(), rules);
  while (const auto step = loop.take()) loop.apply(*step, play_by_formula(*step));
  run_spsa(spsa, 1, by_formula, [](const SpsaStep&, const SpsaOutcome&) {}, {});
  EXPECT_EQ(spsa.state(), loop.state());
}

TEST(SpsaWorkers, ManyApplyEachStepOnceAndFindTheOptimum) {
  Spsa spsa(three_options(), {.steps = 2000});
  std::set<std::int64_t> applied;
  run_spsa(spsa, 4, by_formula,
           [&](const SpsaStep& step, const SpsaOutcome&) {
             EXPECT_TRUE(applied.insert(step.number).second) << step.number;
             EXPECT_EQ(spsa.state().applied(), static_cast<std::int64_t>(applied.size()));
           },
           {});
  EXPECT_EQ(applied.size(), 2000U);
  EXPECT_TRUE(spsa.is_finished());
  EXPECT_LT(distance(spsa.options(), spsa.state().values), 0.1);
}

TEST(SpsaWorkers, StopsAndGoesOnAsIfNothingHadBeen) {
  const SpsaRules rules{.steps = 100};
  Spsa whole(three_options(), rules);
  run_spsa(whole, 1, by_formula, [](const SpsaStep&, const SpsaOutcome&) {}, {});

  std::stop_source stop;
  Spsa first(three_options(), rules);
  run_spsa(
      first, 1, by_formula,
      [&](const SpsaStep& step, const SpsaOutcome&) {
        if (step.number == 36) stop.request_stop();
      },
      stop.get_token());
  EXPECT_EQ(first.state().applied(), 37);
  EXPECT_FALSE(first.is_finished());
  Spsa second(three_options(), rules, first.state());
  run_spsa(second, 1, by_formula, [](const SpsaStep&, const SpsaOutcome&) {}, {});
  EXPECT_EQ(second.state(), whole.state());
}

TEST(SpsaWorkers, PlaysAgainWhatWasSpoilt) {
  Spsa spsa(three_options(), {.steps = 20});
  std::atomic<int> plays = 0;
  const auto spoilt_once = [&]() -> PlayStep {
    return [&](const SpsaStep& step, const std::stop_token&) -> std::optional<SpsaOutcome> {
      if (++plays == 5) return {};
      return play_by_formula(step);
    };
  };
  run_spsa(spsa, 2, spoilt_once, [](const SpsaStep&, const SpsaOutcome&) {}, {});
  EXPECT_EQ(plays, 21);
  EXPECT_TRUE(spsa.is_finished());
}

TEST(SpsaWorkers, HandsOnWhatIsThrown) {
  const auto nothing = [](const SpsaStep&, const SpsaOutcome&) {};
  const auto breaks = []() -> PlayStep {
    return [](const SpsaStep& step, const std::stop_token&) -> std::optional<SpsaOutcome> {
      if (step.number == 7) throw std::runtime_error("it broke");
      return play_by_formula(step);
    };
  };
  Spsa spsa(three_options(), {.steps = 1000});
  EXPECT_THROW(run_spsa(spsa, 3, breaks, nothing, {}), std::runtime_error);
  EXPECT_FALSE(spsa.is_finished());

  const auto cannot_start = []() -> PlayStep { throw std::runtime_error("no engine"); };
  EXPECT_THROW(run_spsa(spsa, 3, cannot_start, nothing, {}), std::runtime_error);
}

// Once in a thousand runs another worker wrote between the error and the note of it.
TEST(SpsaWorkers, WritesNothingAfterAnError) {
  for (int run = 0; run < 600; ++run) {
    Spsa spsa(three_options(), {.steps = 1000});
    int calls = 0;
    const auto full_disk = [&](const SpsaStep&, const SpsaOutcome&) {
      if (++calls == 5) throw std::runtime_error("no space");
    };
    EXPECT_THROW(run_spsa(spsa, 8, by_formula, full_disk, {}), std::runtime_error);
    ASSERT_EQ(calls, 5) << run;
  }
}

}  // namespace
}  // namespace vitrine::lab
