#pragma once

// When a search must end: told to stop, out of time, out of nodes. While it ponders no limit counts; they all
// begin at the ponder hit.

#include <chrono>
#include <cstdint>
#include <optional>

#include "engines/engine.h"

namespace vitrine::engines::negamax {

// The time for this move: an even share of what is left, some of the increment, and never the last of it.
[[nodiscard]] Milliseconds time_for_move(const Clock& clock, chess::Color color);

class Watch {
 public:
  // `budget`: what the engine grants itself of its clock.
  Watch(const Limits& limits, const Signals& signals, std::optional<Milliseconds> budget);

  // Ask before each node; it looks up rarely enough to cost nothing and often enough to answer within a
  // millisecond. Once true, always true.
  [[nodiscard]] bool must_stop(std::uint64_t nodes) { return nodes >= next_look_ ? look(nodes) : must_stop_; }
  [[nodiscard]] bool has_stopped() const { return must_stop_; }
  // Look now, whatever the nodes.
  bool look(std::uint64_t nodes);

  // No limit counts yet.
  [[nodiscard]] bool is_pondering() const { return is_pondering_; }
  // An iteration is done; no need for more than this many once the limits count.
  void finished(int depth, int last_depth) { is_deep_enough_ = depth >= last_depth; }
  // More than half of the clock's share is gone: another iteration would not end.
  [[nodiscard]] bool is_late() const;
  // Since the search began.
  [[nodiscard]] Milliseconds elapsed() const;

 private:
  using SteadyClock = std::chrono::steady_clock;
  static constexpr std::uint64_t kNodesBetweenLooks = 256;

  Signals signals_;
  std::optional<std::uint64_t> max_nodes_;
  std::optional<Milliseconds> budget_;
  std::optional<Milliseconds> max_time_;
  SteadyClock::time_point start_ = SteadyClock::now();
  SteadyClock::time_point counts_from_ = start_;
  std::uint64_t next_look_ = 0;
  bool is_pondering_;
  bool is_deep_enough_ = false;
  bool must_stop_ = false;
};

}  // namespace vitrine::engines::negamax
