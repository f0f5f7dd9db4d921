#include "engines/mailbox/budget.h"

#include <algorithm>

namespace vitrine::engines::mailbox {

using namespace std::chrono_literals;

Milliseconds time_for_move(const Clock& clock, chess::Color us) {
  const Milliseconds left = std::max(clock.remaining[chess::index(us)], 0ms);
  const Milliseconds reserve = std::clamp(left / 10, 10ms, 50ms);
  const int moves = std::clamp(clock.moves_to_go.value_or(30), 1, 30);
  const Milliseconds share = left / moves + clock.increment[chess::index(us)] * 3 / 4;
  return std::clamp(share, 0ms, std::max(left - reserve, 0ms));
}

Budget::Budget(const Limits& limits, chess::Color us, const Signals& signals)
    : signals_(signals),
      is_pondering_(limits.ponder),
      node_limit_(limits.nodes),
      time_limit_(limits.move_time),
      is_on_clock_(limits.clock.has_value()) {
  if (!limits.clock) return;
  const Milliseconds share = time_for_move(*limits.clock, us);
  time_limit_ = std::min(share, time_limit_.value_or(share));
}

bool Budget::look(std::uint64_t nodes) {
  constexpr std::uint64_t kNodesBetweenLooks = 256;  // far less than a millisecond
  if (signals_.stop.stop_requested()) return true;
  if (is_pondering_ && signals_.ponder_hit.stop_requested()) {
    is_pondering_ = false;
    counted_from_ = Watch::now();
    nodes_counted_from_ = nodes;
  }
  next_look_ = nodes + kNodesBetweenLooks;
  if (is_pondering_) return false;
  if (node_limit_) {
    if (nodes - nodes_counted_from_ >= *node_limit_) return true;
    next_look_ = std::min(next_look_, nodes_counted_from_ + *node_limit_);
  }
  return time_limit_ && Watch::now() - counted_from_ >= *time_limit_;
}

bool Budget::is_half_spent() const { return time_limit_ && Watch::now() - counted_from_ >= *time_limit_ / 2; }

Milliseconds Budget::elapsed() const {
  return std::chrono::duration_cast<Milliseconds>(Watch::now() - asked_);
}

}  // namespace vitrine::engines::mailbox
