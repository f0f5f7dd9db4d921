#include "engines/vitrine/watch.h"

#include <algorithm>

namespace vitrine::engines::flagship {

namespace {

constexpr Milliseconds kOverhead{5};  // of a fixed time for one move

}  // namespace

Watch::Watch(const Limits& limits, const Signals& signals, std::optional<TimeBudget> budget)
    : signals_(signals), max_nodes_(limits.nodes), is_pondering_(limits.ponder) {
  if (budget) {
    share_ = budget->share;
    max_time_ = budget->limit;
  }
  if (limits.move_time) {
    const Milliseconds most = *limits.move_time - std::min(kOverhead, *limits.move_time / 5);
    max_time_ = std::min(most, max_time_.value_or(most));
  }
}

bool Watch::look(std::uint64_t nodes) {
  const auto now = SteadyClock::now();
  if (signals_.stop.stop_requested()) has_stopped_ = true;
  if (is_pondering_ && signals_.ponder_hit.stop_requested()) {
    is_pondering_ = false;
    counts_from_ = now;
    if (max_nodes_) *max_nodes_ += nodes;
  }
  if (!is_pondering_) {
    if (is_enough_) has_stopped_ = true;
    if (max_time_ && now - counts_from_ >= *max_time_) has_stopped_ = true;
    if (max_nodes_ && nodes >= *max_nodes_) has_stopped_ = true;
  }
  if (!has_stopped_ && now >= next_tick_) {
    next_tick_ = now + kTick;
    if (tick_) tick_();
  }
  return has_stopped_;
}

std::uint64_t Watch::nodes_to_next_look(std::uint64_t nodes) const {
  if (is_pondering_ || !max_nodes_ || *max_nodes_ <= nodes) return kNodesBetweenLooks;
  return std::min(kNodesBetweenLooks, *max_nodes_ - nodes);
}

void Watch::finished_iteration(double effort, bool is_enough) {
  is_enough_ = is_enough;
  if (!share_) return;
  const auto spent = std::chrono::duration<double, std::milli>(SteadyClock::now() - start_).count();
  is_enough_ = is_enough_ || spent >= static_cast<double>(share_->count()) * effort;
}

Milliseconds Watch::elapsed() const {
  return std::chrono::duration_cast<Milliseconds>(SteadyClock::now() - start_);
}

}  // namespace vitrine::engines::flagship
