#include "arena/statistics/sprt.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <limits>

#include "arena/statistics/elo.h"

namespace vitrine::arena {
namespace {

// A class that has not come up yet is given this many results: a probability of zero has no logarithm.
constexpr double kUnseen = 1e-3;
// Beyond these strengths the score is all but 0 or 1, and nobody needs a test to tell.
constexpr double kLargestElo = 1000;
constexpr double kLargestNormalizedElo = 200;

template <std::size_t N>
using Vector = std::array<double, N>;

template <std::size_t N>
constexpr double score_of_class(std::size_t i) {
  return static_cast<double>(i) / (N - 1);
}

// Where sum p_i d_i / (1 + theta d_i) is zero. Contract: some d_i is negative and some positive; p_i > 0 and
// sum to 1. The function falls from infinity to minus infinity between its poles. Of the answer the terms
// p_i / (1 + theta d_i) are a distribution, none above 1, which keeps it away from the poles by p_i / |d_i|:
// Newton's steps stay in a bracket that is no larger, since next to a pole they are as small as at the goal.
template <std::size_t N>
double solve_theta(const Vector<N>& p, const Vector<N>& d) {
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < N; ++i) {
    if (d[i] > 0) low = std::max(low, (p[i] - 1) / d[i]);
    if (d[i] < 0) high = std::min(high, (p[i] - 1) / d[i]);
  }
  const double precision = 1e-15 * (high - low);
  double theta = 0;
  for (int round = 0; round < 200; ++round) {
    double value = 0, slope = 0;
    for (std::size_t i = 0; i < N; ++i) {
      const double term = d[i] / (1 + theta * d[i]);
      value += p[i] * term;
      slope -= p[i] * term * term;
    }
    (value > 0 ? low : high) = theta;
    double next = theta - value / slope;
    if (!(next > low && next < high)) next = low + (high - low) / 2;
    const double step = std::abs(next - theta);
    theta = next;
    if (step <= precision) break;
  }
  return theta;
}

// The likeliest distribution in which the average of d is zero, given that p was observed.
template <std::size_t N>
Vector<N> tilt(const Vector<N>& p, const Vector<N>& d) {
  const double theta = solve_theta(p, d);
  Vector<N> q;
  for (std::size_t i = 0; i < N; ++i) q[i] = p[i] / (1 + theta * d[i]);
  return q;
}

template <std::size_t N>
Vector<N> likeliest_with_mean(const Vector<N>& p, double mean) {
  Vector<N> d;
  for (std::size_t i = 0; i < N; ++i) d[i] = score_of_class<N>(i) - mean;
  return tilt(p, d);
}

// As above for (mean - 1/2) / deviation = t. The deviation depends on the answer, so the condition is made
// linear around the last answer and solved again until nothing moves; five to ten rounds are usual.
template <std::size_t N>
Vector<N> likeliest_with_t(const Vector<N>& p, double t) {
  Vector<N> q;
  q.fill(1.0 / N);
  for (int round = 0; round < 100; ++round) {
    double mean = 0, variance = 0;
    for (std::size_t i = 0; i < N; ++i) mean += q[i] * score_of_class<N>(i);
    for (std::size_t i = 0; i < N; ++i)
      variance += q[i] * (score_of_class<N>(i) - mean) * (score_of_class<N>(i) - mean);
    const double deviation = std::sqrt(variance);

    Vector<N> d;
    for (std::size_t i = 0; i < N; ++i) {
      const double distance = (score_of_class<N>(i) - mean) / deviation;
      d[i] = score_of_class<N>(i) - 0.5 - t * deviation / 2 * (1 + distance * distance);
    }
    const Vector<N> next = tilt(p, d);
    double change = 0;
    for (std::size_t i = 0; i < N; ++i) change = std::max(change, std::abs(next[i] - q[i]));
    q = next;
    if (change < 1e-9) break;
  }
  return q;
}

template <std::size_t N>
Vector<N> likeliest(const Vector<N>& p, double elo, SprtModel model) {
  if (model == SprtModel::logistic) return likeliest_with_mean(p, score_of_elo(elo));
  // A pair's score is the mean of two games and scatters less by the root of two.
  const double per_deviation =
      N == 5 ? kNormalizedEloPerDeviation / std::sqrt(2.0) : kNormalizedEloPerDeviation;
  return likeliest_with_t(p, elo / per_deviation);
}

template <std::size_t N>
double generalized_llr(const std::array<std::int64_t, N>& counts, const SprtSettings& settings) {
  Vector<N> p;
  double total = 0;
  for (std::size_t i = 0; i < N; ++i)
    total += p[i] = counts[i] > 0 ? static_cast<double>(counts[i]) : kUnseen;
  for (double& share : p) share /= total;

  const Vector<N> p0 = likeliest(p, settings.elo0, settings.model);
  const Vector<N> p1 = likeliest(p, settings.elo1, settings.model);
  double sum = 0;
  for (std::size_t i = 0; i < N; ++i) sum += p[i] * std::log(p1[i] / p0[i]);
  return total * sum;
}

// ln(1 + 10^(elo/400)): minus the logarithm of the score that BayesElo's model gives to `elo` less.
double log_odds_sum(double elo) {
  const double x = elo * std::log(10.0) / 400;
  return std::max(x, 0.0) + std::log1p(std::exp(-std::abs(x)));
}

// In BayesElo's model a draw is a difference too small to show: P(win) = 1 / (1 + 10^((draw_elo - elo)/400)),
// P(loss) the same with -elo, and P(draw) = P(win) P(loss) times a factor that is equal under both hypotheses
// and cancels.
double bayesian_llr(const Tally& games, const SprtSettings& settings) {
  Vector<3> counts;
  for (std::size_t i = 0; i < 3; ++i) counts[i] = static_cast<double>(games.counts()[i]) + 0.5;
  const auto [losses, draws, wins] = counts;
  const double draw_elo = 200 * std::log10((wins + draws) / losses * (losses + draws) / wins);
  const double x = std::pow(10.0, -draw_elo / 400);
  const double scale = 4 * x / ((1 + x) * (1 + x));

  const auto log_likelihood = [&](double bayes_elo) {
    return -(wins + draws) * log_odds_sum(draw_elo - bayes_elo) -
           (losses + draws) * log_odds_sum(draw_elo + bayes_elo);
  };
  return log_likelihood(settings.elo1 / scale) - log_likelihood(settings.elo0 / scale);
}

std::string number_text(double value) {
  std::array<char, 64> buffer;
  std::snprintf(buffer.data(), buffer.size(), "%g", value);
  return buffer.data();
}

}  // namespace

