#pragma once

// Up to 256 moves without allocation. No legal position has more than 218.

#include <array>
#include <cassert>
#include <cstddef>

#include "chess/move.h"

namespace vitrine::chess {

class MoveList {
 public:
  MoveList() {}  // leaves the array unset on purpose: a search makes millions of these

  void push_back(Move move) {
    assert(size_ < moves_.size());
    moves_[size_++] = move;
  }
  void clear() { size_ = 0; }

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] Move operator[](std::size_t i) const { return assert(i < size_), moves_[i]; }
  [[nodiscard]] Move& operator[](std::size_t i) { return assert(i < size_), moves_[i]; }
  [[nodiscard]] const Move* begin() const { return moves_.data(); }
  [[nodiscard]] const Move* end() const { return moves_.data() + size_; }
  [[nodiscard]] Move* begin() { return moves_.data(); }
  [[nodiscard]] Move* end() { return moves_.data() + size_; }
  [[nodiscard]] bool contains(Move move) const {
    for (const Move m : *this)
      if (m == move) return true;
    return false;
  }

 private:
  std::size_t size_ = 0;
  std::array<Move, 256> moves_;
};

}  // namespace vitrine::chess
