#pragma once

// What one side's men can do, whoever is to move: where they may go, what they defend, whether the king may
// castle. The machine's men are judged right after its move, when it is the opponent's turn and his king may
// stand in check, so the legal moves of a chess::Position don't serve.

#include "chess/position.h"
#include "engines/turochamp/rules.h"

namespace vitrine::engines::turochamp {

class Men {
 public:
  // Contract: the position outlives this.
  Men(const chess::Position& pos, chess::Color own);

  // Where the man on a square may go without leaving his king in check, as if it were his turn; castling and
  // pawns are not asked about. The enemy king's square is one of them if he attacks it.
  [[nodiscard]] chess::Bitboard targets(chess::PieceType type, chess::Square sq) const;

  // The king may castle if it is his turn.
  [[nodiscard]] bool can_castle() const;

 private:
  [[nodiscard]] chess::Bitboard king_targets() const;
  [[nodiscard]] bool can_castle_with(chess::Square rook) const;

  const chess::Position& pos_;
  chess::Color own_;
  chess::Square king_;
  chess::Bitboard pinned_;
  chess::Bitboard answers_;  // where anybody but the king may go: everywhere, unless he is in check
};

// The men of `color` that defend a square of theirs, as rules ii and vii count them.
[[nodiscard]] chess::Bitboard defenders_of(chess::Square sq, chess::Color color, const chess::Position& pos,
                                           const Rules& rules);

}  // namespace vitrine::engines::turochamp
