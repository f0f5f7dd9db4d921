#pragma once

// The moves of a node in the order in which to try them: the table's move, captures of the most by the least,
// promotions, then the others as they come. Each is picked when its turn comes; after a cut-off none is.

#include <array>
#include <utility>

#include "chess/move_list.h"
#include "chess/position.h"

namespace vitrine::engines::challenger {

class MoveOrder {
 public:
  MoveOrder(const chess::Position& pos, chess::MoveList& moves, chess::Move table_move) : moves_(moves) {
    for (std::size_t i = 0; i < moves_.size(); ++i) ranks_[i] = rank(pos, moves_[i], table_move);
  }

  // The best of those from `place` on, moved there. Contract: place < moves.size(), and asked for in turn.
  [[nodiscard]] chess::Move pick(std::size_t place) {
    std::size_t best = place;
    for (std::size_t i = place + 1; i < moves_.size(); ++i)
      if (ranks_[i] > ranks_[best]) best = i;
    std::swap(moves_[place], moves_[best]);
    std::swap(ranks_[place], ranks_[best]);
    return moves_[place];
  }

 private:
  static constexpr int kTableMove = 1000;

  static int rank(const chess::Position& pos, chess::Move move, chess::Move table_move) {
    if (move == table_move) return kTableMove;
    int value = 0;
    if (const auto victim = pos.captured(move)) value = 10 * (index(*victim) + 1) + 6 - index(move.piece());
    if (const auto promoted = move.promotion()) value += 10 * index(*promoted);
    return value;
  }

  chess::MoveList& moves_;
  std::array<int, 256> ranks_;
};

}  // namespace vitrine::engines::challenger
