#pragma once

// The first layer's sums along the line being searched. Moves only note which men they add and remove; the
// sums follow when a value is asked for, from the nearest position above whose sums are known, or from a
// store of the last sums for each placing of the king.
//
//   accumulators.start(root);
//   const Position next = root.after(move, accumulators.push());
//   const int value = accumulators.evaluate(next);
//   accumulators.pop();

#include <array>
#include <cassert>
#include <cstdint>
#include <span>
#include <vector>

#include "chess/position.h"
#include "chess/setup.h"
#include "eval/nnue/network.h"

namespace vitrine::eval::nnue {

// What a move does to the men on the board: a watcher of positions.
class Changes {
 public:
  struct Change {
    chess::Piece man;
    chess::Square square;
  };
  void added(chess::Piece man, chess::Square sq) {
    assert(added_count_ < kMost);
    added_[added_count_++] = {man, sq};
  }
  void removed(chess::Piece man, chess::Square sq) {
    assert(removed_count_ < kMost);
    removed_[removed_count_++] = {man, sq};
  }
  void clear() { added_count_ = removed_count_ = 0; }
  [[nodiscard]] std::span<const Change> all_added() const { return {added_.data(), added_count_}; }
  [[nodiscard]] std::span<const Change> all_removed() const { return {removed_.data(), removed_count_}; }

 private:
  static constexpr std::size_t kMost = 2;  // castling: king and rook
  std::array<Change, kMost> added_;
  std::array<Change, kMost> removed_;
  std::size_t added_count_ = 0;
  std::size_t removed_count_ = 0;
};

class Accumulators {
 public:
  static constexpr int kMaxPlies = 256;

  // Contract: the network outlives this.
  explicit Accumulators(const Network& network);

  void start(const chess::Position& root);
  [[nodiscard]] Changes& push() {
    push_null();
    return plies_[static_cast<std::size_t>(ply_)].changes;
  }
  void push_null() {
    assert(ply_ < kMaxPlies);
    Ply& next = plies_[static_cast<std::size_t>(++ply_)];
    next.changes.clear();
    next.is_known = {};
  }
  void pop() {
    assert(ply_ > 0);
    --ply_;
  }

  // Centipawns for the side to move. Contract: `pos` is the line's last position.
  [[nodiscard]] int evaluate(const chess::Position& pos);

 private:
  using Sums = std::span<std::int16_t>;
  struct Ply {
    Changes changes;
    std::array<bool, 2> is_known = {};
    std::array<View, 2> views = {};
  };
  // The sums of some board seen in one way, and the board.
  struct Remembered {
    std::array<chess::Bitboard, 12> men = {};
  };

  [[nodiscard]] Sums sums(int ply, chess::Color side);
  [[nodiscard]] Sums remembered_sums(std::size_t place);
  void bring_up_to_date(const chess::Position& pos, chess::Color side);
  void refresh(const chess::Position& pos, chess::Color side, const View& view);
  void step(int ply, chess::Color side, const View& view);

  const Network& network_;
  std::size_t width_;
  int ply_ = 0;
  std::vector<Ply> plies_;
  std::vector<Remembered> remembered_;
  // All sums, aligned: those of the line, then those remembered.
  struct alignas(64) Line {
    std::int16_t numbers[32];
  };
  std::vector<Line> store_;
};

// From scratch, for a single position.
[[nodiscard]] int evaluate(const Network& network, const chess::Position& pos);
// The same of any board, whether a game can have it or not. Contract: a king each and at most 32 men.
[[nodiscard]] int evaluate(const Network& network, const chess::Setup& board);

}  // namespace vitrine::eval::nnue
