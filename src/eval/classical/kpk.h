#pragma once

// King and pawn against king, exactly: every position is won or drawn, and a bit for each says which. The
// bits are worked out backwards when first asked for.

#include <cstddef>

#include "chess/position.h"

namespace vitrine::eval::classical {

// The side with the pawn wins. Contract: the board holds two kings and one pawn.
[[nodiscard]] bool is_kpk_win(const chess::Position& pos);

// How many placements are won, with a white pawn on the files a to d and either side to move.
[[nodiscard]] std::size_t count_kpk_wins();

}  // namespace vitrine::eval::classical
