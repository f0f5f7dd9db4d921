#pragma once

// What the terms ask about again and again: who attacks what, the ring around each king, where pieces may
// usefully go. The pieces' own terms fill it in as they go; threats, kings and passed pawns read it.

#include <algorithm>
#include <array>

#include "chess/position.h"

namespace vitrine::eval::classical {

using chess::Bitboard;
using chess::Color;
using chess::PieceType;
using chess::Position;
using chess::Square;

template <Color us>
[[nodiscard]] constexpr Bitboard ranks_ahead(Square sq) {
  if constexpr (us == Color::white) return Bitboard((~0ULL << (8 * sq.rank())) << 8);
  return Bitboard((~0ULL >> (8 * (7 - sq.rank()))) >> 8);
}
// The squares before a man on his own file.
template <Color us>
[[nodiscard]] constexpr Bitboard path_ahead(Square sq) {
  return ranks_ahead<us>(sq) & Bitboard::file(sq.file());
}
[[nodiscard]] constexpr Bitboard files_beside(Square sq) {
  const Bitboard file = Bitboard::file(sq.file());
  return file.east() | file.west();
}
[[nodiscard]] constexpr int edge_distance(int file) { return std::min(file, 7 - file); }

inline constexpr Bitboard kQueenSide(0x0F0F0F0F0F0F0F0FULL);
inline constexpr Bitboard kKingSide = ~kQueenSide;
inline constexpr Bitboard kCentralFiles(0x3C3C3C3C3C3C3C3CULL);

// All arrays are by colour.
struct Scene {
  explicit Scene(const Position& position)
      : pos(position),
        occupied(position.occupied()),
        pawns{position.pieces(Color::white, PieceType::pawn), position.pieces(Color::black, PieceType::pawn)},
        pinned{position.pinned(Color::white), position.pinned(Color::black)} {
    prepare<Color::white>();
    prepare<Color::black>();
    find_mobility_area<Color::white>();
    find_mobility_area<Color::black>();
  }

  [[nodiscard]] Bitboard by(Color color, PieceType type) const {
    return attacked_by[index(color)][index(type)];
  }
  void note_attacks(Color us, PieceType type, Bitboard targets) {
    twice[index(us)] |= attacked[index(us)] & targets;
    attacked[index(us)] |= targets;
    attacked_by[index(us)][index(type)] |= targets;
  }

  const Position& pos;
  Bitboard occupied;
  std::array<Bitboard, 2> pawns;
  std::array<Bitboard, 2> pinned;
  std::array<Bitboard, 2> attacked;
  std::array<Bitboard, 2> twice;
  std::array<std::array<Bitboard, 6>, 2> attacked_by{};
  std::array<Bitboard, 2> ring;  // around the king, as far as two own pawns don't hold it
  std::array<Bitboard, 2> mobility_area;
  std::array<int, 2> ring_attackers = {0, 0};  // pieces of this side that attack the other's ring
  std::array<int, 2> touches = {0, 0};         // attacks of this side on squares beside the other's king

 private:
  template <Color us>
  void prepare() {
    const Square king = pos.king(us);
    const Bitboard ahead = pawns[index(us)].forward(us);
    const Bitboard by_pawns = ahead.east() | ahead.west();
    const Bitboard by_two_pawns = ahead.east() & ahead.west();
    const Bitboard by_king = king_attacks(king);
    attacked_by[index(us)][index(PieceType::pawn)] = by_pawns;
    attacked_by[index(us)][index(PieceType::king)] = by_king;
    attacked[index(us)] = by_pawns | by_king;
    twice[index(us)] = by_two_pawns | (by_pawns & by_king);
    // At the edge the ring is as large as elsewhere.
    const Square centre = Square::at(std::clamp(king.file(), 1, 6), std::clamp(king.rank(), 1, 6));
    ring[index(us)] = (king_attacks(centre) | Bitboard(centre)) & ~by_two_pawns;
  }

  template <Color us>
  void find_mobility_area() {
    const Bitboard own = pawns[index(us)];
    const Bitboard low = Bitboard::rank_for(us, 1) | Bitboard::rank_for(us, 2);
    const Bitboard stuck = own & (occupied.forward(!us) | low);
    mobility_area[index(us)] = ~(stuck | pos.pieces(us, PieceType::king) | by(!us, PieceType::pawn));
  }
};

}  // namespace vitrine::eval::classical
