#pragma once

// The yardstick: the value of a position by plain minimax over everything that can follow, with memory but
// without any pruning or rule beyond the game's own. For small boards and late positions.

#include <functional>
#include <limits>
#include <optional>

#include "pawnrace/position.h"
#include "pawnrace/position_map.h"
#include "pawnrace/solver.h"

namespace vitrine::pawnrace {

class Minimax {
 public:
  // Nothing: there are more positions than it may look at.
  [[nodiscard]] std::optional<Value> value(const Position& pos);
  // Positions whose value it knows, ends of games not counted.
  [[nodiscard]] std::size_t positions() const { return values_.size(); }

  std::size_t most_positions = std::numeric_limits<std::size_t>::max();
  // Called with each position when its value is found.
  std::function<void(const Position&, Value)> on_value = nullptr;

 private:
  PositionMap values_;
};

}  // namespace vitrine::pawnrace
