#pragma once

// When a search must end: told to stop, out of time, out of nodes. While it ponders no limit counts; they all
// begin at the ponder hit.

#include <chrono>
#include <cstdint>
#include <optional>

#include "engines/engine.h"

namespace vitrine::engines::turochamp {

// The time for this move. The reconstruction takes a second while it has more than twenty, half a second
// while it has more than four, else a tenth. Ours takes no more than its share of what is left, and never the
// last of it.
[[nodiscard]] Milliseconds time_for_move(const Clock& clock, chess::Color color);

class Watch {
 public:
  // `color`: whose clock counts. `stride`: how many nodes may go by between two looks at it.
  Watch(const Limits& limits, const Signals& signals, chess::Color color, std::uint64_t stride = 256);

  // Ask before each node; it looks up rarely enough to cost little and often enough to answer within a
  // millisecond. Once true, always true.
  [[nodiscard]] bool must_stop(std::uint64_t nodes) { return nodes >= next_look_ ? look(nodes) : must_stop_; }
  [[nodiscard]] bool has_stopped() const { return must_stop_; }
  // Look now, whatever the nodes.
  bool look(std::uint64_t nodes);

  // No limit counts yet.
  [[nodiscard]] bool is_pondering() const { return is_pondering_; }
  // An iteration is done; no need for more than this many once the limits count.
  void finished(int depth, int last_depth) { is_deep_enough_ = depth >= last_depth; }
  // Since the search began.
  [[nodiscard]] Milliseconds elapsed() const;

 private:
  using SteadyClock = std::chrono::steady_clock;

  Signals signals_;
  std::optional<std::uint64_t> max_nodes_;
  std::optional<Milliseconds> max_time_;
  SteadyClock::time_point start_ = SteadyClock::now();
  SteadyClock::time_point counts_from_ = start_;
  std::uint64_t stride_;
  std::uint64_t next_look_;
  bool is_pondering_;
  bool is_deep_enough_ = false;
  bool must_stop_ = false;
};

}  // namespace vitrine::engines::turochamp
