#include "engines/challenger/watch.h"

#include <algorithm>

namespace vitrine::engines::challenger {

namespace {

constexpr Milliseconds kOverhead{5};  // of a fixed time for one move

}  // namespace

Watch::Watch(const Limits& limits, const Signals& signals, std::optional<Milliseconds> budget)
    : signals_(signals), max_nodes_(limits.nodes), max_time_(budget), is_pondering_(limits.ponder) {
  if (limits.move_time) {
    const Milliseconds most = *limits.move_time - std::min(kOverhead, *limits.move_time / 5);
    max_time_ = std::min(most, max_time_.value_or(most));
  }
  // The first ply fits before the first look, so that even without time the move has been thought about.
  next_look_ = std::min(kNodesBetweenLooks, max_nodes_.value_or(kNodesBetweenLooks));
}

bool Watch::look(std::uint64_t nodes) {
  const auto now = SteadyClock::now();
  if (signals_.stop.stop_requested()) must_stop_ = true;
  if (is_pondering_ && signals_.ponder_hit.stop_requested()) {
    is_pondering_ = false;
    counts_from_ = now;
    if (max_nodes_) *max_nodes_ += nodes;
  }
  next_look_ = nodes + kNodesBetweenLooks;
  if (!is_pondering_) {
    if (is_deep_enough_) must_stop_ = true;
    if (max_time_ && now - counts_from_ >= *max_time_) must_stop_ = true;
    if (max_nodes_) {
      if (nodes >= *max_nodes_) must_stop_ = true;
      next_look_ = std::min(next_look_, *max_nodes_);
    }
  }
  if (!must_stop_ && now >= next_tick_) {
    next_tick_ = now + kTick;
    if (tick_) tick_();
  }
  return must_stop_;
}

Milliseconds Watch::elapsed() const {
  return std::chrono::duration_cast<Milliseconds>(SteadyClock::now() - start_);
}

}  // namespace vitrine::engines::challenger
