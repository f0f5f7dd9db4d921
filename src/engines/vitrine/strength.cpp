#include "engines/vitrine/strength.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>

namespace vitrine::engines::flagship {

namespace {

struct Step {
  int elo;
  double nodes;
  double carelessness;
};

// Between two steps the carelessness is interpolated, and the logarithm of the nodes.
constexpr std::array kSteps = {
    Step{kWeakestElo, 300, 240},
    Step{1480, 300, 150},
    Step{1740, 1500, 10},
    Step{2060, 8500, 0},
    Step{2400, 40'000, 0},
    Step{2630, 88'000, 0},
    Step{kStrongestElo, 150'000, 0},
};

}  // namespace

Handicap handicap_for(int elo) {
  assert(elo >= kWeakestElo && elo <= kStrongestElo);
  const auto above = std::ranges::find_if(kSteps, [&](const Step& step) { return elo <= step.elo; });
  if (above == kSteps.begin())
    return {static_cast<std::uint64_t>(above->nodes), static_cast<int>(above->carelessness)};
  const Step& a = *(above - 1);
  const Step& b = *above;
  const double part = static_cast<double>(elo - a.elo) / (b.elo - a.elo);
  return {.nodes = static_cast<std::uint64_t>(std::lround(a.nodes * std::pow(b.nodes / a.nodes, part))),
          .carelessness = static_cast<int>(std::lround(std::lerp(a.carelessness, b.carelessness, part)))};
}

std::size_t choose_carelessly(std::span<const int> scores, const Handicap& handicap, base::Rng& rng) {
  assert(!scores.empty());
  if (handicap.carelessness == 0) return 0;
  std::size_t best = 0;
  long best_look = 0;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    const auto flattery = rng.below(static_cast<std::uint64_t>(handicap.carelessness) + 1);
    const long look = scores[i] + static_cast<long>(flattery);
    if (i == 0 || look > best_look) {
      best = i;
      best_look = look;
    }
  }
  return best;
}

}  // namespace vitrine::engines::flagship
