#pragma once

// How long an engine may think about a move. Several limits together: the first one reached ends the search.

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

#include "chess/color.h"
#include "chess/move.h"

namespace vitrine::engines {

using Milliseconds = std::chrono::milliseconds;

struct Clock {
  std::array<Milliseconds, 2> remaining = {};  // by chess::index(color); may be 0 or less on a slow runner
  std::array<Milliseconds, 2> increment = {};
  std::optional<int> moves_to_go = {};  // until more time is added; nothing: never
};

struct Limits {
  std::optional<int> depth = {};
  std::optional<std::uint64_t> nodes = {};
  std::optional<Milliseconds> move_time = {};
  std::optional<Clock> clock = {};
  std::optional<int> mate = {};  // stop when a mate in so many moves is proven
  bool infinite = false;         // think until told to stop
  bool ponder = false;           // think on the opponent's time: no limit counts until the ponder hit
  std::vector<chess::Move> search_moves = {};  // consider only these; empty: all
  int multi_pv = 1;                            // report so many best lines

  // Nothing but a stop ends the search.
  [[nodiscard]] bool is_unlimited() const { return !depth && !nodes && !move_time && !clock && !mate; }
};

}  // namespace vitrine::engines
