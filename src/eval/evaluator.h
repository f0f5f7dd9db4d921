#pragma once

// The evaluation as a search uses it: one of these for each searching thread. It follows the line being
// searched, so that what depends on the men alone need not be summed afresh; what depends on the pawns is
// kept in a small cache. The value is a function of the position alone, whatever came before.
//
//   evaluator.start(root);
//   const Position next = root.after(move, evaluator.push());
//   const int value = evaluator.evaluate(next);
//   evaluator.pop();

#include <array>
#include <cassert>

#include "chess/position.h"
#include "eval/classical/pawn_cache.h"
#include "eval/classical/placement.h"

namespace vitrine::eval {

class Evaluator {
 public:
  using Watcher = classical::Placement;
  static constexpr int kMaxPlies = 256;

  Evaluator() = default;  // the built-in weights

  // Forgets the line and begins a new one here.
  void start(const chess::Position& root);
  // Opens a ply; hand what it returns to Position::after(move, watcher).
  [[nodiscard]] Watcher& push() {
    push_null();
    return line_[ply_];
  }
  // A ply in which nothing moves.
  void push_null() {
    assert(ply_ < kMaxPlies);
    line_[ply_ + 1] = line_[ply_];
    ++ply_;
  }
  void pop() {
    assert(ply_ > 0);
    --ply_;
  }

  // For the side to move, in centipawns; less than 20,000 either way. Contract: `pos` is the line's last
  // position and is not in check.
  [[nodiscard]] int evaluate(const chess::Position& pos);
  // Forgets the cache, as for a new game. No value depends on it.
  void clear() { pawns_.clear(); }

 private:
  std::array<classical::Placement, kMaxPlies + 1> line_;
  int ply_ = 0;
  classical::PawnCache pawns_;
};

}  // namespace vitrine::eval
