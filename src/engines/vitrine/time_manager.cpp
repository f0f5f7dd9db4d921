#include "engines/vitrine/time_manager.h"

#include <algorithm>

namespace vitrine::engines::flagship {

namespace {

Milliseconds times(Milliseconds time, double factor) {
  return Milliseconds(static_cast<Milliseconds::rep>(static_cast<double>(time.count()) * factor));
}

constexpr Milliseconds kShortest{1};
// What is kept for a machine that is slow to wake us: one that others use too stood still for up to 62 ms.
constexpr Milliseconds kInHand{60};

}  // namespace

TimeBudget budget_for(const TimeLeft& left, Milliseconds overhead) {
  Milliseconds usable = std::max(kShortest, left.remaining - overhead);
  Milliseconds share;
  Milliseconds limit;
  if (left.moves_to_go) {
    const int moves = std::clamp(*left.moves_to_go, 1, 50);
    share = std::min(times(usable, 0.95 / moves) + times(left.increment, 0.8), times(usable, 0.85));
    limit = std::min(share * 5, times(usable, moves == 1 ? 0.9 : 0.75));
  } else {
    usable = std::max(kShortest, usable - std::min(kInHand, usable / 2));
    // What each move may lose on the way is taken from the increment, or it would live from what is in hand.
    const Milliseconds gain = std::max(Milliseconds{0}, times(left.increment, 0.8) - overhead / 4);
    share = std::min(times(usable, 0.042) + gain, times(usable, 0.25));
    limit = std::min(share * 5, times(usable, 0.5));
  }
  return {std::max(kShortest, std::min(share, limit)), std::max(kShortest, limit)};
}

double Settledness::note(const IterationResult& result) {
  const bool is_same = last_ && last_->best == result.best;
  unchanged_ = is_same ? unchanged_ + 1 : 0;
  if (!last_) average_ = result.score;
  const double fall = std::clamp(average_ - result.score, -40.0, 80.0);
  average_ += (result.score - average_) / 3;
  last_ = result;

  const double by_change = 1.45 - 0.08 * std::min(unchanged_, 8);
  const double by_score = 1.0 + fall * 0.007;
  const double share = static_cast<double>(result.nodes_on_best) / static_cast<double>(result.nodes_on_all);
  const double by_effort = 1.75 - 1.2 * share;
  return by_change * by_score * by_effort;
}

}  // namespace vitrine::engines::flagship
