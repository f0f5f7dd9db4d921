#include "pawnrace/random_positions.h"

#include "pawnrace/judge.h"
#include "pawnrace/minimax.h"

namespace vitrine::pawnrace {

Position random_position(base::Rng& rng, int plies) {
  Position pos = Position::start({static_cast<int>(rng.below(8)), static_cast<int>(rng.below(8))});
  for (; plies > 0 && !pos.end(); --plies) {
    const MoveList moves = pos.legal_moves();
    pos = pos.after(moves[static_cast<int>(rng.below(static_cast<std::uint64_t>(moves.size())))]);
  }
  return pos;
}

std::pair<Position, Value> random_late_position(base::Rng& rng) {
  constexpr std::size_t kFewestPositions = 100;
  constexpr std::size_t kMostPositions = 10'000;
  for (;;) {
    const Position pos = random_position(rng, 18 + static_cast<int>(rng.below(14)));
    if (judge(pos).is_decided()) continue;
    Minimax minimax;
    minimax.most_positions = kMostPositions;
    const auto value = minimax.value(pos);
    if (value && minimax.positions() >= kFewestPositions) return {pos, *value};
  }
}

}  // namespace vitrine::pawnrace
