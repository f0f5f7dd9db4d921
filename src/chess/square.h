#pragma once

// A square of the board: a1 = 0, b1 = 1, … h8 = 63.

#include <array>
#include <compare>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

#include "chess/color.h"

namespace vitrine::chess {

class Square {
 public:
  Square() = default;  // unspecified: for arrays that are filled later
  [[nodiscard]] static constexpr Square at(int file, int rank) { return Square(rank * 8 + file); }
  [[nodiscard]] static constexpr Square from_index(int index) { return Square(index); }

  // "e4" to the square; nothing for any other text.
  [[nodiscard]] static constexpr std::optional<Square> parse(std::string_view text) {
    if (text.size() != 2 || text[0] < 'a' || text[0] > 'h' || text[1] < '1' || text[1] > '8') return {};
    return at(text[0] - 'a', text[1] - '1');
  }

  [[nodiscard]] constexpr int file() const { return index_ & 7; }
  [[nodiscard]] constexpr int rank() const { return index_ >> 3; }
  [[nodiscard]] constexpr int index() const { return index_; }  // for table lookup only
  [[nodiscard]] constexpr bool is_dark() const { return ((file() + rank()) & 1) == 0; }

  // The square seen from the other side of the board: e2 becomes e7.
  [[nodiscard]] constexpr Square flipped() const { return Square(index_ ^ 56); }
  // The same file, `ranks` up the board (down if negative). Contract: still on the board.
  [[nodiscard]] constexpr Square up(int ranks) const { return Square(index_ + 8 * ranks); }
  // The rank as this side counts it: 0 is its own back rank.
  [[nodiscard]] constexpr int rank_for(Color color) const {
    return color == Color::white ? rank() : 7 - rank();
  }

  [[nodiscard]] std::string to_string() const {
    return {static_cast<char>('a' + file()), static_cast<char>('1' + rank())};
  }

  constexpr auto operator<=>(const Square&) const = default;

 private:
  constexpr explicit Square(int index) : index_(static_cast<std::uint8_t>(index)) {}
  std::uint8_t index_;
};

// King steps between two squares.
[[nodiscard]] constexpr int distance(Square a, Square b) {
  const int files = a.file() > b.file() ? a.file() - b.file() : b.file() - a.file();
  const int ranks = a.rank() > b.rank() ? a.rank() - b.rank() : b.rank() - a.rank();
  return files > ranks ? files : ranks;
}

static_assert(Square::at(4, 3).index() == 28);

}  // namespace vitrine::chess
