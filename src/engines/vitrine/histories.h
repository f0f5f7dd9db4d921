#pragma once

// What the threads have learnt in their search about moves: how often a move refuted what the opponent did,
// by itself, as a capture, or as a continuation of earlier moves. And each thread about its own evaluation:
// how far off it was in positions like this one. All of it steers the order of moves and the reductions; none
// of it changes what is true.

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <memory>

#include "chess/bitboard.h"
#include "chess/move.h"
#include "chess/position.h"

namespace vitrine::engines::flagship {

inline constexpr int kMaxHistory = 16'384;

// A number that news pulls towards ±kMaxHistory, the less the nearer it is: old news fades. When two threads
// learn at once, the news of one may be lost.
class History {
 public:
  [[nodiscard]] int value() const { return value_.load(std::memory_order_relaxed); }
  void learn(int bonus) {
    const int old = value();
    set(old + bonus - old * std::abs(bonus) / kMaxHistory);
  }

 private:
  void set(int value) { value_.store(static_cast<std::int16_t>(value), std::memory_order_relaxed); }

  std::atomic<std::int16_t> value_ = 0;
};

// A man of either colour as 0 … 11.
[[nodiscard]] inline int man(chess::Color color, chess::PieceType type) {
  return 6 * index(color) + index(type);
}

// What followed well upon one certain move: by the man that moves and where it goes.
using ContinuationHistory = std::array<std::array<History, 64>, 12>;

class Histories {
 public:
  // Contract: nobody is searching.
  void clear() {
    std::destroy_at(this);
    std::construct_at(this);
  }

  // A quiet move is judged apart when it leaves or enters a square that the enemy attacks.
  [[nodiscard]] History& quiet(chess::Color us, chess::Move move, chess::Bitboard attacked) {
    return quiet_[index(us)][attacked.contains(move.from())][attacked.contains(move.to())]
                 [move.from().index()][move.to().index()];
  }
  [[nodiscard]] History& capture(chess::Color us, chess::Move move, chess::PieceType victim) {
    return capture_[man(us, move.piece())][move.to().index()][index(victim)];
  }
  [[nodiscard]] History& pawn(const chess::Position& pos, chess::Move move) {
    return pawn_[pos.pawn_key() % pawn_.size()][man(pos.turn(), move.piece())][move.to().index()];
  }
  // What came after this move of `us`.
  [[nodiscard]] ContinuationHistory& continuation(bool was_capture, chess::Color us, chess::Move move) {
    return continuation_[was_capture][man(us, move.piece())][move.to().index()];
  }
  // Where there was no move, such as before the root or after passing.
  [[nodiscard]] ContinuationHistory& no_continuation() { return no_continuation_; }

 private:
  std::array<std::array<std::array<std::array<std::array<History, 64>, 64>, 2>, 2>, 2> quiet_ = {};
  std::array<std::array<std::array<History, 6>, 64>, 12> capture_ = {};
  std::array<std::array<std::array<History, 64>, 12>, 512> pawn_ = {};
  std::array<std::array<std::array<ContinuationHistory, 64>, 12>, 2> continuation_ = {};
  ContinuationHistory no_continuation_ = {};
};

// How much the search found a position to be better or worse than it looked, on average over positions that
// share something: the same pawns, the same men, the same last moves.
class Corrections {
 public:
  void clear() { *this = Corrections(); }

  struct Place {
    chess::Key pawns;
    chess::Key white_pieces;
    chess::Key black_pieces;
    chess::Key last_moves;
  };

  // In centipawns, to be added to an evaluation for `us`.
  [[nodiscard]] int of(chess::Color us, const Place& place) const {
    const auto& at = table_[index(us)];
    const int sum = at[0][place.pawns % kSize] + at[1][place.white_pieces % kSize] +
                    at[2][place.black_pieces % kSize] + at[3][place.last_moves % kSize];
    return sum / kGrain;
  }

  // The search of `depth` found `difference` more than the evaluation had said.
  void learn(chess::Color us, const Place& place, int depth, int difference) {
    auto& at = table_[index(us)];
    const int weight = std::min(depth + 1, 16);
    const int target = std::clamp(difference, -kLargest, kLargest) * kGrain;
    for (std::int16_t* const value : {&at[0][place.pawns % kSize], &at[1][place.white_pieces % kSize],
                                      &at[2][place.black_pieces % kSize], &at[3][place.last_moves % kSize]})
      *value = static_cast<std::int16_t>((*value * (256 - weight) + target * weight) / 256);
  }

 private:
  static constexpr std::size_t kSize = 16'384;
  static constexpr int kGrain = 128;   // parts of a centipawn
  static constexpr int kLargest = 64;  // centipawns that one experience may ask for

  std::array<std::array<std::array<std::int16_t, kSize>, 4>, 2> table_ = {};
};

}  // namespace vitrine::engines::flagship
