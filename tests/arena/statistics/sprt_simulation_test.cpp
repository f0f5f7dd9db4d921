#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>

#include "arena/statistics/elo.h"
#include "arena/statistics/sprt.h"
#include "base/rng.h"

namespace vitrine::arena {
namespace {

constexpr int kSimulations = 10'000;

using Probabilities = std::array<double, 5>;

double mean_of(const Probabilities& p) {
  double mean = 0;
  for (std::size_t i = 0; i < 5; ++i) mean += p[i] * static_cast<double>(i) / 4;
  return mean;
}

double normalized_elo_of(const Probabilities& p) {
  double variance = 0;
  for (std::size_t i = 0; i < 5; ++i)
    variance += p[i] * (static_cast<double>(i) / 4 - mean_of(p)) * (static_cast<double>(i) / 4 - mean_of(p));
  return (mean_of(p) - 0.5) / std::sqrt(2 * variance) * 800 / std::log(10.0);
}

// Pairs such as a balanced book gives them, tilted until the strength is as wanted.
template <class Strength>
Probabilities pairs_of_strength(double wanted, Strength strength) {
  constexpr Probabilities kBook = {0.03, 0.19, 0.52, 0.21, 0.05};
  double low = -3, high = 3;
  Probabilities p{};
  for (int round = 0; round < 100; ++round) {
    const double tilt = (low + high) / 2;
    double total = 0;
    for (std::size_t i = 0; i < 5; ++i) total += p[i] = kBook[i] * std::exp(tilt * static_cast<double>(i));
    for (double& share : p) share /= total;
    (strength(p) < wanted ? low : high) = tilt;
  }
  return p;
}

// A running match: counts, and the sums that give mean and variance at once.
class Match {
 public:
  void add(std::size_t pair_class) {
    ++counts_[pair_class];
    const auto quarters = static_cast<std::int64_t>(pair_class);
    ++pairs_;
    sum_ += quarters;
    squares_ += quarters * quarters;
  }

  [[nodiscard]] std::int64_t pairs() const { return pairs_; }
  [[nodiscard]] Pentanomial results() const {
    return {counts_[0], counts_[1], 0, counts_[2], counts_[3], counts_[4]};
  }
  // Good to a few hundredths, and a hundred times faster than the exact ratio.
  [[nodiscard]] double approximate_llr(const SprtSettings& settings) const {
    const auto n = static_cast<double>(pairs_);
    const double mean = static_cast<double>(sum_) / (4 * n);
    const double variance = static_cast<double>(squares_) / (16 * n) - mean * mean;
    if (variance <= 0) return 0;
    if (settings.model == SprtModel::logistic) {
      const double s0 = score_of_elo(settings.elo0), s1 = score_of_elo(settings.elo1);
      return n * (s1 - s0) * (2 * mean - s0 - s1) / (2 * variance);
    }
    const double t = (mean - 0.5) / std::sqrt(2 * variance);
    const double t0 = settings.elo0 / kNormalizedEloPerDeviation,
                 t1 = settings.elo1 / kNormalizedEloPerDeviation;
    return n * std::log((1 + (t - t0) * (t - t0)) / (1 + (t - t1) * (t - t1)));
  }

 private:
  std::array<std::int64_t, 5> counts_{};
  std::int64_t pairs_ = 0, sum_ = 0, squares_ = 0;
};

struct Rates {
  double accepted_h1 = 0;
  double mean_games = 0;
};

// Plays until the verdict. The exact ratio is asked for only where the approximation comes near a bound. That
// it is far from a verdict elsewhere is checked now and then.
Rates simulate(const Probabilities& p, const SprtSettings& settings, std::uint64_t seed) {
  constexpr double kDoubt = 0.2;
  const SprtBounds bounds = sprt_bounds(settings);
  std::array<std::uint64_t, 5> limit{};
  double cumulative = 0;
  for (std::size_t i = 0; i < 5; ++i)
    limit[i] = static_cast<std::uint64_t>(std::ldexp(cumulative += p[i], 62));

  base::Rng rng(seed);
  Rates rates;
  for (int simulation = 0; simulation < kSimulations; ++simulation) {
    Match match;
    SprtVerdict verdict = SprtVerdict::go_on;
    while (verdict == SprtVerdict::go_on) {
      const std::uint64_t random = rng.next() >> 2;
      std::size_t pair_class = 0;
      for (std::size_t i = 0; i < 4; ++i) pair_class += random >= limit[i];
      match.add(pair_class);
      const double guess = match.approximate_llr(settings);
      const bool is_clear = guess > bounds.lower + kDoubt && guess < bounds.upper - kDoubt;
      if (is_clear && random % 1024 != 0) continue;
      verdict = sprt_verdict(sprt_llr(match.results(), settings), settings);
      EXPECT_FALSE(is_clear && verdict != SprtVerdict::go_on);
    }
    rates.accepted_h1 += verdict == SprtVerdict::accept_h1;
    rates.mean_games += 2 * static_cast<double>(match.pairs());
  }
  rates.accepted_h1 /= kSimulations;
  rates.mean_games /= kSimulations;
  return rates;
}

// Both errors at 5%, within half a point; and as long as Brownian motion says: 2 * 0.9 * 2.944 * (C / 10)^2
// games.
TEST(SprtSimulation, NormalizedHoldsItsErrorRates) {
  const SprtSettings settings{SprtModel::normalized, 0, 10};
  const Rates h0 = simulate(pairs_of_strength(0, normalized_elo_of), settings, 1303);
  EXPECT_NEAR(h0.accepted_h1, 0.05, 0.005);
  EXPECT_NEAR(h0.mean_games, 6400, 300);
  const Rates h1 = simulate(pairs_of_strength(10, normalized_elo_of), settings, 1304);
  EXPECT_NEAR(1 - h1.accepted_h1, 0.05, 0.005);
  EXPECT_NEAR(h1.mean_games, 6400, 300);
  RecordProperty("h0", std::to_string(h0.accepted_h1));
  RecordProperty("h1", std::to_string(h1.accepted_h1));
}

TEST(SprtSimulation, LogisticHoldsItsErrorRates) {
  const SprtSettings settings{SprtModel::logistic, -2, 4};
  const Rates h0 = simulate(pairs_of_strength(score_of_elo(-2), mean_of), settings, 1301);
  EXPECT_NEAR(h0.accepted_h1, 0.05, 0.005);
  const Rates h1 = simulate(pairs_of_strength(score_of_elo(4), mean_of), settings, 1302);
  EXPECT_NEAR(1 - h1.accepted_h1, 0.05, 0.005);
  RecordProperty("h0", std::to_string(h0.accepted_h1));
  RecordProperty("h1", std::to_string(h1.accepted_h1));
}

}  // namespace
}  // namespace vitrine::arena
