#pragma once

// Turing's position-play as the reconstruction of 2023 counts it: in centipawns, for both sides, at the
// leaves of a search. It follows the popular list of seven rules. Of those, castling is judged at the root
// only, and check and the threat of mate are left out.

#include <cstdint>

#include "chess/position.h"

namespace vitrine::engines::turochamp {

// One side's, by rule.
struct Evaluation {
  int material = 0;      // P 100, N 300, B 350, R 500, Q 1000
  int mobility = 0;      // every man but pawns: 100 times the root of his moves, a capture counting twice
  int defence = 0;       // R, B and N: 100 defended once, 150 twice; the king defends nobody
  int king_safety = 0;   // minus 100 times the root of the squares a queen in his place would see
  int pawn_advance = 0;  // 20 for each rank
  int pawn_defence = 0;  // 30 if N, B, R or Q defends it

  [[nodiscard]] int total(int material_weight) const {
    return material_weight * material + mobility + defence + king_safety + pawn_advance + pawn_defence;
  }
  bool operator==(const Evaluation&) const = default;
};

[[nodiscard]] Evaluation evaluate_side(const chess::Position& pos, chess::Color own);

// For the side to move.
[[nodiscard]] int evaluate(const chess::Position& pos, int material_weight);

// What rule 5 adds to a root move: 300 for castling; to other moves of king or rook 200 if castling is
// possible next, else 100 if it is not lost.
[[nodiscard]] int castling_bonus(const chess::Position& pos, chess::Move move);

}  // namespace vitrine::engines::turochamp
