#include "chess/game.h"

#include <algorithm>

namespace vitrine::chess {

std::string_view to_string(EndReason reason) {
  switch (reason) {
    case EndReason::checkmate: return "checkmate";
    case EndReason::stalemate: return "stalemate";
    case EndReason::insufficient_material: return "insufficient material";
    case EndReason::threefold_repetition: return "threefold repetition";
    case EndReason::fivefold_repetition: return "fivefold repetition";
    case EndReason::fifty_moves: return "fifty moves";
    case EndReason::seventy_five_moves: return "seventy-five moves";
  }
  return "unknown";
}

std::string_view Outcome::result() const {
  if (!winner) return "1/2-1/2";
  return *winner == Color::white ? "1-0" : "0-1";
}

Game::Game(const Position& start) : positions_{start} {}

std::optional<Move> Game::last_move() const {
  if (ply_ == 0) return {};
  return moves_[ply_ - 1];
}

bool Game::play(Move move) {
  if (!position().is_legal(move)) return false;
  play_unchecked(move);
  return true;
}

void Game::play_unchecked(Move move) {
  positions_.resize(ply_ + 1, start());
  moves_.resize(ply_);
  positions_.push_back(position().after(move));
  moves_.push_back(move);
  ++ply_;
}

bool Game::undo() {
  if (ply_ == 0) return false;
  --ply_;
  return true;
}

bool Game::redo() {
  if (ply_ == moves_.size()) return false;
  ++ply_;
  return true;
}

int Game::count_repetitions(const Position& pos, std::size_t ply) const {
  int times = 1;
  // Nothing before the last capture or pawn move can be the same, nor anything with the other side to move.
  const std::size_t reach = std::min<std::size_t>(ply, static_cast<std::size_t>(pos.halfmove_clock()));
  for (std::size_t back = 4; back <= reach; back += 2)
    if (positions_[ply - back].is_same_position(pos)) ++times;
  return times;
}

bool Game::can_claim_threefold_repetition() const {
  if (repetitions() >= 3) return true;
  return std::ranges::any_of(position().legal_moves(), [this](Move move) {
    return !position().is_zeroing(move) && count_repetitions(position().after(move), ply_ + 1) >= 3;
  });
}

bool Game::can_claim_fifty_moves() const {
  const Position& now = position();
  if (now.halfmove_clock() >= 100) return now.has_legal_moves();
  if (now.halfmove_clock() < 99) return false;
  // A move that ends the game leaves nothing to claim.
  return std::ranges::any_of(now.legal_moves(), [&now](Move move) {
    return !now.is_zeroing(move) && now.after(move).has_legal_moves();
  });
}

std::optional<Outcome> Game::outcome(DrawClaims claims) const {
  const Position& now = position();
  if (!now.has_legal_moves()) {
    if (now.is_check()) return Outcome{!now.turn(), EndReason::checkmate};
    return Outcome{{}, EndReason::stalemate};
  }
  if (now.is_insufficient_material()) return Outcome{{}, EndReason::insufficient_material};
  const int times = repetitions();
  if (times >= 5) return Outcome{{}, EndReason::fivefold_repetition};
  if (now.halfmove_clock() >= 150) return Outcome{{}, EndReason::seventy_five_moves};
  if (claims == DrawClaims::ignored) return {};
  if (times >= 3) return Outcome{{}, EndReason::threefold_repetition};
  if (now.halfmove_clock() >= 100) return Outcome{{}, EndReason::fifty_moves};
  return {};
}

}  // namespace vitrine::chess
