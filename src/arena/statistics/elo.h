#pragma once

// Strength from scores: Elo and normalized Elo with their 95% intervals, and the likelihood of superiority.
// Each exists for games (trinomial) and for pairs (pentanomial); where pairs are known theirs is the right
// one, because the trinomial formula takes the two games of a pair for independent.

#include <string>

#include "arena/statistics/results.h"

namespace vitrine::arena {

// Half the width of a 95% interval, in standard errors.
inline constexpr double kTwoSided95 = 1.959963984540054;
// 800 / ln 10: how many normalized Elo are one standard deviation of a single game.
inline constexpr double kNormalizedEloPerDeviation = 347.43558552260146;

// A value and its 95% interval. All three may be infinite: nobody knows how much stronger one is who always
// wins.
struct Estimate {
  double value = 0;
  double low = 0;
  double high = 0;

  // Half the width of the interval; infinite if either end is.
  [[nodiscard]] double margin() const;
};

// "40.70 +/- 30.43", "412.15 +/- inf", and only "inf" or "-inf" where the value itself is.
[[nodiscard]] std::string to_text(const Estimate& estimate, int decimals = 2);
// "[10.52, 71.39]", "[275.31, inf]".
[[nodiscard]] std::string interval_text(const Estimate& estimate, int decimals = 2);

// Expected points per game at so many Elo above the opponent.
[[nodiscard]] double score_of_elo(double elo);
// The inverse; minus infinity from a score of 0 downwards, infinity from 1 upwards.
[[nodiscard]] double elo_of_score(double score);

// The average score per game or per pair, and how it scatters around that average.
struct Moments {
  double count = 0;
  double mean = 0.5;
  double variance = 0;

  // Of the mean; 0 before the first result.
  [[nodiscard]] double standard_error() const;
};
[[nodiscard]] Moments moments(const Tally& games);
[[nodiscard]] Moments moments(const Pentanomial& pairs);

// The interval is that of the score put through elo_of_score, so it is lopsided far from 50%. Who won or lost
// everything scatters not at all; there the near end is where so clean a result has still a chance of 2.5%.
// Before the first result: 0, from minus infinity to infinity.
[[nodiscard]] Estimate elo(const Tally& games);
[[nodiscard]] Estimate elo(const Pentanomial& pairs);

// The score's distance from one half in standard deviations of a single game, times
// kNormalizedEloPerDeviation: what decides how many games a difference takes to show, whatever the openings
// and the share of draws. With no scatter at all it is 0 (all drawn) or infinite.
[[nodiscard]] Estimate normalized_elo(const Tally& games);
[[nodiscard]] Estimate normalized_elo(const Pentanomial& pairs);

// The probability that the first player is the stronger one, by the normal approximation; one half before the
// first result, and 0, one half or 1 where nothing scatters.
[[nodiscard]] double likelihood_of_superiority(const Tally& games);
[[nodiscard]] double likelihood_of_superiority(const Pentanomial& pairs);
// As cutechess prints it: only decisive games count. One half without any.
[[nodiscard]] double decisive_likelihood_of_superiority(const Tally& games);

// Drawn games out of all; 0 before the first.
[[nodiscard]] double draw_ratio(const Tally& games);
// Pairs won for each pair lost. Infinite if none was lost, NaN if none was won either.
[[nodiscard]] double pairs_ratio(const Pentanomial& pairs);
// Even pairs of a win each for every even pair of two draws: high for sharp openings. Infinite or NaN
// likewise.
[[nodiscard]] double win_loss_to_draw_draw_ratio(const Pentanomial& pairs);

}  // namespace vitrine::arena
