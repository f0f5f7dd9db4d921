#pragma once

// Which moves the machine follows up. Near the root all of them; further on only those that might change
// the material at once.

#include <optional>

#include "chess/position.h"
#include "engines/turochamp/rules.h"

namespace vitrine::engines::turochamp {

struct Considerable {
  chess::MoveList moves;
  bool is_all = false;  // every legal move is one of them
};

// The moves worth considering after the full plies. `taken_on`: where the last move captured, if it did.
[[nodiscard]] Considerable considerable_moves(const chess::Position& pos,
                                              std::optional<chess::Square> taken_on, const Rules& rules);

// Where this move of the position captures, for the one that might take back; nothing: it doesn't capture.
[[nodiscard]] std::optional<chess::Square> captures_on(const chess::Position& pos, chess::Move move);

}  // namespace vitrine::engines::turochamp
