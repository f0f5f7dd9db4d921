#include "engines/challenger/time_rule.h"

#include <algorithm>

namespace vitrine::engines::challenger {

namespace {

constexpr Milliseconds kReserve{20};

Milliseconds share_of(Milliseconds time, double share) {
  return std::chrono::duration_cast<Milliseconds>(std::chrono::duration<double, std::milli>(time) * share);
}

}  // namespace

Milliseconds time_for_move(const TimeLeft& left, int men_on_board, const TimeCoefficients& coefficients) {
  const bool is_early = men_on_board > coefficients.many_men;
  const Milliseconds base =
      share_of(left.starting, is_early ? coefficients.opening_share : coefficients.later_share);
  Milliseconds time = base * 2 > left.remaining ? left.remaining / 4 : base + left.increment;
  // The ancestor knew only games in one go: 5% of the start for each of the last moves before a time control
  // is fine, but not for forty of them.
  if (left.moves_to_go)
    time = std::min(time, left.remaining / std::max(1, *left.moves_to_go) + left.increment);
  return std::clamp(time, Milliseconds(0), std::max(Milliseconds(0), left.remaining - kReserve));
}

}  // namespace vitrine::engines::challenger
