#pragma once

// When the search must end: told to stop, out of time, out of nodes. While it ponders no limit counts; they
// begin at the ponder hit, though what has been thought until then is thought. It also ticks, so that those
// who look on see a long iteration move.

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>

#include "engines/engine.h"
#include "engines/vitrine/time_manager.h"

namespace vitrine::engines::flagship {

class Watch {
 public:
  // `budget`: what the engine grants itself of its clock.
  Watch(const Limits& limits, const Signals& signals, std::optional<TimeBudget> budget);

  // Looks at everything; true: stop. Once true, always true.
  bool look(std::uint64_t nodes);
  [[nodiscard]] bool has_stopped() const { return has_stopped_; }
  // After how many more nodes to look again, so as to stop exactly at a limit of nodes.
  [[nodiscard]] std::uint64_t nodes_to_next_look(std::uint64_t nodes) const;

  // An iteration is done. `effort`: how much of its share of the clock this move deserves.
  // `is_enough`: nothing more is wanted, once the limits count.
  void finished_iteration(double effort, bool is_enough);

  // Called from within look() about four times a second.
  void on_tick(std::function<void()> tick) { tick_ = std::move(tick); }
  [[nodiscard]] bool is_pondering() const { return is_pondering_; }
  // Since the search began.
  [[nodiscard]] Milliseconds elapsed() const;

 private:
  using SteadyClock = std::chrono::steady_clock;
  static constexpr std::uint64_t kNodesBetweenLooks = 512;
  static constexpr Milliseconds kTick{250};

  Signals signals_;
  std::optional<std::uint64_t> max_nodes_;
  std::optional<Milliseconds> max_time_;
  std::optional<Milliseconds> share_;
  std::function<void()> tick_;
  SteadyClock::time_point start_ = SteadyClock::now();
  SteadyClock::time_point counts_from_ = start_;
  SteadyClock::time_point next_tick_ = start_ + kTick;
  bool is_pondering_;
  bool is_enough_ = false;
  bool has_stopped_ = false;
};

}  // namespace vitrine::engines::flagship
