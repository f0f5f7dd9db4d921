#include "lab/coefficients.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "eval/classical/evaluation.h"
#include "eval/classical/weights_visit.h"

namespace vitrine::lab {

namespace {

using namespace eval::classical;

// Counts of one kind, dense while a position is looked at.
class Tally {
 public:
  Tally() : counts_(kWeightCount) {}
  void add(std::size_t weight, int count) {
    if (counts_[weight] == 0) touched_.push_back(weight);
    counts_[weight] += count;
  }
  // Moves what isn't zero to the end of `out`; how much that was.
  std::uint16_t drain(std::vector<Coefficient>& out) {
    std::ranges::sort(touched_);
    std::uint16_t kept = 0;
    for (const std::size_t weight : touched_) {
      // A count may have gone back to zero and be listed twice.
      if (counts_[weight] == 0) continue;
      out.push_back({static_cast<std::uint16_t>(weight), static_cast<std::int16_t>(counts_[weight])});
      counts_[weight] = 0;
      ++kept;
    }
    touched_.clear();
    return kept;
  }

 private:
  std::vector<int> counts_;
  std::vector<std::size_t> touched_;
};

class CoefficientLedger {
 public:
  template <Color us>
  void add(Term, const Tapered& weight, int count = 1) {
    linear.add(place(kBuiltInWeights, &weight), us == Color::white ? count : -count);
  }
  template <Color us>
  void add(Term term, Square, const Tapered& weight, int count = 1) {
    add<us>(term, weight, count);
  }
  template <Color us>
  void endanger(const int& weight, int count = 1) {
    danger[index(us)].add(place(kBuiltInWeights, &weight), count);
  }
  void complicate(const int& weight, int count = 1) {
    complexity.add(place(kBuiltInWeights, &weight), count);
  }

