#include "arena/statistics/elo.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <limits>

namespace vitrine::arena {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::string number_text(double value, int decimals) {
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  if (std::isnan(value)) return "nan";
  std::array<char, 64> buffer;
  const int length = std::snprintf(buffer.data(), buffer.size(), "%.*f", decimals, value);
  const std::string text(buffer.data(), static_cast<std::size_t>(length));
  // A small negative number rounds to "-0.00", which only puzzles.
  return text.find_first_of("123456789") == std::string::npos && text.front() == '-' ? text.substr(1) : text;
}

template <std::size_t N>
Moments moments_of(const std::array<std::int64_t, N>& counts) {
  Moments result;
  double sum = 0;
  for (std::size_t i = 0; i < N; ++i) {
    result.count += static_cast<double>(counts[i]);
    sum += static_cast<double>(counts[i]) * static_cast<double>(i) / (N - 1);
  }
  if (result.count == 0) return result;

  result.mean = sum / result.count;
  for (std::size_t i = 0; i < N; ++i) {
    const double distance = static_cast<double>(i) / (N - 1) - result.mean;
    result.variance += static_cast<double>(counts[i]) * distance * distance / result.count;
  }
  return result;
}

Estimate elo_of(const Moments& m) {
  if (m.count == 0) return {0, -kInfinity, kInfinity};
  const double clean_sheet = std::pow(0.025, 1 / m.count);
  if (m.mean >= 1) return {kInfinity, elo_of_score(clean_sheet), kInfinity};
  if (m.mean <= 0) return {-kInfinity, -kInfinity, elo_of_score(1 - clean_sheet)};
  const double reach = kTwoSided95 * m.standard_error();
  return {elo_of_score(m.mean), elo_of_score(m.mean - reach), elo_of_score(m.mean + reach)};
}

// Deviations are those of a single game: a pair's score is the mean of two.
Estimate normalized_elo_of(const Moments& m, double games_per_count) {
  if (m.count == 0) return {0, -kInfinity, kInfinity};
  const double distance = m.mean - 0.5;
  if (m.variance == 0 && distance != 0) {
    const double infinite = std::copysign(kInfinity, distance);
    return {infinite, infinite, infinite};
  }
  const double deviation = std::sqrt(m.variance * games_per_count);
  const double value = m.variance == 0 ? 0 : kNormalizedEloPerDeviation * distance / deviation;
  const double reach = kNormalizedEloPerDeviation * kTwoSided95 / std::sqrt(m.count * games_per_count);
  return {value, value - reach, value + reach};
}

double superiority_of(const Moments& m) {
  const double distance = m.mean - 0.5;
  if (distance == 0) return 0.5;
  if (m.variance == 0) return distance > 0 ? 1 : 0;
  return 0.5 * std::erfc(-distance / (m.standard_error() * std::sqrt(2.0)));
}

}  // namespace

double Estimate::margin() const { return std::isinf(low) || std::isinf(high) ? kInfinity : (high - low) / 2; }

std::string to_text(const Estimate& estimate, int decimals) {
  const std::string value = number_text(estimate.value, decimals);
  return std::isinf(estimate.value) ? value : value + " +/- " + number_text(estimate.margin(), decimals);
}

std::string interval_text(const Estimate& estimate, int decimals) {
  return "[" + number_text(estimate.low, decimals) + ", " + number_text(estimate.high, decimals) + "]";
}

double score_of_elo(double elo) { return 1 / (1 + std::pow(10.0, -elo / 400)); }

double elo_of_score(double score) {
  if (score <= 0) return -kInfinity;
  if (score >= 1) return kInfinity;
  return -400 * std::log10(1 / score - 1);
}

double Moments::standard_error() const { return count == 0 ? 0 : std::sqrt(variance / count); }

Moments moments(const Tally& games) { return moments_of(games.counts()); }
Moments moments(const Pentanomial& pairs) { return moments_of(pairs.counts()); }

Estimate elo(const Tally& games) { return elo_of(moments(games)); }
Estimate elo(const Pentanomial& pairs) { return elo_of(moments(pairs)); }

Estimate normalized_elo(const Tally& games) { return normalized_elo_of(moments(games), 1); }
Estimate normalized_elo(const Pentanomial& pairs) { return normalized_elo_of(moments(pairs), 2); }

double likelihood_of_superiority(const Tally& games) { return superiority_of(moments(games)); }
double likelihood_of_superiority(const Pentanomial& pairs) { return superiority_of(moments(pairs)); }

double decisive_likelihood_of_superiority(const Tally& games) {
  const auto decisive = static_cast<double>(games.wins + games.losses);
  if (decisive == 0) return 0.5;
  return 0.5 * std::erfc(-static_cast<double>(games.wins - games.losses) / std::sqrt(2 * decisive));
}

double draw_ratio(const Tally& games) {
  return games.games() ? static_cast<double>(games.draws) / static_cast<double>(games.games()) : 0;
}

double pairs_ratio(const Pentanomial& pairs) {
  return static_cast<double>(pairs.win_win + pairs.win_draw) /
         static_cast<double>(pairs.loss_loss + pairs.loss_draw);
}

double win_loss_to_draw_draw_ratio(const Pentanomial& pairs) {
  return static_cast<double>(pairs.win_loss) / static_cast<double>(pairs.draw_draw);
}

}  // namespace vitrine::arena
