#pragma once

// The letters of the castling field. X-FEN's K and Q mean the outermost rook on that side of the king;
// Shredder-FEN's A to H name the rook's file. FEN and EPD read them mixed.

#include <optional>

#include "chess/setup.h"
#include "notation/fen.h"

namespace vitrine::notation {

// The square of the rook that a letter stands for on this board; nothing for any other character. K without
// a rook on that side means the corner, so that validation can say which rook is missing.
[[nodiscard]] std::optional<chess::Square> parse_castling_letter(const chess::Setup& setup, char letter);

// The letter for the castling rook on this square. Contract: the square is on the first or last rank.
[[nodiscard]] char castling_letter(const chess::Setup& setup, chess::Square rook, CastlingStyle style);

}  // namespace vitrine::notation