  Tally linear;
  std::array<Tally, 2> danger;
  Tally complexity;
};

static_assert(kWeightCount <= std::numeric_limits<std::uint16_t>::max());

}  // namespace

Parameters to_parameters(const Weights& weights) {
  Parameters parameters;
  for_each_weight(weights, [&](std::string_view, auto values, std::size_t) {
    for (const auto& value : values) {
      if constexpr (requires { value.middlegame(); })
        parameters.push_back({static_cast<float>(value.middlegame()), static_cast<float>(value.endgame())});
      else
        parameters.push_back({static_cast<float>(value), 0});
    }
  });
  return parameters;
}

Weights to_weights(const Parameters& parameters) {
  Weights weights = kBuiltInWeights;
  std::size_t next = 0;
  const auto whole = [](float value) { return static_cast<int>(std::lround(value)); };
  for_each_weight(weights, [&](std::string_view, auto values, std::size_t) {
    for (auto& value : values) {
      const std::array<float, 2> both = parameters.at(next++);
      if constexpr (requires { value.middlegame(); })
        value = Tapered(whole(both[0]), whole(both[1]));
      else
        value = whole(both[0]);
    }
  });
  return weights;
}

bool Samples::add(const chess::Position& pos, float target) {
  if (pos.is_check() || known_value(pos)) return false;
  CoefficientLedger ledger;
  add_men(pos, kBuiltInWeights, ledger);
  const PawnFacts pawns = add_pawns(pos, kBuiltInWeights, ledger);
  add_terms(pos, pawns, kBuiltInWeights, ledger);

  Sample sample{};
  sample.begin = coefficients_.size();
  sample.linear = ledger.linear.drain(coefficients_);
  for (const std::size_t color : {0, 1}) sample.danger[color] = ledger.danger[color].drain(coefficients_);
  sample.complexity = ledger.complexity.drain(coefficients_);
  sample.phase = static_cast<std::uint8_t>(phase_of(pos));
  for (const Color color : {Color::white, Color::black})
    sample.scale[index(color)] =
        static_cast<std::uint8_t>(drawish_scale(pos, color, pawns.passed[index(color)]));
  sample.target = target;
  samples_.push_back(sample);
  return true;
}

// The same steps as eval::classical::conclude, in real numbers.
struct Samples::Parts {
  std::span<const Coefficient> linear;
  std::array<std::span<const Coefficient>, 2> danger;
  std::span<const Coefficient> complexity;
  std::array<float, 2> danger_sum;
  float complexity_sum;
  float middlegame;
  float endgame;   // before complexity
  float shifted;   // after
  float mg_share;  // of the value that each half makes up
  float eg_share;
};

namespace {

float dot(std::span<const Coefficient> coefficients, const Parameters& weights) {
  float sum = 0;
  for (const auto [weight, count] : coefficients) sum += weights[weight][0] * static_cast<float>(count);
  return sum;
}

float clamped_danger(float danger) { return std::clamp(danger, 0.0F, static_cast<float>(kMaxDanger)); }

}  // namespace

Samples::Parts Samples::parts(const Sample& sample, const Parameters& weights) const {
  Parts parts{};
  const Coefficient* next = coefficients_.data() + sample.begin;
  const auto take = [&](std::size_t count) {
    const std::span<const Coefficient> taken(next, count);
    next += count;
    return taken;
  };
  parts.linear = take(sample.linear);
  parts.danger = {take(sample.danger[0]), take(sample.danger[1])};
  parts.complexity = take(sample.complexity);

  for (const auto [weight, count] : parts.linear) {
    parts.middlegame += weights[weight][0] * static_cast<float>(count);
    parts.endgame += weights[weight][1] * static_cast<float>(count);
  }
  for (const std::size_t color : {0, 1}) {
    parts.danger_sum[color] = dot(parts.danger[color], weights);
    const float danger = clamped_danger(parts.danger_sum[color]);
    const float sign = color == 0 ? -1.0F : 1.0F;
    parts.middlegame += sign * danger * danger / kDangerSquareShare;
    parts.endgame += sign * danger / kDangerEndgameShare;
  }
  parts.complexity_sum = dot(parts.complexity, weights);
  const float sign = parts.endgame >= 0 ? 1.0F : -1.0F;
  parts.shifted = sign * std::max(std::abs(parts.endgame) + parts.complexity_sum, 0.0F);

  const float phase = static_cast<float>(sample.phase) / kFullPhase;
  const float scale = static_cast<float>(sample.scale[parts.shifted >= 0 ? 0 : 1]) / kFullScale;
  parts.mg_share = phase;
  parts.eg_share = (1 - phase) * scale;
  return parts;
}

float Samples::value(const Sample& sample, const Parameters& weights) const {
  const Parts p = parts(sample, weights);
  return p.middlegame * p.mg_share + p.shifted * p.eg_share;
}

void Samples::add_gradient(const Sample& sample, const Parameters& weights, float slope,
                           Parameters& gradient) const {
  const Parts p = parts(sample, weights);
  const float middlegame = slope * p.mg_share;
  // Where complexity has eaten all of the endgame value, no small change brings it back.
  const float endgame = p.shifted != 0 ? slope * p.eg_share : 0;
  for (const auto [weight, count] : p.linear) {
    gradient[weight][0] += middlegame * static_cast<float>(count);
    gradient[weight][1] += endgame * static_cast<float>(count);
  }
  for (const std::size_t color : {0, 1}) {
    const float danger = p.danger_sum[color];
    if (danger <= 0 || danger >= kMaxDanger) continue;
    const float sign = color == 0 ? -1.0F : 1.0F;
    const float by_danger =
        sign * (middlegame * 2 * danger / kDangerSquareShare + endgame / kDangerEndgameShare);
    for (const auto [weight, count] : p.danger[color])
      gradient[weight][0] += by_danger * static_cast<float>(count);
  }
  const float by_complexity = p.endgame >= 0 ? endgame : -endgame;
  for (const auto [weight, count] : p.complexity)
    gradient[weight][0] += by_complexity * static_cast<float>(count);
}

}  // namespace vitrine::lab
