#pragma once

// Which moves the threads are looking at right now. One who comes to a node where another is at work begins
// with the moves that nobody looks at, and finds the rest in the table when it returns to them. (The idea is
// ABDADA's, in the simple form that Tom Kerrigan gave it.)

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "chess/move.h"
#include "chess/zobrist.h"

namespace vitrine::engines::flagship {

// Lost and mistaken marks do no harm but to the order of moves, so there are no locks.
class BusyMoves {
 public:
  [[nodiscard]] bool contains(chess::Key position, chess::Move move) const {
    const std::uint64_t mark = mark_of(position, move);
    for (const auto& slot : set_of(mark))
      if (slot.load(std::memory_order_relaxed) == mark) return true;
    return false;
  }
  void add(chess::Key position, chess::Move move) {
    const std::uint64_t mark = mark_of(position, move);
    Set& set = set_of(mark);
    for (auto& slot : set) {
      const std::uint64_t other = slot.load(std::memory_order_relaxed);
      if (other == mark) return;
      if (other != 0) continue;
      slot.store(mark, std::memory_order_relaxed);
      return;
    }
    set.front().store(mark, std::memory_order_relaxed);
  }
  void remove(chess::Key position, chess::Move move) {
    const std::uint64_t mark = mark_of(position, move);
    for (auto& slot : set_of(mark))
      if (slot.load(std::memory_order_relaxed) == mark) slot.store(0, std::memory_order_relaxed);
  }

 private:
  using Set = std::array<std::atomic<std::uint64_t>, 4>;
  static constexpr std::size_t kSets = 4096;

  static std::uint64_t mark_of(chess::Key position, chess::Move move) {
    return position ^ (move.raw() * 0x9e3779b97f4a7c15ULL);
  }
  [[nodiscard]] Set& set_of(std::uint64_t mark) { return sets_[mark >> 52]; }
  [[nodiscard]] const Set& set_of(std::uint64_t mark) const { return sets_[mark >> 52]; }

  std::array<Set, kSets> sets_ = {};
};

}  // namespace vitrine::engines::flagship