std::string_view to_string(SprtModel model) {
  switch (model) {
    case SprtModel::logistic: return "logistic";
    case SprtModel::normalized: return "normalized";
    case SprtModel::bayesian: break;
  }
  return "bayesian";
}

std::optional<SprtModel> parse_sprt_model(std::string_view text) {
  for (const SprtModel model : {SprtModel::logistic, SprtModel::normalized, SprtModel::bayesian})
    if (text == to_string(model)) return model;
  return {};
}

std::optional<std::string> sprt_error(const SprtSettings& settings) {
  const double largest = settings.model == SprtModel::normalized ? kLargestNormalizedElo : kLargestElo;
  for (const auto& [name, elo] : {std::pair{"elo0", settings.elo0}, std::pair{"elo1", settings.elo1}})
    if (!(std::abs(elo) <= largest))
      return std::string(name) + " (" + number_text(elo) + ") must lie between " + number_text(-largest) +
             " and " + number_text(largest);
  if (!(settings.elo0 < settings.elo1))
    return "elo0 (" + number_text(settings.elo0) + ") must be less than elo1 (" + number_text(settings.elo1) +
           ")";
  for (const auto& [name, risk] : {std::pair{"alpha", settings.alpha}, std::pair{"beta", settings.beta}})
    if (!(risk > 0 && risk < 1))
      return std::string(name) + " (" + number_text(risk) + ") must lie between 0 and 1";
  if (!(settings.alpha + settings.beta < 1))
    return "alpha and beta together (" + number_text(settings.alpha + settings.beta) +
           ") must be less than 1";
  return {};
}

SprtBounds sprt_bounds(const SprtSettings& settings) {
  assert(!sprt_error(settings));
  return {std::log(settings.beta / (1 - settings.alpha)), std::log((1 - settings.beta) / settings.alpha)};
}

double sprt_llr(const Tally& games, const SprtSettings& settings) {
  assert(!sprt_error(settings));
  if (games.games() == 0) return 0;
  return settings.model == SprtModel::bayesian ? bayesian_llr(games, settings)
                                               : generalized_llr(games.counts(), settings);
}

double sprt_llr(const Pentanomial& pairs, const SprtSettings& settings) {
  assert(!sprt_error(settings));
  if (pairs.pairs() == 0) return 0;
  return settings.model == SprtModel::bayesian ? bayesian_llr(pairs.games(), settings)
                                               : generalized_llr(pairs.counts(), settings);
}

SprtVerdict sprt_verdict(double llr, const SprtSettings& settings) {
  const SprtBounds bounds = sprt_bounds(settings);
  if (llr >= bounds.upper) return SprtVerdict::accept_h1;
  if (llr <= bounds.lower) return SprtVerdict::accept_h0;
  return SprtVerdict::go_on;
}

}  // namespace vitrine::arena
