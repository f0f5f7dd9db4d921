#pragma once

// Positions to test with.

#include <utility>

#include "base/rng.h"
#include "pawnrace/position.h"
#include "pawnrace/solver.h"

namespace vitrine::pawnrace {

// A position of a random game on eight files that nothing decides at sight, late enough for plain minimax,
// which says what it is worth.
[[nodiscard]] std::pair<Position, Value> random_late_position(base::Rng& rng);

// After so many random moves from a random start, or fewer where the game ended.
[[nodiscard]] Position random_position(base::Rng& rng, int plies);

}  // namespace vitrine::pawnrace
