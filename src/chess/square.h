#pragma once

// A square of the board: a1 = 0, b1 = 1, … h8 = 63. Each has its name, such as Square::e4.

#include <array>
#include <compare>
#include <cstdint>
#include <functional>
#include <iosfwd>
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

  static const Square a1, b1, c1, d1, e1, f1, g1, h1;
  static const Square a2, b2, c2, d2, e2, f2, g2, h2;
  static const Square a3, b3, c3, d3, e3, f3, g3, h3;
  static const Square a4, b4, c4, d4, e4, f4, g4, h4;
  static const Square a5, b5, c5, d5, e5, f5, g5, h5;
  static const Square a6, b6, c6, d6, e6, f6, g6, h6;
  static const Square a7, b7, c7, d7, e7, f7, g7, h7;
  static const Square a8, b8, c8, d8, e8, f8, g8, h8;

 private:
  constexpr explicit Square(int index) : index_(static_cast<std::uint8_t>(index)) {}
  std::uint8_t index_;
};
std::ostream& operator<<(std::ostream& out, Square sq);

inline constexpr Square Square::a1 = at(0, 0), Square::b1 = at(1, 0), Square::c1 = at(2, 0),
                        Square::d1 = at(3, 0), Square::e1 = at(4, 0), Square::f1 = at(5, 0),
                        Square::g1 = at(6, 0), Square::h1 = at(7, 0);
inline constexpr Square Square::a2 = at(0, 1), Square::b2 = at(1, 1), Square::c2 = at(2, 1),
                        Square::d2 = at(3, 1), Square::e2 = at(4, 1), Square::f2 = at(5, 1),
                        Square::g2 = at(6, 1), Square::h2 = at(7, 1);
inline constexpr Square Square::a3 = at(0, 2), Square::b3 = at(1, 2), Square::c3 = at(2, 2),
                        Square::d3 = at(3, 2), Square::e3 = at(4, 2), Square::f3 = at(5, 2),
                        Square::g3 = at(6, 2), Square::h3 = at(7, 2);
inline constexpr Square Square::a4 = at(0, 3), Square::b4 = at(1, 3), Square::c4 = at(2, 3),
                        Square::d4 = at(3, 3), Square::e4 = at(4, 3), Square::f4 = at(5, 3),
                        Square::g4 = at(6, 3), Square::h4 = at(7, 3);
inline constexpr Square Square::a5 = at(0, 4), Square::b5 = at(1, 4), Square::c5 = at(2, 4),
                        Square::d5 = at(3, 4), Square::e5 = at(4, 4), Square::f5 = at(5, 4),
                        Square::g5 = at(6, 4), Square::h5 = at(7, 4);
inline constexpr Square Square::a6 = at(0, 5), Square::b6 = at(1, 5), Square::c6 = at(2, 5),
                        Square::d6 = at(3, 5), Square::e6 = at(4, 5), Square::f6 = at(5, 5),
                        Square::g6 = at(6, 5), Square::h6 = at(7, 5);
inline constexpr Square Square::a7 = at(0, 6), Square::b7 = at(1, 6), Square::c7 = at(2, 6),
                        Square::d7 = at(3, 6), Square::e7 = at(4, 6), Square::f7 = at(5, 6),
                        Square::g7 = at(6, 6), Square::h7 = at(7, 6);
inline constexpr Square Square::a8 = at(0, 7), Square::b8 = at(1, 7), Square::c8 = at(2, 7),
                        Square::d8 = at(3, 7), Square::e8 = at(4, 7), Square::f8 = at(5, 7),
                        Square::g8 = at(6, 7), Square::h8 = at(7, 7);

// King steps between two squares.
[[nodiscard]] constexpr int distance(Square a, Square b) {
  const int files = a.file() > b.file() ? a.file() - b.file() : b.file() - a.file();
  const int ranks = a.rank() > b.rank() ? a.rank() - b.rank() : b.rank() - a.rank();
  return files > ranks ? files : ranks;
}

static_assert(Square::at(4, 3).index() == 28);

}  // namespace vitrine::chess

template <>
struct std::hash<vitrine::chess::Square> {
  std::size_t operator()(vitrine::chess::Square sq) const noexcept {
    return static_cast<std::size_t>(sq.index());
  }
};
