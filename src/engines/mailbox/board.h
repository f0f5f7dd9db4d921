#pragma once

// The mailbox: 8x8 squares inside a 10x12 array, so that a step off the board meets a wall instead of a test.
// Men are small numbers in the array, found again through a list for each side. Moves are made and taken
// back; whether one was legal shows when it has been made. Takes nothing from chess::Position but the start.

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "chess/game.h"
#include "chess/move.h"
#include "chess/setup.h"

namespace vitrine::engines::mailbox {

// A man is his type with the bit of his side. The wall carries both bits: nobody can step there or take it.
using Man = std::uint8_t;
enum Type : Man { empty, pawn, knight, bishop, rook, queen, king };
enum Side : Man { white = 8, black = 16 };
inline constexpr Man kWall = 8 | 16;
[[nodiscard]] constexpr Man operator|(Side side, Type type) {
  return static_cast<Man>(Man{side} | Man{type});
}

[[nodiscard]] constexpr Type type_of(Man man) { return static_cast<Type>(man & 7); }
[[nodiscard]] constexpr Side side_of(Man man) { return static_cast<Side>(man & kWall); }
[[nodiscard]] constexpr Side other(Side side) { return static_cast<Side>(kWall ^ side); }
[[nodiscard]] constexpr int index(Side side) { return side >> 4; }

// A cell of the array: a1 is 21, h1 is 28, a8 is 91.
using Cell = std::uint8_t;
inline constexpr Cell kNowhere = 0;
[[nodiscard]] constexpr Cell cell_at(int file, int rank) { return static_cast<Cell>(21 + rank * 10 + file); }
[[nodiscard]] constexpr int file_of(Cell cell) { return cell % 10 - 1; }
[[nodiscard]] constexpr int rank_of(Cell cell) { return cell / 10 - 2; }
[[nodiscard]] constexpr Cell to_cell(chess::Square sq) { return cell_at(sq.file(), sq.rank()); }
[[nodiscard]] constexpr chess::Square to_square(Cell cell) {
  return chess::Square::at(file_of(cell), rank_of(cell));
}

struct Move {
  Cell from;
  Cell to;  // the rook's, when castling
  chess::MoveKind kind;
  std::uint8_t promise;  // of a capture or a new queen: the higher, the sooner it is tried

  bool operator==(const Move& move) const { return from == move.from && to == move.to && kind == move.kind; }
};
[[nodiscard]] constexpr chess::Move to_chess(Move move) {
  return {to_square(move.from), to_square(move.to), move.kind};
}
[[nodiscard]] constexpr Move from_chess(chess::Move move) {
  return {to_cell(move.from()), to_cell(move.to()), move.kind(), 0};
}

// The promising moves in front, the most promising first; then the others as they were found.
class MoveList {
 public:
  MoveList() {}  // leaves the array unset on purpose: a search makes millions of these

  void push_quiet(Move move) { moves_[size_++] = move; }
  void push_promising(Move move) {
    std::size_t place = promising_++;
    moves_[size_++] = moves_[place];
    for (; place > 0 && moves_[place - 1].promise < move.promise; --place) moves_[place] = moves_[place - 1];
    moves_[place] = move;
  }
  [[nodiscard]] const Move* begin() const { return moves_.data(); }
  [[nodiscard]] const Move* end() const { return moves_.data() + size_; }

 private:
  std::size_t size_ = 0;
  std::size_t promising_ = 0;
  // Enough for moves that leave the king in check too: nine queens, two rooks, two bishops, two knights and a
  // king have at most 9 * 27 + 2 * 14 + 2 * 13 + 2 * 8 + 10.
  std::array<Move, 324> moves_;
};

class Board {
 public:
  // Any men with one king and at most sixteen a side: the ancestor's own test position is an impossible one.
  explicit Board(const chess::Setup& setup);
  // With the positions that stood on the board before, for the repetition rule.
  explicit Board(const chess::Game& game);

