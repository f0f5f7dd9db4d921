#pragma once

// The evaluation as a search uses it: one of these for each searching thread. It follows the line being
// searched, so that what depends on the men alone need not be summed afresh; what depends on the pawns is
// kept in a small cache. The value is a function of the position alone, whatever came before.
//
//   evaluator.start(root);
//   const Position next = root.after(move, evaluator.push());
//   const int value = evaluator.evaluate(next);
//   evaluator.pop();
//
// A piece-square model may take the place of all that: then the value is what it says and nothing else. So
// may a network, but for endings whose value is known.

#include <array>
#include <cassert>
#include <memory>

#include "chess/position.h"
#include "eval/classical/pawn_cache.h"
#include "eval/classical/placement.h"
#include "eval/nnue/accumulators.h"
#include "eval/piece_square_model.h"

namespace vitrine::eval {

class Evaluator {
 public:
  // What a move changes, told by the position.
  class Watcher {
   public:
    void added(chess::Piece man, chess::Square sq) {
      placement.added(man, sq);
      if (changes != nullptr) changes->added(man, sq);
    }
    void removed(chess::Piece man, chess::Square sq) {
      placement.removed(man, sq);
      if (changes != nullptr) changes->removed(man, sq);
    }

   private:
    friend class Evaluator;
    classical::Placement placement;
    nnue::Changes* changes = nullptr;  // none: no network wants to know
  };
  static constexpr int kMaxPlies = 256;

  Evaluator() = default;  // the built-in weights

  // Evaluates by a model, or with nullptr by the built-in weights again. Contract: it outlives its use here.
  void use(const PieceSquareModel* model) { model_ = model; }
  // The same by a network. Forgets the line: start() again.
  void use(const nnue::Network* network);

  // Forgets the line and begins a new one here.
  void start(const chess::Position& root);
  // Opens a ply; hand what it returns to Position::after(move, watcher).
  [[nodiscard]] Watcher& push() {
    Watcher& next = open_ply();
    if (sums_) next.changes = &sums_->push();
    return next;
  }
  // A ply in which nothing moves.
  void push_null() {
    static_cast<void>(open_ply());
    if (sums_) sums_->push_null();
  }
  void pop() {
    assert(ply_ > 0);
    --ply_;
    if (sums_) sums_->pop();
  }

  // For the side to move, in centipawns; less than 20,000 either way. Contract: `pos` is the line's last
  // position and is not in check.
  [[nodiscard]] int evaluate(const chess::Position& pos);
  // Forgets the cache, as for a new game. No value depends on it.
  void clear() { pawns_.clear(); }

 private:
  [[nodiscard]] Watcher& open_ply() {
    assert(ply_ < kMaxPlies);
    line_[ply_ + 1].placement = line_[ply_].placement;
    return line_[++ply_];
  }

  std::array<Watcher, kMaxPlies + 1> line_;
  int ply_ = 0;
  classical::PawnCache pawns_;
  const PieceSquareModel* model_ = nullptr;
  const nnue::Network* network_ = nullptr;
  std::unique_ptr<nnue::Accumulators> sums_;  // of the network
};

}  // namespace vitrine::eval
