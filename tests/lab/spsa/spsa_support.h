#pragma once

// A game without a board: how strong a player is depends on its options in a known way.

#include <cmath>

#include "base/rng.h"
#include "lab/spsa/spsa.h"

namespace vitrine::lab {

inline std::vector<TunedOption> three_options() {
  return {{.name = "one", .value = 20, .min = 0, .max = 100, .c_end = 5, .r_end = 0.05},
          {.name = "two", .value = 700, .min = 0, .max = 1000, .c_end = 50, .r_end = 0.05},
          {.name = "three", .value = 40, .min = -50, .max = 50, .c_end = 5, .r_end = 0.05}};
}

inline const std::vector<double> kOptimum = {70, 300, -10};

// In parts of the range, so that each counts as much.
inline double distance(const std::vector<TunedOption>& options, const std::vector<double>& values) {
  double sum = 0;
  for (std::size_t i = 0; i < options.size(); ++i) {
    const double part = (values[i] - kOptimum[i]) / static_cast<double>(options[i].max - options[i].min);
    sum += part * part;
  }
  return std::sqrt(sum);
}

// Sixteen games, each won by chance with the probability that their difference in Elo gives; a tenth of a
// range from the optimum costs 40 Elo. Depends on the step and on nothing else.
inline SpsaOutcome play_by_formula(const SpsaStep& step) {
  const std::vector<TunedOption> options = three_options();
  const auto elo = [&](const std::vector<std::int64_t>& whole) {
    const double far = distance(options, {whole.begin(), whole.end()});
    return -4000 * far * far;
  };
  const double chance = 1 / (1 + std::pow(10, (elo(step.second) - elo(step.first)) / 400));
  base::Rng rng(static_cast<std::uint64_t>(step.number) * 77 + 5);
  SpsaOutcome outcome;
  for (int game = 0; game < 16; ++game) {
    const double luck = static_cast<double>(rng.next() >> 11) * 0x1p-53;
    ++(luck < chance ? outcome.wins : outcome.losses);
  }
  return outcome;
}

}  // namespace vitrine::lab
