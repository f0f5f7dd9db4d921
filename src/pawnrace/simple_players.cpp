#include "pawnrace/simple_players.h"

#include "pawnrace/setups.h"

namespace vitrine::pawnrace {

Gaps RandomPlayer::choose_gaps(std::span<const Gaps> chosen) {
  const auto setups = allowed_setups(chosen);
  return setups[rng_.below(setups.size())];
}

Move RandomPlayer::choose(const Position& pos) {
  const MoveList moves = pos.legal_moves();
  return moves[static_cast<int>(rng_.below(static_cast<std::uint64_t>(moves.size())))];
}

Move GreedyPlayer::choose(const Position& pos) {
  std::vector<Move> best;
  int best_score = -1;
  for (const Move move : pos.legal_moves()) {
    const int victim = 7 - move.to().rank();  // how far it had come
    const int score = move.to().rank() == 7 ? 1000 : move.is_capture() ? 100 + victim : move.to().rank();
    if (score < best_score) continue;
    if (score > best_score) best.clear();
    best_score = score;
    best.push_back(move);
  }
  return best[rng_.below(best.size())];
}

}  // namespace vitrine::pawnrace
