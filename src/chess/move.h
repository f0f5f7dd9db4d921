#pragma once

// A move in 16 bits: from, to, and what kind of man makes it. The kind saves a look at the board when
// a move is made or ordered. Castling is written as the king taking his own rook, as Chess960 needs.
// Whether a move captures is a question for the position, except en passant.

#include <cassert>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <optional>
#include <string>

#include "chess/piece.h"
#include "chess/square.h"

namespace vitrine::chess {

enum class MoveKind : std::uint8_t {
  pawn,  // a step or a capture; the first six follow PieceType
  knight,
  bishop,
  rook,
  queen,
  king,
  castling,
  double_push,
  promote_knight,
  promote_bishop,
  promote_rook,
  promote_queen,
  en_passant,
};

class Move {
 public:
  Move() = default;  // unspecified: for arrays that are filled later
  constexpr Move(Square from, Square to, MoveKind kind)
      : bits_(static_cast<std::uint16_t>(from.index() | to.index() << 6 | static_cast<int>(kind) << 12)) {}

  [[nodiscard]] static constexpr Move from_raw(std::uint16_t bits) { return Move(bits); }
  [[nodiscard]] constexpr std::uint16_t raw() const { return bits_; }

  // No move: what a table holds when it knows none. Never legal (a1 to a1).
  [[nodiscard]] static constexpr Move none() { return Move(std::uint16_t{0}); }
  [[nodiscard]] constexpr bool is_none() const { return bits_ == 0; }

  [[nodiscard]] constexpr Square from() const { return Square::from_index(bits_ & 63); }
  // The target square; for castling the rook's square (king_target() is where the king goes).
  [[nodiscard]] constexpr Square to() const { return Square::from_index(bits_ >> 6 & 63); }
  [[nodiscard]] constexpr MoveKind kind() const { return static_cast<MoveKind>(bits_ >> 12); }

  // The kind of man that moves: the pawn for a promotion, the king for castling.
  // Contract: the kind is one of the thirteen (true of every move the generator makes).
  [[nodiscard]] constexpr PieceType piece() const {
    assert(kind() <= MoveKind::en_passant);
    if (kind() <= MoveKind::king) return static_cast<PieceType>(kind());
    return is_castling() ? PieceType::king : PieceType::pawn;
  }
  [[nodiscard]] constexpr std::optional<PieceType> promotion() const {
    if (!is_promotion()) return {};
    return static_cast<PieceType>(static_cast<int>(kind()) - static_cast<int>(MoveKind::promote_knight) +
                                  static_cast<int>(PieceType::knight));
  }
  [[nodiscard]] constexpr bool is_promotion() const {
    return kind() >= MoveKind::promote_knight && kind() <= MoveKind::promote_queen;
  }
  [[nodiscard]] constexpr bool is_castling() const { return kind() == MoveKind::castling; }
  [[nodiscard]] constexpr bool is_en_passant() const { return kind() == MoveKind::en_passant; }
  [[nodiscard]] constexpr Wing wing() const {
    return to().file() > from().file() ? Wing::king_side : Wing::queen_side;
  }
  // Where the moving man ends: the target, or the g or c file for castling.
  [[nodiscard]] constexpr Square king_target() const {
    if (!is_castling()) return to();
    return Square::at(wing() == Wing::king_side ? 6 : 2, from().rank());
  }

  // The squares and the letter of a promotion, as in e2e4 and e7e8q; castling as the king takes his rook
  // (e1h1), 0000 for none(). notation/uci_move.h writes castling as ordinary chess does and reads such text.
  [[nodiscard]] std::string to_string() const;

  constexpr bool operator==(const Move&) const = default;

 private:
  constexpr explicit Move(std::uint16_t bits) : bits_(bits) {}
  std::uint16_t bits_;
};
static_assert(sizeof(Move) == 2);
std::ostream& operator<<(std::ostream& out, Move move);

// The kind of move by which a pawn becomes this piece. Contract: knight, bishop, rook or queen.
[[nodiscard]] constexpr MoveKind promotion_to(PieceType type) {
  return static_cast<MoveKind>(static_cast<int>(MoveKind::promote_knight) + index(type) -
                               index(PieceType::knight));
}

}  // namespace vitrine::chess

template <>
struct std::hash<vitrine::chess::Move> {
  std::size_t operator()(vitrine::chess::Move move) const noexcept { return move.raw(); }
};
