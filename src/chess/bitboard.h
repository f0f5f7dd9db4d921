#pragma once

// A set of squares in one 64-bit word, bit 0 = a1. Iterating visits the squares from a1 to h8.

#include <bit>
#include <cstddef>
#include <cstdint>
#include <iterator>

#include "chess/color.h"
#include "chess/square.h"

namespace vitrine::chess {

class Bitboard {
 public:
  constexpr Bitboard() = default;
  constexpr explicit Bitboard(std::uint64_t bits) : bits_(bits) {}
  constexpr explicit Bitboard(Square sq) : bits_(1ULL << sq.index()) {}

  [[nodiscard]] static constexpr Bitboard file(int file) { return Bitboard(0x0101010101010101ULL << file); }
  [[nodiscard]] static constexpr Bitboard rank(int rank) { return Bitboard(0xFFULL << (8 * rank)); }
  // The rank as this side counts it: 0 is its own back rank.
  [[nodiscard]] static constexpr Bitboard rank_for(Color color, int rank) {
    return Bitboard::rank(color == Color::white ? rank : 7 - rank);
  }
  [[nodiscard]] static constexpr Bitboard all() { return Bitboard(~0ULL); }
  [[nodiscard]] static constexpr Bitboard dark_squares() { return Bitboard(0xAA55AA55AA55AA55ULL); }

  [[nodiscard]] constexpr std::uint64_t bits() const { return bits_; }
  [[nodiscard]] constexpr bool contains(Square sq) const { return bits_ >> sq.index() & 1; }
  [[nodiscard]] constexpr bool is_empty() const { return bits_ == 0; }
  [[nodiscard]] constexpr bool any() const { return bits_ != 0; }
  [[nodiscard]] constexpr bool has_several() const { return (bits_ & (bits_ - 1)) != 0; }
  [[nodiscard]] constexpr int count() const { return std::popcount(bits_); }

  // Contract: not empty.
  [[nodiscard]] constexpr Square first() const { return Square::from_index(std::countr_zero(bits_)); }
  [[nodiscard]] constexpr Square last() const { return Square::from_index(63 - std::countl_zero(bits_)); }
  // The square nearest to this side's back rank; of several on one rank, the one nearest to the a file.
  [[nodiscard]] constexpr Square first_for(Color color) const {
    if (color == Color::white) return first();
    return Square::from_index(std::countr_zero(__builtin_bswap64(bits_))).flipped();
  }
  constexpr Square pop_first() {
    const Square sq = first();
    bits_ &= bits_ - 1;
    return sq;
  }

  // Every square moved one step; what leaves the board is gone.
  [[nodiscard]] constexpr Bitboard north() const { return Bitboard(bits_ << 8); }
  [[nodiscard]] constexpr Bitboard south() const { return Bitboard(bits_ >> 8); }
  [[nodiscard]] constexpr Bitboard east() const { return Bitboard(bits_ << 1 & ~file(0).bits_); }
  [[nodiscard]] constexpr Bitboard west() const { return Bitboard(bits_ >> 1 & ~file(7).bits_); }
  // One step towards the enemy.
  [[nodiscard]] constexpr Bitboard forward(Color color) const {
    return color == Color::white ? north() : south();
  }

  constexpr Bitboard operator&(Bitboard o) const { return Bitboard(bits_ & o.bits_); }
  constexpr Bitboard operator|(Bitboard o) const { return Bitboard(bits_ | o.bits_); }
  constexpr Bitboard operator^(Bitboard o) const { return Bitboard(bits_ ^ o.bits_); }
  constexpr Bitboard operator~() const { return Bitboard(~bits_); }
  constexpr Bitboard& operator&=(Bitboard o) { return bits_ &= o.bits_, *this; }
  constexpr Bitboard& operator|=(Bitboard o) { return bits_ |= o.bits_, *this; }
  constexpr Bitboard& operator^=(Bitboard o) { return bits_ ^= o.bits_, *this; }
  constexpr bool operator==(const Bitboard&) const = default;

  class Iterator {
   public:
    using iterator_category = std::input_iterator_tag;
    using value_type = Square;
    using difference_type = std::ptrdiff_t;
    using pointer = const Square*;
    using reference = Square;

    constexpr explicit Iterator(std::uint64_t bits) : bits_(bits) {}
    constexpr Square operator*() const { return Square::from_index(std::countr_zero(bits_)); }
    constexpr Iterator& operator++() { return bits_ &= bits_ - 1, *this; }
    constexpr Iterator operator++(int) {
      const Iterator before = *this;
      ++*this;
      return before;
    }
    constexpr bool operator==(const Iterator&) const = default;

   private:
    std::uint64_t bits_;
  };
  [[nodiscard]] constexpr Iterator begin() const { return Iterator(bits_); }
  [[nodiscard]] constexpr Iterator end() const { return Iterator(0); }

 private:
  std::uint64_t bits_ = 0;
};

}  // namespace vitrine::chess
