#include "engines/turochamp/watch.h"

#include <algorithm>

namespace vitrine::engines::turochamp {

namespace {

using namespace std::chrono_literals;

constexpr int kMovesExpected = 30;
constexpr Milliseconds kReserve = 30ms;  // on the clock, for whatever lies between us and it
constexpr Milliseconds kOverhead = 5ms;  // of a fixed time for one move

std::optional<Milliseconds> earlier(std::optional<Milliseconds> a, std::optional<Milliseconds> b) {
  return a && b ? std::min(a, b) : (a ? a : b);
}

}  // namespace

Milliseconds time_for_move(const Clock& clock, chess::Color color) {
  const Milliseconds remaining = clock.remaining[index(color)];
  const Milliseconds wanted = remaining > 20s ? 1000ms : remaining > 4s ? 500ms : 100ms;
  const int moves = std::max(1, clock.moves_to_go.value_or(kMovesExpected));
  const Milliseconds share = remaining / moves + clock.increment[index(color)] * 3 / 4;
  return std::clamp(std::min(wanted, share), 0ms, std::max(0ms, remaining - kReserve));
}

Watch::Watch(const Limits& limits, const Signals& signals, chess::Color color, std::uint64_t stride)
    : signals_(signals),
      max_nodes_(limits.nodes),
      stride_(stride),
      next_look_(std::min(stride, limits.nodes.value_or(stride))),
      is_pondering_(limits.ponder) {
  if (limits.clock) max_time_ = time_for_move(*limits.clock, color);
  if (limits.move_time)
    max_time_ = earlier(max_time_, *limits.move_time - std::min(kOverhead, *limits.move_time / 5));
}

bool Watch::look(std::uint64_t nodes) {
  if (signals_.stop.stop_requested()) must_stop_ = true;
  if (is_pondering_ && signals_.ponder_hit.stop_requested()) {
    is_pondering_ = false;
    counts_from_ = SteadyClock::now();
    if (max_nodes_) *max_nodes_ += nodes;
  }
  next_look_ = nodes + stride_;
  if (is_pondering_) return must_stop_;

  if (is_deep_enough_) must_stop_ = true;
  if (max_nodes_) {
    if (nodes >= *max_nodes_) must_stop_ = true;
    next_look_ = std::min(next_look_, *max_nodes_);
  }
  if (max_time_ && SteadyClock::now() - counts_from_ >= *max_time_) must_stop_ = true;
  return must_stop_;
}

Milliseconds Watch::elapsed() const {
  return std::chrono::duration_cast<Milliseconds>(SteadyClock::now() - start_);
}

}  // namespace vitrine::engines::turochamp
