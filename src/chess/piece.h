#pragma once

// Kinds of men, and a man of a colour.

#include <array>
#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string_view>

#include "chess/color.h"

namespace vitrine::chess {

enum class PieceType : std::uint8_t { pawn, knight, bishop, rook, queen, king };

inline constexpr std::array kPieceTypes = {PieceType::pawn, PieceType::knight, PieceType::bishop,
                                           PieceType::rook, PieceType::queen,  PieceType::king};

[[nodiscard]] constexpr int index(PieceType type) { return static_cast<int>(type); }

[[nodiscard]] constexpr std::string_view to_string(PieceType type) {
  constexpr std::array<std::string_view, 6> kNames = {"pawn", "knight", "bishop", "rook", "queen", "king"};
  return kNames[static_cast<std::size_t>(index(type))];
}
std::ostream& operator<<(std::ostream& out, PieceType type);

// Lower-case letter of the kind: p n b r q k.
[[nodiscard]] constexpr char to_char(PieceType type) { return "pnbrqk"[index(type)]; }
[[nodiscard]] constexpr std::optional<PieceType> parse_piece_type(char letter) {
  for (PieceType type : kPieceTypes)
    if (letter == to_char(type) || letter == to_char(type) - 'a' + 'A') return type;
  return {};
}

struct Piece {
  Color color;
  PieceType type;

  // FEN letter: upper case for White.
  [[nodiscard]] constexpr char to_char() const {
    const char lower = chess::to_char(type);
    return color == Color::white ? static_cast<char>(lower - 'a' + 'A') : lower;
  }
  [[nodiscard]] static constexpr std::optional<Piece> parse(char letter) {
    const auto type = parse_piece_type(letter);
    if (!type) return {};
    return Piece{letter < 'a' ? Color::white : Color::black, *type};
  }
  constexpr bool operator==(const Piece&) const = default;
};
// The FEN letter.
std::ostream& operator<<(std::ostream& out, Piece piece);

}  // namespace vitrine::chess
