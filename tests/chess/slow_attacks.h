#pragma once

// Attacks found by walking square by square, with nothing in common with the tables that they check.

#include <utility>
#include <vector>

#include "chess/bitboard.h"
#include "chess/piece.h"

namespace vitrine::chess::slow {

using Steps = std::vector<std::pair<int, int>>;
inline const Steps kDiagonals = {{1, 1}, {1, -1}, {-1, 1}, {-1, -1}};
inline const Steps kOrthogonals = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
inline const Steps kKnight = {{1, 2}, {2, 1}, {-1, 2}, {-2, 1}, {1, -2}, {2, -1}, {-1, -2}, {-2, -1}};

// From `sq`, `longest` steps at most, up to and including the first occupied square.
inline Bitboard walk(Square sq, const Steps& steps, int longest, Bitboard occupied) {
  Bitboard reached;
  for (const auto& [file_step, rank_step] : steps) {
    int file = sq.file();
    int rank = sq.rank();
    for (int i = 0; i < longest; ++i) {
      file += file_step;
      rank += rank_step;
      if (file < 0 || file > 7 || rank < 0 || rank > 7) break;
      reached |= Bitboard(Square::at(file, rank));
      if (occupied.contains(Square::at(file, rank))) break;
    }
  }
  return reached;
}

inline Bitboard attacks(Piece piece, Square sq, Bitboard occupied) {
  switch (piece.type) {
    case PieceType::knight: return walk(sq, kKnight, 1, occupied);
    case PieceType::bishop: return walk(sq, kDiagonals, 7, occupied);
    case PieceType::rook: return walk(sq, kOrthogonals, 7, occupied);
    case PieceType::queen: return walk(sq, kDiagonals, 7, occupied) | walk(sq, kOrthogonals, 7, occupied);
    case PieceType::king: return walk(sq, kDiagonals, 1, occupied) | walk(sq, kOrthogonals, 1, occupied);
    case PieceType::pawn: break;
  }
  const int up = piece.color == Color::white ? 1 : -1;
  return walk(sq, {{1, up}, {-1, up}}, 1, occupied);
}

}  // namespace vitrine::chess::slow
