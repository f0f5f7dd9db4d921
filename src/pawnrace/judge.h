#pragma once

// What can be said of a position without search, and without doubt. These rules settle four positions of five
// on small boards; each is compared with plain minimax on every position of the games on three, four and five
// files (tests/pawnrace/judge_test.cpp, `vitrine pawnrace check`).
//
// - The seventh rank wins: nothing can capture or block a pawn there.
// - No contact: where no pawn can ever capture another, what is left is counting, a race of runners or who
//   runs out of moves first.
// - A run: a pawn that is neither hit, blocked nor outrun, whatever the other side does, has won; unless that
//   side can be out of moves before it arrives, which would be a draw.

#include "pawnrace/position.h"

namespace vitrine::pawnrace {

// For the side to move.
struct Verdict {
  Outcome at_least = Outcome::loss;
  Outcome at_most = Outcome::win;
  // A win or loss comes in at most so many plies; in exactly so many where that is said.
  int plies = 0;
  bool is_exact = false;

  [[nodiscard]] constexpr bool is_decided() const { return at_least == at_most; }
};

[[nodiscard]] Verdict judge(const Position& pos);

// No win of the side whose pawns these are can come in fewer of its own moves. It walks up.
[[nodiscard]] int fewest_moves_to_win(Bitboard mine, Bitboard theirs);

}  // namespace vitrine::pawnrace
