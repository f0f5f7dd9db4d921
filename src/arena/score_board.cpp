#include "arena/score_board.h"

#include <algorithm>

namespace vitrine::arena {

void Faults::add(GameEnd end) {
  switch (end) {
    case GameEnd::time_forfeit: ++time; break;
    case GameEnd::illegal_move: ++illegal_moves; break;
    case GameEnd::crash:
    case GameEnd::disconnect:
    case GameEnd::stall:
    case GameEnd::cannot_start: ++crashes; break;
    default: ++others; break;
  }
}

bool ScoreBoard::add(const PlayedGame& game) {
  ++games_;
  if (is_fault(game.end) && game.winner) {
    const int loser = *game.winner == chess::Color::white ? game.black : game.white;
    faults_[static_cast<std::size_t>(loser)].add(game.end);
  }
  const auto [first, second] = std::minmax(game.white, game.black);
  PairingScore& pairing = pairings_[{first, second}];
  const GameScore score = game.score_of(first);
  (game.white == first ? pairing.as_white : pairing.as_black).add(score);
  if (game.pair_size != 2) return false;
  const auto [half, is_new] = half_pairs_.try_emplace(game.id.pair, score);
  if (is_new) return false;
  pairing.pairs.add(half->second, score);
  half_pairs_.erase(half);
  return true;
}

PairingScore ScoreBoard::pairing(int first, int second) const {
  const auto found = pairings_.find(std::minmax(first, second));
  if (found == pairings_.end()) return {};
  if (first < second) return found->second;
  return {found->second.as_black.reversed(), found->second.as_white.reversed(),
          found->second.pairs.reversed()};
}

Tally ScoreBoard::games_of(int player) const {
  Tally games;
  for (const auto& [numbers, score] : pairings_) {
    if (numbers.first == player) games += score.games();
    if (numbers.second == player) games += score.games().reversed();
  }
  return games;
}

std::vector<EncounterResult> ScoreBoard::results() const {
  std::vector<EncounterResult> results;
  for (const auto& [numbers, score] : pairings_)
    results.push_back({{numbers.first, numbers.second, 0}, score.as_white, score.as_black});
  return results;
}

std::vector<ColouredTally> ScoreBoard::coloured() const {
  std::vector<ColouredTally> games;
  for (const auto& [numbers, score] : pairings_) {
    const auto [first, second] = numbers;
    if (score.as_white.games()) games.push_back({first, second, score.as_white});
    if (score.as_black.games()) games.push_back({second, first, score.as_black.reversed()});
  }
  return games;
}

}  // namespace vitrine::arena
