#include "chess/attacks.h"

#include <cassert>

namespace vitrine::chess {

namespace {

struct Direction {
  int file;
  int rank;
};
constexpr std::array<Direction, 4> kDiagonals = {{{1, 1}, {-1, 1}, {1, -1}, {-1, -1}}};
constexpr std::array<Direction, 4> kOrthogonals = {{{0, 1}, {0, -1}, {1, 0}, {-1, 0}}};

constexpr bool is_on_board(int file, int rank) { return file >= 0 && file < 8 && rank >= 0 && rank < 8; }

// The squares from `sq` in one direction up to and including the first blocker.
constexpr Bitboard ray(Square sq, Direction direction, Bitboard occupied) {
  Bitboard squares;
  int file = sq.file() + direction.file;
  int rank = sq.rank() + direction.rank;
  for (; is_on_board(file, rank); file += direction.file, rank += direction.rank) {
    const Square next = Square::at(file, rank);
    squares |= Bitboard(next);
    if (occupied.contains(next)) break;
  }
  return squares;
}

constexpr Bitboard rays(Square sq, const std::array<Direction, 4>& directions, Bitboard occupied) {
  Bitboard squares;
  for (const Direction direction : directions) squares |= ray(sq, direction, occupied);
  return squares;
}

template <std::size_t N>
constexpr detail::SquareTable steps(const std::array<Direction, N>& directions) {
  detail::SquareTable table{};
  for (int i = 0; i < 64; ++i) {
    const Square sq = Square::from_index(i);
    Bitboard squares;  // g++ 13 refuses to compute table[i] |= … when it compiles
    for (const Direction step : directions)
      if (is_on_board(sq.file() + step.file, sq.rank() + step.rank))
        squares |= Bitboard(Square::at(sq.file() + step.file, sq.rank() + step.rank));
    table[i] = squares;
  }
  return table;
}

// For each pair of squares on one line, what `pick` makes of the two rays from the first square: the one
// towards the second square and the one away from it.
template <class Pick>
constexpr std::array<detail::SquareTable, 64> for_aligned_pairs(Pick pick) {
  std::array<detail::SquareTable, 64> table{};
  for (int i = 0; i < 64; ++i) {
    const Square a = Square::from_index(i);
    for (const auto& directions : {kDiagonals, kOrthogonals})
      for (const Direction towards : directions)
        for (const Square b : ray(a, towards, Bitboard()))
          table[i][b.index()] = pick(a, b, towards, Direction{-towards.file, -towards.rank});
  }
  return table;
}

constexpr std::array<Direction, 8> kKnightSteps = {
    {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}};
constexpr std::array<Direction, 8> kKingSteps = {
    {{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}}};
constexpr std::array<Direction, 2> kWhitePawnSteps = {{{-1, 1}, {1, 1}}};
constexpr std::array<Direction, 2> kBlackPawnSteps = {{{-1, -1}, {1, -1}}};

// Blockers on the last square of a line never change what is attacked, so they stay out of the index.
Bitboard relevant_blockers(Square sq, const std::array<Direction, 4>& directions) {
  Bitboard mask;
  for (const Direction direction : directions) {
    const Bitboard squares = ray(sq, direction, Bitboard());
    for (const Square s : squares) {
      const bool is_last = !is_on_board(s.file() + direction.file, s.rank() + direction.rank);
      if (!is_last) mask |= Bitboard(s);
    }
  }
  return mask;
}

#if !VITRINE_USE_PEXT
// Multipliers that send each set of blockers of a square to an index of its own (or shared only by sets with
// equal attacks). Found by a seeded random search of ours: scripts/find_magics.cpp.
constexpr std::array<std::uint64_t, 64> kBishopMagics = {
#include "chess/bishop_magics.inc"
};
constexpr std::array<std::uint64_t, 64> kRookMagics = {
#include "chess/rook_magics.inc"
};
#endif

// Writes the attacks of every set of blockers of one square from `first` on; returns where the next square's
// begin.
Bitboard* fill_line(detail::SliderLine& line, Square sq, const std::array<Direction, 4>& directions,
                    Bitboard* first) {
  std::uint64_t blockers = 0;
  do {  // visits every subset of the mask
    first[line.slot(Bitboard(blockers))] = rays(sq, directions, Bitboard(blockers));
    blockers = (blockers - line.mask) & line.mask;
  } while (blockers != 0);
  line.attacks = first;
  return first + (std::size_t{1} << Bitboard(line.mask).count());
}

}  // namespace

namespace detail {

SliderTables::SliderTables() {
  Bitboard* next = attacks.data();
  for (int i = 0; i < 64; ++i) {
    const Square sq = Square::from_index(i);
    bishop[i].mask = relevant_blockers(sq, kDiagonals).bits();
    rook[i].mask = relevant_blockers(sq, kOrthogonals).bits();
#if !VITRINE_USE_PEXT
    bishop[i].magic = kBishopMagics[i];
    bishop[i].shift = static_cast<unsigned>(64 - Bitboard(bishop[i].mask).count());
    rook[i].magic = kRookMagics[i];
    rook[i].shift = static_cast<unsigned>(64 - Bitboard(rook[i].mask).count());
#endif
    next = fill_line(bishop[i], sq, kDiagonals, next);
    next = fill_line(rook[i], sq, kOrthogonals, next);
  }
}

__attribute__((init_priority(101))) const SliderTables kSliders;

constinit const SquareTable kKnightAttacks = steps(kKnightSteps);
constinit const SquareTable kKingAttacks = steps(kKingSteps);
constinit const std::array<SquareTable, 2> kPawnAttacks = {steps(kWhitePawnSteps), steps(kBlackPawnSteps)};
constinit const std::array<SquareTable, 64> kBetween =
    for_aligned_pairs([](Square a, Square b, Direction towards, Direction) {
      return ray(a, towards, Bitboard(b)) & ~Bitboard(b);
    });
constinit const std::array<SquareTable, 64> kLine =
    for_aligned_pairs([](Square a, Square, Direction towards, Direction away) {
      return ray(a, towards, Bitboard()) | ray(a, away, Bitboard()) | Bitboard(a);
    });

}  // namespace detail

Bitboard piece_attacks(PieceType type, Square sq, Bitboard occupied) {
  switch (type) {
    case PieceType::knight: return knight_attacks(sq);
    case PieceType::bishop: return bishop_attacks(sq, occupied);
    case PieceType::rook: return rook_attacks(sq, occupied);
    case PieceType::queen: return queen_attacks(sq, occupied);
    case PieceType::king: return king_attacks(sq);
    case PieceType::pawn: break;
  }
  assert(!"a pawn's attacks depend on its colour");
  return {};
}

}  // namespace vitrine::chess
