#pragma once

// What a man is worth on each square, for both versions of Chess++, as White sees it with a1 = 0; Black's men
// look at the mirrored board.

#include <array>

#include "chess/piece.h"

namespace vitrine::engines::negamax {

enum class Version { v2_1, v2_2 };

using SquareValues = std::array<int, 64>;

// Material included. The king's own worth is nothing: he is never exchanged.
struct Tables {
  std::array<SquareValues, 6> middlegame;  // by chess::index(PieceType)
  std::array<SquareValues, 6> endgame;
};

[[nodiscard]] const Tables& tables(Version version);

}  // namespace vitrine::engines::negamax
