#include "lab/spsa/spsa.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

#include "base/rng.h"

namespace vitrine::lab {

namespace {

// Spall's for a finite run.
constexpr double kAlpha = 0.602;
constexpr double kGamma = 0.101;

SpsaState first_state(const std::vector<TunedOption>& options) {
  SpsaState state;
  for (const TunedOption& option : options) state.values.push_back(option.value);
  return state;
}

// In [0, 1).
double fraction(base::Rng& rng) { return static_cast<double>(rng.next() >> 11) * 0x1p-53; }

std::int64_t rounded(double value, double dither, const TunedOption& option) {
  return std::clamp(static_cast<std::int64_t>(std::floor(value + dither)), option.min, option.max);
}

}  // namespace

SpsaOutcome& SpsaOutcome::operator+=(const SpsaOutcome& other) {
  wins += other.wins;
  draws += other.draws;
  losses += other.losses;
  on_time += other.on_time;
  return *this;
}

SpsaGains gains(const TunedOption& option, const SpsaRules& rules, std::int64_t step) {
  const auto k = static_cast<double>(step + 1), n = static_cast<double>(rules.steps);
  const double held_back = rules.stability * n;
  const double c = option.c_end * std::pow(n / k, kGamma);
  const double a_end = option.r_end * option.c_end * option.c_end;
  const double a = a_end * std::pow((held_back + n) / (held_back + k), kAlpha);
  return {.shift = c, .move = a / c};
}

Spsa::Spsa(std::vector<TunedOption> options, const SpsaRules& rules)
    : options_(std::move(options)), rules_(rules), state_(first_state(options_)) {}

Spsa::Spsa(std::vector<TunedOption> options, const SpsaRules& rules, SpsaState state)
    : options_(std::move(options)), rules_(rules), state_(std::move(state)) {
  assert(state_.values.size() == options_.size());
}

std::optional<SpsaStep> Spsa::take() {
  for (std::int64_t number = state_.next; number < rules_.steps; ++number) {
    if (std::ranges::binary_search(state_.ahead, number) || handed_out_.contains(number)) continue;
    handed_out_.insert(number);
    return make_step(number);
  }
  return {};
}

SpsaStep Spsa::make_step(std::int64_t number) const {
  base::Rng rng(base::Rng(rules_.seed).next() ^ base::Rng(static_cast<std::uint64_t>(number)).next());
  SpsaStep step{.number = number, .signs = {}, .first = {}, .second = {}};
  for (std::size_t i = 0; i < options_.size(); ++i) {
    const int sign = (rng.next() & 1) != 0 ? 1 : -1;
    // Rounded at random, so that a fraction counts on average; both by the same chance, so that the two
    // always differ where they should.
    const double dither = fraction(rng);
    const double shift = sign * gains(options_[i], rules_, number).shift;
    step.signs.push_back(sign);
    step.first.push_back(rounded(state_.values[i] + shift, dither, options_[i]));
    step.second.push_back(rounded(state_.values[i] - shift, dither, options_[i]));
  }
  return step;
}

void Spsa::apply(const SpsaStep& step, const SpsaOutcome& outcome) {
  assert(handed_out_.contains(step.number));
  handed_out_.erase(step.number);
  for (std::size_t i = 0; i < options_.size(); ++i) {
    const TunedOption& option = options_[i];
    const double move = gains(option, rules_, step.number).move * static_cast<double>(outcome.margin());
    state_.values[i] = std::clamp(state_.values[i] + step.signs[i] * move, static_cast<double>(option.min),
                                  static_cast<double>(option.max));
  }
  state_.total += outcome;

  std::vector<std::int64_t>& ahead = state_.ahead;
  ahead.insert(std::ranges::upper_bound(ahead, step.number), step.number);
  auto gap = ahead.begin();
  for (; gap != ahead.end() && *gap == state_.next; ++gap) ++state_.next;
  ahead.erase(ahead.begin(), gap);
}

}  // namespace vitrine::lab
