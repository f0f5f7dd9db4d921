// Which material can no longer mate.

#include "chess/position.h"

namespace vitrine::chess {

bool Position::is_insufficient_material(MaterialRule rule) const {
  using enum PieceType;
  if ((pieces(pawn) | pieces(rook) | pieces(queen)).any()) return false;
  const Bitboard minors = pieces(knight) | pieces(bishop);
  if (!minors.has_several()) return true;
  const Bitboard bishops = pieces(bishop);
  const bool on_one_color =
      (bishops & Bitboard::dark_squares()).is_empty() || (bishops & ~Bitboard::dark_squares()).is_empty();
  if (pieces(knight).is_empty() && on_one_color) return true;
  if (rule == MaterialRule::fide) return false;
  const int white = (minors & pieces(Color::white)).count();
  const int black = (minors & pieces(Color::black)).count();
  if (white <= 1 && black <= 1) return true;
  return bishops.is_empty() && white + black == 2;  // two knights against the bare king
}

bool Position::has_insufficient_material(Color color) const {
  using enum PieceType;
  if ((pieces(color) & (pieces(pawn) | pieces(rook) | pieces(queen))).any()) return false;
  // A lone knight mates only a king hemmed in by his own men; a queen of his never has to be one of them.
  if (pieces(color, knight).any())
    return pieces(color).count() <= 2 && (pieces(!color) & ~pieces(king) & ~pieces(queen)).is_empty();
  // Bishops of one colour need some man on the other colour to help.
  if (pieces(color, bishop).any()) {
    const Bitboard bishops = pieces(bishop);
    const bool on_one_color =
        (bishops & Bitboard::dark_squares()).is_empty() || (bishops & ~Bitboard::dark_squares()).is_empty();
    return on_one_color && pieces(pawn).is_empty() && pieces(knight).is_empty();
  }
  return true;
}

}  // namespace vitrine::chess
