#include "pawnrace/perft.h"

namespace vitrine::pawnrace {

std::uint64_t perft(const Position& pos, int depth) {
  if (depth == 0) return 1;
  const MoveList moves = pos.legal_moves();
  if (depth == 1) return static_cast<std::uint64_t>(moves.size());
  std::uint64_t lines = 0;
  for (const Move move : moves) lines += perft(pos.after(move), depth - 1);
  return lines;
}

}  // namespace vitrine::pawnrace
