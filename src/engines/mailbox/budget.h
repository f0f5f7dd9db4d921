#pragma once

// How long the mailbox thinks: one rule for the clock, and the watch that is looked at while it searches.

#include <chrono>
#include <cstdint>
#include <optional>

#include "chess/color.h"
#include "engines/engine.h"
#include "engines/limits.h"

namespace vitrine::engines::mailbox {

// A thirtieth of the clock, or an equal share for each move to the next control; three quarters of the
// increment; and never the last few milliseconds, which belong to whoever carries the move to the board.
[[nodiscard]] Milliseconds time_for_move(const Clock& clock, chess::Color us);

class Budget {
 public:
  Budget(const Limits& limits, chess::Color us, const Signals& signals);

  // Asked at every node, with how many there were.
  [[nodiscard]] bool is_spent(std::uint64_t nodes) { return nodes >= next_look_ && look(nodes); }
  // The player's own clock runs, so that time saved is time for later.
  [[nodiscard]] bool is_on_clock() const { return is_on_clock_ && !is_pondering_; }
  // More than half of it is gone: another iteration would not come to its end.
  [[nodiscard]] bool is_half_spent() const;
  // Since the engine was asked.
  [[nodiscard]] Milliseconds elapsed() const;

 private:
  using Watch = std::chrono::steady_clock;
  [[nodiscard]] bool look(std::uint64_t nodes);

  Signals signals_;
  bool is_pondering_;
  std::optional<std::uint64_t> node_limit_;
  std::optional<Milliseconds> time_limit_;
  bool is_on_clock_;
  Watch::time_point asked_ = Watch::now();
  Watch::time_point counted_from_ = asked_;  // the ponder hit, if there was one
  std::uint64_t nodes_counted_from_ = 0;
  std::uint64_t next_look_ = 0;
};

}  // namespace vitrine::engines::mailbox
