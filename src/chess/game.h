#pragma once

// A game from its start: the moves, the positions they led to, and how it ended. Knows repetitions,
// which one position can't.

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "chess/move.h"
#include "chess/position.h"

namespace vitrine::chess {

enum class EndReason {
  checkmate,
  stalemate,
  insufficient_material,
  threefold_repetition,
  fivefold_repetition,
  fifty_moves,
  seventy_five_moves,
};
[[nodiscard]] std::string_view to_string(EndReason reason);

struct Outcome {
  std::optional<Color> winner;  // nobody: a draw
  EndReason reason;

  [[nodiscard]] std::string_view result() const;  // "1-0", "0-1" or "1/2-1/2"
  bool operator==(const Outcome&) const = default;
};

enum class DrawClaims {
  ignored,  // FIDE: threefold repetition and fifty moves must be claimed by a player
  made,     // as engine matches do it: the first chance ends the game
};

class Game {
 public:
  Game() : Game(Position::initial()) {}
  explicit Game(const Position& start);

  [[nodiscard]] const Position& start() const { return positions_.front(); }
  [[nodiscard]] const Position& position() const { return positions_[ply_]; }
  // The position after so many plies. Contract: ply <= size of the game with its undone moves.
  [[nodiscard]] const Position& position_at(std::size_t ply) const { return positions_[ply]; }
  [[nodiscard]] std::size_t ply() const { return ply_; }
  // The moves played so far, without undone ones.
  [[nodiscard]] std::vector<Move> moves() const {
    return {moves_.begin(), moves_.begin() + static_cast<long>(ply_)};
  }
  [[nodiscard]] std::optional<Move> last_move() const;

  // Plays a legal move and forgets undone ones; false, with nothing changed, if it isn't legal.
  [[nodiscard]] bool play(Move move);
  // Contract: position().is_legal(move).
  void play_unchecked(Move move);
  // Takes the last move back, or plays it again; false if there is none.
  bool undo();
  bool redo();

  // How often the current position has stood on the board, this time included.
  [[nodiscard]] int repetitions() const { return count_repetitions(position(), ply_); }
  [[nodiscard]] bool is_repetition(int times) const { return repetitions() >= times; }
  // Whether the side to move may claim a draw: for the position on the board, or for one that a legal move of
  // its own would bring about (FIDE 9.2 and 9.3). outcome() looks at the position on the board only.
  [[nodiscard]] bool can_claim_threefold_repetition() const;
  [[nodiscard]] bool can_claim_fifty_moves() const;
  [[nodiscard]] bool can_claim_draw() const {
    return can_claim_fifty_moves() || can_claim_threefold_repetition();
  }
  // How the game has ended, if it has. Mate and stalemate come before every draw rule.
  [[nodiscard]] std::optional<Outcome> outcome(DrawClaims claims = DrawClaims::ignored) const;
  [[nodiscard]] bool is_over(DrawClaims claims = DrawClaims::ignored) const {
    return outcome(claims).has_value();
  }

 private:
  // How often `pos` has stood on the board, if it stands there at this ply.
  [[nodiscard]] int count_repetitions(const Position& pos, std::size_t ply) const;

  std::vector<Position> positions_;  // one more than moves_
  std::vector<Move> moves_;
  std::size_t ply_ = 0;
};

}  // namespace vitrine::chess
