// A user of the installed library: the normal array has twenty legal moves.

#include <cstdio>

#include "chess/position.h"

int main() {
  const auto moves = vitrine::chess::Position::initial().legal_moves();
  std::printf("%d legal moves at the start\n", static_cast<int>(moves.size()));
  return moves.size() == 20 ? 0 : 1;
}
