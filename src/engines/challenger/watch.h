#pragma once

// When a search must end: told to stop, out of time, out of nodes. While it ponders no limit counts; they all
// begin at the ponder hit. It also ticks, so that those who look on see a long iteration move.

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>

#include "engines/engine.h"

namespace vitrine::engines::challenger {

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

  // Called from within must_stop() about four times a second.
  void on_tick(std::function<void()> tick) { tick_ = std::move(tick); }

  // No limit counts yet.
  [[nodiscard]] bool is_pondering() const { return is_pondering_; }
  // An iteration is done; no need for more than this many once the limits count.
  void finished(int depth, int last_depth) { is_deep_enough_ = depth >= last_depth; }
  // Since the search began.
  [[nodiscard]] Milliseconds elapsed() const;

 private:
  using SteadyClock = std::chrono::steady_clock;
  static constexpr std::uint64_t kNodesBetweenLooks = 256;
  static constexpr Milliseconds kTick{250};

  Signals signals_;
  std::optional<std::uint64_t> max_nodes_;
  std::optional<Milliseconds> max_time_;
  std::function<void()> tick_;
  SteadyClock::time_point start_ = SteadyClock::now();
  SteadyClock::time_point counts_from_ = start_;
  SteadyClock::time_point next_tick_ = start_ + kTick;
  std::uint64_t next_look_ = 0;
  bool is_pondering_;
  bool is_deep_enough_ = false;
  bool must_stop_ = false;
};

}  // namespace vitrine::engines::challenger
