#pragma once

// What Chess++ thinks of a position. Version 2.2: material and square (middlegame and endgame mixed by the
// pieces left), attacked squares, the bishop pair, passed pawns, and men near their own king. Version 2.1:
// material and square only. The first part follows the moves, so a leaf needs to work out only the rest.

#include <optional>

#include "chess/position.h"
#include "engines/negamax/tables.h"

namespace vitrine::engines::negamax {

// White's material and squares minus Black's: watches a position as moves are made.
class Placement {
 public:
  Placement(Version version, const chess::Position& pos);

  void added(chess::Piece piece, chess::Square sq) { count(piece, sq, 1); }
  void removed(chess::Piece piece, chess::Square sq) { count(piece, sq, -1); }

  [[nodiscard]] int middlegame() const { return middlegame_; }
  [[nodiscard]] int endgame() const { return endgame_; }
  bool operator==(const Placement&) const = default;

 private:
  void count(chess::Piece piece, chess::Square sq, int times) {
    const bool is_white = piece.color == chess::Color::white;
    const int square = is_white ? sq.index() : sq.flipped().index();
    const int sign = is_white ? times : -times;
    middlegame_ += sign * tables_->middlegame[index(piece.type)][square];
    endgame_ += sign * tables_->endgame[index(piece.type)][square];
  }

  const Tables* tables_;
  int middlegame_ = 0;
  int endgame_ = 0;
};

// In the version's own units, for the side to move. Contract: `placement` has followed the moves to `pos`.
[[nodiscard]] int evaluate(Version version, const chess::Position& pos, const Placement& placement);
[[nodiscard]] inline int evaluate(Version version, const chess::Position& pos) {
  return evaluate(version, pos, Placement(version, pos));
}

// Own units to centipawns. Version 2.2 holds pawns cheap (a knight is six of them); 256 units read as a pawn,
// so that a knight is three and a rook is five, as people expect.
[[nodiscard]] int to_centipawns(Version version, int value);

// How deep version 2.2 looks: deeper the fewer pieces there are, but no deeper than six with a queen about.
[[nodiscard]] int depth_by_material(const chess::Position& pos);

}  // namespace vitrine::engines::negamax
