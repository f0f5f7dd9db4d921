#include "notation/castling_letters.h"

namespace vitrine::notation {

using chess::Color;
using chess::Piece;
using chess::PieceType;
using chess::Setup;
using chess::Square;
using chess::Wing;

namespace {

Square rook_meant(const Setup& setup, Color color, Wing wing) {
  const int back_rank = color == Color::white ? 0 : 7;
  const int corner = wing == Wing::king_side ? 7 : 0;
  const int inwards = wing == Wing::king_side ? -1 : 1;
  std::optional<Square> outermost;
  for (int file = corner; file >= 0 && file < 8; file += inwards) {
    const Square sq = Square::at(file, back_rank);
    if (!outermost && setup.piece_at(sq) == Piece{color, PieceType::rook}) outermost = sq;
    if (outermost && setup.piece_at(sq) == Piece{color, PieceType::king}) return *outermost;
  }
  return Square::at(corner, back_rank);
}

}  // namespace

std::optional<Square> parse_castling_letter(const Setup& setup, char letter) {
  const Color color = letter < 'a' ? Color::white : Color::black;
  const char lower = color == Color::white ? static_cast<char>(letter - 'A' + 'a') : letter;
  if (lower == 'k') return rook_meant(setup, color, Wing::king_side);
  if (lower == 'q') return rook_meant(setup, color, Wing::queen_side);
  if (lower >= 'a' && lower <= 'h') return Square::at(lower - 'a', color == Color::white ? 0 : 7);
  return {};
}

char castling_letter(const Setup& setup, Square rook, CastlingStyle style) {
  const Color color = rook.rank() == 0 ? Color::white : Color::black;
  char letter = static_cast<char>('a' + rook.file());
  if (style == CastlingStyle::x_fen) {
    if (rook == rook_meant(setup, color, Wing::king_side)) letter = 'k';
    if (rook == rook_meant(setup, color, Wing::queen_side)) letter = 'q';
  }
  return color == Color::white ? static_cast<char>(letter - 'a' + 'A') : letter;
}

}  // namespace vitrine::notation
