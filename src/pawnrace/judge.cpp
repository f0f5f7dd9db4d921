#include "pawnrace/judge.h"

#include <algorithm>

namespace vitrine::pawnrace {

namespace {

constexpr Verdict kLost{Outcome::loss, Outcome::loss, 0, true};
constexpr Verdict kDrawn{Outcome::draw, Outcome::draw, 0, true};

constexpr Verdict won_in(int plies, bool is_exact) { return {Outcome::win, Outcome::win, plies, is_exact}; }
constexpr Verdict lost_in(int plies, bool is_exact) {
  return {Outcome::loss, Outcome::loss, plies, is_exact};
}

// The squares themselves and all that lie north of them, as far as the way leads over `open` squares.
constexpr Bitboard fill_north(Bitboard squares, Bitboard open = Bitboard::all()) {
  std::uint64_t out = squares.bits();
  std::uint64_t way = open.bits();
  out |= way & (out << 8);
  way &= way << 8;
  out |= way & (out << 16);
  way &= way << 16;
  out |= way & (out << 32);
  return Bitboard(out);
}

constexpr Bitboard fill_south(Bitboard squares, Bitboard open = Bitboard::all()) {
  return flipped(fill_north(flipped(squares), flipped(open)));
}

constexpr Bitboard attacks_north(Bitboard pawns) { return pawns.north().east() | pawns.north().west(); }
constexpr Bitboard attacks_south(Bitboard pawns) { return pawns.south().east() | pawns.south().west(); }

// Moves that a pawn on this rank needs to the last one.
constexpr int moves_from_rank(int rank) { return 7 - rank - (rank == 1 ? 1 : 0); }

// How many moves the side that walks south makes at least before it has none, while the other side's pawns
// stand still. A pawn with an empty square before it must move before all is stuck; until it can capture, it
// moves straight, and its next squares count one by one.
int fewest_moves_until_stuck(Bitboard walkers, Bitboard standing, Bitboard prey) {
  const Bitboard empty = ~(walkers | standing);
  const Bitboard may_capture = attacks_north(prey);
  const Bitboard certain = fill_south(walkers, empty & ~may_capture.south());
  const Bitboard jumped =
      ((walkers & Bitboard::rank(6)).south() & certain & empty).south() & empty;  // two squares in one move
  return (certain.south() & empty).count() - jumped.count();
}

// The same, exactly: no capture is possible, and every walker has a standing pawn before it on its file.
int moves_until_stuck(Bitboard walkers, Bitboard standing) {
  int moves = 0;
  for (int file = 0; file < 8; ++file) {
    int last_taken = -1;
    for (const Square sq : (walkers | standing) & Bitboard::file(file)) {
      if (standing.contains(sq)) {
        last_taken = sq.rank();
        continue;
      }
      const int steps = sq.rank() - ++last_taken;
      moves += steps - (sq.rank() == 6 && steps >= 2 ? 1 : 0);
    }
  }
  return moves;
}

enum class First { runner, other };

// In how many moves a pawn of the runners' side, which walks north, reaches the last rank whatever the others
// do; 0 if none is sure to. The others are given all squares that any of them could have reached by then, as
// if each pawn had all moves for itself.
int moves_of_safe_run(Bitboard mine, Bitboard others, Bitboard others_en_passant, First first) {
  Bitboard running = mine & ~fill_south(others) & ~fill_south(mine.south()) & ~others_en_passant.north();
  if (running.is_empty()) return 0;
  // Runners leave their squares, and what is taken en passant leaves its own too: neither stands in the way.
  const Bitboard in_their_way = mine & ~running & ~others_en_passant.north();
  const Bitboard prey = mine | others_en_passant;
  Bitboard reached = others;
  const auto others_move = [&] {
    const Bitboard steps = reached.south() & ~in_their_way;
    const Bitboard second_steps = (steps & (reached & Bitboard::rank(6)).south()).south() & ~in_their_way;
    reached |= steps | second_steps | (attacks_south(reached) & prey);
    return (reached & Bitboard::rank(0)).is_empty();
  };

  if (first == First::other) {
    running &= ~attacks_south(reached);
    if (running.is_empty() || !others_move()) return 0;
  }
  for (int move = 1;; ++move) {
    Bitboard next = running.north() & ~reached;
    if (move == 1) {
      // A double step that passes an attacked square could be taken en passant.
      const Bitboard passed = (running & Bitboard::rank(1)).north() & ~reached & ~attacks_south(reached);
      next |= passed.north() & ~reached;
    }
    if ((next & Bitboard::rank(7)).any()) {
      const int their_moves = first == First::runner ? move - 1 : move;
      return fewest_moves_until_stuck(others, mine, prey) >= their_moves ? move : 0;
    }
    running = next & ~attacks_south(reached);
    if (running.is_empty() || !others_move()) return 0;
  }
}

// Moves that the fastest pawn without an enemy before it needs; 0 without such a pawn. Walks north.
int moves_of_free_run(Bitboard mine, Bitboard theirs) {
  const Bitboard free = mine & ~fill_south(theirs);
  return free.is_empty() ? 0 : moves_from_rank(free.last().rank());
}

// No pawn can ever capture another. Having a free pawn means never being out of moves.
Verdict count_out(Bitboard mine, Bitboard theirs) {
  const int my_run = moves_of_free_run(mine, theirs);
  const int their_run = moves_of_free_run(flipped(theirs), flipped(mine));
  if (my_run > 0 && their_run > 0)
    return my_run <= their_run ? won_in(2 * my_run - 1, true) : lost_in(2 * their_run, true);
  if (my_run > 0 && moves_until_stuck(theirs, mine) >= my_run - 1) return won_in(2 * my_run - 1, true);
  if (their_run > 0 && moves_until_stuck(flipped(mine), flipped(theirs)) >= their_run)
    return lost_in(2 * their_run, true);
  return kDrawn;
}

}  // namespace

Verdict judge(const Position& pos) {
  const Bitboard mine = pos.mine();
  const Bitboard theirs = pos.theirs();
  if (mine.is_empty() || (theirs & Bitboard::rank(0)).any()) return kLost;
  if ((mine & Bitboard::rank(6)).any()) return won_in(1, true);
  if (!pos.has_move()) return kDrawn;
  if ((theirs & Bitboard::rank(1)).any()) return lost_in(2, true);

  const Bitboard my_squares = fill_north(mine, ~theirs);
  const Bitboard their_squares = fill_south(theirs, ~mine);
  if (pos.en_passant().is_empty() && (attacks_north(my_squares) & their_squares).is_empty())
    return count_out(mine, theirs);

  if (const int moves = moves_of_safe_run(mine, theirs, {}, First::runner); moves > 0)
    return won_in(2 * moves - 1, false);
  if (const int moves =
          moves_of_safe_run(flipped(theirs), flipped(mine), flipped(pos.en_passant()), First::other);
      moves > 0)
    return lost_in(2 * moves, false);
  return {};
}

int fewest_moves_to_win(Bitboard mine, Bitboard theirs) {
  return std::min(moves_from_rank(mine.last().rank()), theirs.count());
}

}  // namespace vitrine::pawnrace
