#pragma once

// What the challenger thinks of a position: material, and how many moves each side has; or a piece-square
// model in their place. Values are whole numbers of 1/7000 pawn, in which a move's 1/70 and its tenth are
// exact: nothing is lost to rounding, and every machine gets the same numbers.

#include <optional>

#include "chess/position.h"
#include "eval/piece_square_model.h"

namespace vitrine::engines::challenger {

inline constexpr int kPawn = 7000;
inline constexpr int kQueen = 8 * kPawn;

struct Judgement {
  int value;       // for the side to move
  bool has_moves;  // if not, the game is over and the value means nothing
};

class Evaluation {
 public:
  // Contract: the model, if any, outlives this.
  explicit Evaluation(const eval::PieceSquareModel* model = nullptr) : model_(model) {}
  [[nodiscard]] Judgement judge(const chess::Position& pos) const;

 private:
  const eval::PieceSquareModel* model_;  // none: material and mobility
};

// White's material minus Black's. A pawn is worth 1.01^rank pawns, the rank counted from 0 on its own side.
[[nodiscard]] int material(const chess::Position& pos);

[[nodiscard]] constexpr int to_centipawns(int value) { return value / (kPawn / 100); }

}  // namespace vitrine::engines::challenger