  [[nodiscard]] Side turn() const { return turn_; }
  [[nodiscard]] bool is_check() const { return state_.is_check; }

  // Everything that the men can do, whether it leaves their king in check or not.
  void generate(MoveList& moves) const;
  // Makes a generated move. False if it leaves its own king in check: then nothing has changed.
  [[nodiscard]] bool make(Move move);
  void unmake();
  [[nodiscard]] bool has_legal_move();

  // The worth of the men for the side to move: material, and 40 for each man on a centre square.
  [[nodiscard]] int evaluate() const { return turn_ == white ? state_.balance : -state_.balance; }

  // This position stood on the board before: once in the last `ply` plies, the search's own, or twice in all.
  [[nodiscard]] bool is_repetition(int ply) const;
  [[nodiscard]] bool is_fifty_moves() const { return state_.quiet_plies >= 100; }
  [[nodiscard]] bool is_insufficient_material() const;

 private:
  // What a move changes besides the array and the lists; kept aside to take it back.
  struct State {
    std::uint64_t key = 0;
    std::int32_t balance = 0;  // for White
    std::uint16_t quiet_plies = 0;
    std::uint8_t castling = 0;    // rights, as bits
    Cell en_passant = kNowhere;   // only if it can be played
    std::uint8_t mating_men = 0;  // pawns, rooks and queens of both sides
    bool is_check = false;
  };
  struct Undo {
    State before;
    Move move;
    Man captured;
    std::uint8_t captured_place;  // in the list of his side
  };

  [[nodiscard]] Cell king_of(Side side) const { return king_[index(side)]; }
  [[nodiscard]] bool is_attacked(Cell cell, Side by) const;
  [[nodiscard]] bool may_leave_king_in_check(Move move) const;
  [[nodiscard]] bool has_obvious_move() const;
  [[nodiscard]] bool is_en_passant_possible(Cell to);

  void generate_pawn(MoveList& moves, Cell from) const;
  void push_pawn_move(MoveList& moves, Cell from, Cell to) const;
  void generate_piece(MoveList& moves, Cell from, Type type) const;
  void generate_castling(MoveList& moves) const;
  [[nodiscard]] bool can_castle(Cell rook_from) const;

  // The array and the lists.
  void put(Cell cell, Man man);
  std::uint8_t remove(Cell cell);  // answers the man's place in his list
  void put_back(Cell cell, Man man, std::uint8_t place);
  void relocate(Cell from, Cell to);
  void castle(Cell king_from, Cell king_to, Cell rook_from, Cell rook_to);

  // The state.
  void count(Cell cell, Man man);
  void discount(Cell cell, Man man);
  void set_en_passant(Cell cell);
  void make_castling(Move move);
  void make_ordinary(Move move, Undo& undo);

  std::array<Man, 120> men_;
  std::array<std::uint8_t, 120> place_ = {};       // of the man on a cell in his side's list
  std::array<std::array<Cell, 16>, 2> list_ = {};  // where each side's men stand
  std::array<std::uint8_t, 2> list_size_ = {};
  std::array<Cell, 2> king_ = {};
  std::array<std::uint8_t, 120> rights_kept_;  // the castling rights that survive a move from or to a cell
  Side turn_;
  State state_;
  std::vector<Undo> made_;
  std::vector<std::uint64_t> past_keys_;  // of the positions before this one
};

// Where king and rook go when they castle, written as the king taking the rook.
[[nodiscard]] constexpr Cell castled_king(Cell king_from, Cell rook_from) {
  return cell_at(rook_from > king_from ? 6 : 2, rank_of(king_from));
}
[[nodiscard]] constexpr Cell castled_rook(Cell king_from, Cell rook_from) {
  return cell_at(rook_from > king_from ? 5 : 3, rank_of(king_from));
}
// One rank ahead.
[[nodiscard]] constexpr int forward(Side side) { return side == white ? 10 : -10; }

}  // namespace vitrine::engines::mailbox
