#pragma once

// Which squares a man attacks. Steppers come from small constant tables. Sliders come from a table
// indexed by the blockers on their lines: the index is made by PEXT where the CPU has it
// (VITRINE_USE_PEXT) and by a magic multiplication elsewhere; many sliders at once are flooded where the CPU
// has AVX2 (VITRINE_USE_AVX2). Both are chosen when the library is built and travel with it as compile
// definitions, because inline code in a user's program must read the library's tables as the library wrote
// them.

#include <array>
#include <cstdint>

#include "chess/bitboard.h"
#include "chess/piece.h"

#if !defined(VITRINE_USE_PEXT) || !defined(VITRINE_USE_AVX2)
#error "link vitrine::chess with CMake: it knows how its attack tables were built"
#endif
#if VITRINE_USE_PEXT
#include <immintrin.h>
#endif

namespace vitrine::chess {

namespace detail {

struct SliderLine {
  const Bitboard* attacks;  // one entry for each set of blockers
  std::uint64_t mask;       // the squares whose occupation matters
#if VITRINE_USE_PEXT
  [[nodiscard]] std::uint64_t slot(Bitboard occupied) const { return _pext_u64(occupied.bits(), mask); }
#else
  std::uint64_t magic;
  unsigned shift;
  [[nodiscard]] std::uint64_t slot(Bitboard occupied) const {
    return ((occupied.bits() & mask) * magic) >> shift;
  }
#endif
};

struct SliderTables {
  SliderTables();
  std::array<SliderLine, 64> bishop;
  std::array<SliderLine, 64> rook;
  std::array<Bitboard, 5248 + 102400> attacks;  // sum of 2^(relevant blockers) over the squares
};

// Filled before any other static of the program and constant from then on.
extern const SliderTables kSliders;

using SquareTable = std::array<Bitboard, 64>;
extern const SquareTable kKnightAttacks;
extern const SquareTable kKingAttacks;
extern const std::array<SquareTable, 2> kPawnAttacks;
extern const std::array<SquareTable, 64> kBetween;
extern const std::array<SquareTable, 64> kLine;

}  // namespace detail

[[nodiscard]] inline Bitboard knight_attacks(Square sq) { return detail::kKnightAttacks[sq.index()]; }
[[nodiscard]] inline Bitboard king_attacks(Square sq) { return detail::kKingAttacks[sq.index()]; }
[[nodiscard]] inline Bitboard pawn_attacks(Color color, Square sq) {
  return detail::kPawnAttacks[index(color)][sq.index()];
}
[[nodiscard]] inline Bitboard bishop_attacks(Square sq, Bitboard occupied) {
  const detail::SliderLine& line = detail::kSliders.bishop[sq.index()];
  return line.attacks[line.slot(occupied)];
}
[[nodiscard]] inline Bitboard rook_attacks(Square sq, Bitboard occupied) {
  const detail::SliderLine& line = detail::kSliders.rook[sq.index()];
  return line.attacks[line.slot(occupied)];
}
[[nodiscard]] inline Bitboard queen_attacks(Square sq, Bitboard occupied) {
  return bishop_attacks(sq, occupied) | rook_attacks(sq, occupied);
}
// Attacks of any man but a pawn, whose direction depends on its colour.
[[nodiscard]] Bitboard piece_attacks(PieceType type, Square sq, Bitboard occupied);

// The squares strictly between two squares of one line; empty if they share none.
[[nodiscard]] inline Bitboard between(Square a, Square b) { return detail::kBetween[a.index()][b.index()]; }
// The whole line through two squares, edge to edge; empty if they share none.
[[nodiscard]] inline Bitboard line_through(Square a, Square b) { return detail::kLine[a.index()][b.index()]; }

// All squares that any of these knights attacks.
[[nodiscard]] constexpr Bitboard knight_attacks(Bitboard knights) {
  const Bitboard one_aside = knights.east() | knights.west();
  const Bitboard two_aside = knights.east().east() | knights.west().west();
  return one_aside.north().north() | one_aside.south().south() | two_aside.north() | two_aside.south();
}

// All squares that any of these sliders attacks.
[[nodiscard]] Bitboard slider_attacks(Bitboard orthogonal, Bitboard diagonal, Bitboard occupied);

// All squares that a side's pawns attack.
[[nodiscard]] constexpr Bitboard pawn_attacks(Color color, Bitboard pawns) {
  const Bitboard ahead = pawns.forward(color);
  return ahead.east() | ahead.west();
}

#if VITRINE_USE_AVX2

namespace detail {

// One lane for each direction: 8, 9, 1 and 7 squares up the board, or as many down.
using Lanes = std::uint64_t __attribute__((vector_size(32)));

// Floods from `sliders` through `open` squares in each lane's direction (Kogge-Stone), and one step further.
// `Shift` moves every lane by so many squares in its direction; `arrivals` are the squares that one step can
// reach without leaving the board at its side.
template <class Shift>
inline Lanes flood(Lanes sliders, Lanes open, Lanes arrivals, Shift shift) {
  const Lanes step = {8, 9, 1, 7};
  open &= arrivals;
  sliders |= open & shift(sliders, step);
  open &= shift(open, step);
  sliders |= open & shift(sliders, step * 2);
  open &= shift(open, step * 2);
  sliders |= open & shift(sliders, step * 4);
  return shift(sliders, step) & arrivals;
}

}  // namespace detail

// All directions at once, whatever the number of sliders.
inline Bitboard slider_attacks(Bitboard orthogonal, Bitboard diagonal, Bitboard occupied) {
  using detail::Lanes;
  constexpr std::uint64_t kNotA = ~0x0101010101010101ULL;
  constexpr std::uint64_t kNotH = ~0x8080808080808080ULL;
  const Lanes sliders = {orthogonal.bits(), diagonal.bits(), orthogonal.bits(), diagonal.bits()};
  const std::uint64_t empty = ~occupied.bits();
  const Lanes open = {empty, empty, empty, empty};
  const Lanes up = detail::flood(sliders, open, Lanes{~0ULL, kNotA, kNotA, kNotH},
                                 [](Lanes squares, Lanes step) { return squares << step; });
  const Lanes down = detail::flood(sliders, open, Lanes{~0ULL, kNotH, kNotH, kNotA},
                                   [](Lanes squares, Lanes step) { return squares >> step; });
  const Lanes both = up | down;
  return Bitboard(both[0] | both[1] | both[2] | both[3]);
}

#else

inline Bitboard slider_attacks(Bitboard orthogonal, Bitboard diagonal, Bitboard occupied) {
  Bitboard attacked;
  for (const Square sq : orthogonal) attacked |= rook_attacks(sq, occupied);
  for (const Square sq : diagonal) attacked |= bishop_attacks(sq, occupied);
  return attacked;
}

#endif

}  // namespace vitrine::chess
