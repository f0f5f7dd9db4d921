#pragma once

// The rules of Pawn Race. Seven pawns a side on their second ranks, each side with a gap on one file; pawns
// step, double-step, capture and take en passant as in chess. Who reaches the last rank or captures every
// enemy pawn wins; who is to move and can't has a draw.
//
// A position is kept as the side to move sees it: its own pawns walk up the board, whichever colour it has.
// So the two colours share every rule, and every result that the solver has found. It knows the colour only
// to talk about squares as people do.

#include <array>
#include <cassert>
#include <cstdint>
#include <optional>

#include "chess/bitboard.h"
#include "chess/color.h"
#include "chess/square.h"

namespace vitrine::pawnrace {

using chess::Bitboard;
using chess::Color;
using chess::Square;

// The board with its ranks in the opposite order: what the other side sees.
[[nodiscard]] constexpr Bitboard flipped(Bitboard board) { return Bitboard(__builtin_bswap64(board.bits())); }

// The files on which White and Black have no pawn; 0 is the a file.
struct Gaps {
  int white = 0;
  int black = 0;

  [[nodiscard]] constexpr Gaps mirrored(int files = 8) const {
    return {files - 1 - white, files - 1 - black};
  }
  [[nodiscard]] constexpr bool is_opposite() const { return white == black; }
  constexpr bool operator==(const Gaps&) const = default;
};

// A move as its side sees it: from a lower rank to a higher one.
class Move {
 public:
  Move() = default;  // unspecified: for arrays that are filled later
  constexpr Move(Square from, Square to) : from_(from), to_(to) {}

  [[nodiscard]] constexpr Square from() const { return from_; }
  [[nodiscard]] constexpr Square to() const { return to_; }
  [[nodiscard]] constexpr bool is_capture() const { return from_.file() != to_.file(); }
  [[nodiscard]] constexpr bool is_double_step() const { return to_.rank() - from_.rank() == 2; }
  constexpr bool operator==(const Move&) const = default;

 private:
  Square from_;
  Square to_;
};

// The legal moves, in an order that is part of the book's format: captures towards the h file, captures
// towards the a file, single steps, double steps; each from a to h and from low to high ranks.
class MoveList {
 public:
  static constexpr int kMostMoves = 4 * 8;

  void add(Move move) {
    assert(size_ < kMostMoves);
    moves_[static_cast<std::size_t>(size_++)] = move;
  }
  [[nodiscard]] int size() const { return size_; }
  [[nodiscard]] bool is_empty() const { return size_ == 0; }
  [[nodiscard]] Move operator[](int i) const { return moves_[static_cast<std::size_t>(i)]; }
  [[nodiscard]] const Move* begin() const { return moves_.data(); }
  [[nodiscard]] const Move* end() const { return moves_.data() + size_; }

 private:
  std::array<Move, kMostMoves> moves_;
  int size_ = 0;
};

enum class Outcome : std::int8_t { loss = -1, draw = 0, win = 1 };  // for one side: whoever is asked about

[[nodiscard]] constexpr Outcome operator-(Outcome outcome) {
  return static_cast<Outcome>(-static_cast<int>(outcome));
}

enum class End : std::uint8_t { last_rank, all_captured, no_move };

class Position {
 public:
  // The start with these gaps. With fewer files the board is that part of it which begins with the a file:
  // the small games on which the solver is checked. Contract: 2 <= files <= 8, gaps on them.
  [[nodiscard]] static Position start(Gaps gaps, int files = 8);
  // As the side to move sees it. En passant is dropped unless a pawn can take that way. Contract: no square
  // is taken twice; en passant, if any, is the square that an enemy pawn has just passed.
  [[nodiscard]] static constexpr Position from_boards(Bitboard mine, Bitboard theirs,
                                                      std::optional<Square> en_passant, Color turn);

  [[nodiscard]] constexpr Color turn() const { return turn_; }
  [[nodiscard]] constexpr Bitboard mine() const { return mine_; }      // walk up
  [[nodiscard]] constexpr Bitboard theirs() const { return theirs_; }  // walk down
  // Where the side to move can take en passant; empty if it can't.
  [[nodiscard]] constexpr Bitboard en_passant() const { return en_passant_; }
  // As people see it: White's pawns walk up.
  [[nodiscard]] constexpr Bitboard pawns(Color color) const {
    const Bitboard board = color == turn_ ? mine_ : theirs_;
    return turn_ == Color::white ? board : flipped(board);
  }

  // The end that is on the board, if it is. Who was to move has lost, except that no_move is a draw.
  [[nodiscard]] std::optional<End> end() const;
  // Empty at the end of the game.
  [[nodiscard]] MoveList legal_moves() const;
  [[nodiscard]] bool is_legal(Move move) const;
  [[nodiscard]] constexpr bool has_move() const { return steps().any() || captures().any(); }
  // Contract: the move is legal.
  [[nodiscard]] constexpr Position after(Move move) const;

  // Left and right exchanged, on a board of so many files.
  [[nodiscard]] Position mirrored(int files = 8) const;

  constexpr bool operator==(const Position&) const = default;

  // Where the side to move can go in each way. Whose turn it is after the end of a game is not asked.
  [[nodiscard]] constexpr Bitboard steps() const { return mine_.north() & ~(mine_ | theirs_); }
  [[nodiscard]] constexpr Bitboard double_steps() const {
    return (steps() & Bitboard::rank(2)).north() & ~(mine_ | theirs_);
  }
  [[nodiscard]] constexpr Bitboard captures_east() const {
    return mine_.north().east() & (theirs_ | en_passant_);
  }
  [[nodiscard]] constexpr Bitboard captures_west() const {
    return mine_.north().west() & (theirs_ | en_passant_);
  }
  [[nodiscard]] constexpr Bitboard captures() const { return captures_east() | captures_west(); }

 private:
  Bitboard mine_;
  Bitboard theirs_;
  Bitboard en_passant_;
  Color turn_ = Color::white;
};

constexpr Position Position::from_boards(Bitboard mine, Bitboard theirs, std::optional<Square> en_passant,
                                         Color turn) {
  Position pos;
  pos.mine_ = mine;
  pos.theirs_ = theirs;
  pos.turn_ = turn;
  if (en_passant) {
    const Bitboard target(*en_passant);
    if (((target.south().east() | target.south().west()) & mine).any()) pos.en_passant_ = target;
  }
  return pos;
}

constexpr Position Position::after(Move move) const {
  const Bitboard from(move.from());
  const Bitboard to(move.to());
  Bitboard taken = to;
  if (move.is_capture() && to == en_passant_) taken = to.south();
  Position next;
  next.mine_ = flipped(theirs_ & ~taken);
  next.theirs_ = flipped((mine_ ^ from) | to);
  next.turn_ = !turn_;
  if (move.is_double_step() && ((to.east() | to.west()) & theirs_).any())
    next.en_passant_ = flipped(to.south());
  return next;
}

}  // namespace vitrine::pawnrace
