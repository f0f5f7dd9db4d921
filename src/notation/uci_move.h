#pragma once

// Moves as UCI writes them: the two squares and a promotion letter (e2e4, e7e8q).

#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "chess/move.h"
#include "chess/position.h"

namespace vitrine::notation {

enum class CastlingText {
  standard,  // the king's own squares: e1g1. In Chess960 that may look like a plain king move.
  chess960,  // the king takes his rook: e1h1
};

// "0000" for Move::none().
[[nodiscard]] std::string to_uci(chess::Move move, CastlingText castling = CastlingText::standard);

struct UciMoveError {
  enum class Kind { syntax, illegal, null_move };
  Kind kind;
  std::string message;  // one sentence that quotes the text and gives the reason
};

// Takes castling in both styles and the promotion letter in either case.
[[nodiscard]] base::Result<chess::Move, UciMoveError> parse_uci_move(const chess::Position& pos,
                                                                     std::string_view text);

// The legal move between two squares, if there is one. A king sent to his own castling rook castles; one
// sent along the back rank to the g or c file castles if he can't simply step there.
[[nodiscard]] std::optional<chess::Move> find_move(const chess::Position& pos, chess::Square from,
                                                   chess::Square to,
                                                   std::optional<chess::PieceType> promotion = {});

}  // namespace vitrine::notation
