#pragma once

// Which single move leads from one position back to another, told from their keys alone: a table of all moves
// that can be taken back, by what they do to a key. With it the search sees a repetition one ply before it
// stands on the board.

#include <optional>

#include "chess/position.h"
#include "chess/zobrist.h"

namespace vitrine::engines::flagship {

struct ReversibleMove {
  chess::Square from;
  chess::Square to;
};

// The move, in either direction, whose men, turn and all else unchanged make up the difference of two keys.
[[nodiscard]] std::optional<ReversibleMove> find_reversible_move(chess::Key difference);

}  // namespace vitrine::engines::flagship
