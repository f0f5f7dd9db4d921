// A user of the installed library: the normal array has twenty legal moves, and inline code of the headers
// looks sliders up in the library's tables.

#include <cstdio>

#include "chess/position.h"

using namespace vitrine::chess;

int main() {
  const auto moves = Position::initial().legal_moves();
  std::printf("%d legal moves at the start\n", static_cast<int>(moves.size()));
  const Bitboard rook(Square::at(3, 3));
  const Bitboard bishop(Square::at(2, 0));
  const Bitboard attacked = slider_attacks(rook, bishop, rook | bishop);
  std::printf("%d squares attacked by a rook on d4 and a bishop on c1\n", attacked.count());
  return moves.size() == 20 && attacked.count() == 14 + 7 - 2 ? 0 : 1;  // both attack d2 and f4
}
