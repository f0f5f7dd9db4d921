#pragma once

// What the text of a SAN move says, before any board is looked at.

#include <optional>
#include <string_view>

#include "chess/color.h"
#include "chess/piece.h"
#include "chess/square.h"

namespace vitrine::notation {

struct SanText {
  std::optional<chess::Wing> castling = {};    // if set, the rest says nothing
  std::optional<chess::PieceType> piece = {};  // the letter in front: none for pawns and for e2e4
  int from_file = -1;                          // 0 to 7 if named
  int from_rank = -1;
  bool is_capture = false;
  chess::Square to = chess::Square::at(0, 0);
  std::optional<chess::PieceType> promotion = {};

  [[nodiscard]] bool has_from_square() const { return from_file >= 0 && from_rank >= 0; }
};

// Nothing if the text can't be a move. Ignores marks that say nothing about the move: + # ! ? e.p.
[[nodiscard]] std::optional<SanText> read_san_text(std::string_view text);

}  // namespace vitrine::notation
