#pragma once

// Everything a bot needs, in one header. A bot is one source file that includes it and defines
//
//   Move think(Board& board, const Timer& timer) { ... }
//
// which is called when it is the bot's turn and returns a legal move. `vitrine bot new NAME` writes a file to
// start from, docs/workshop.md tells the rest. Sides are told by `bool white`, sets of squares are 64-bit
// numbers with bit 0 for a1, and what has a number converts to it, so that it can index an array.

#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "chess/attacks.h"
#include "chess/game.h"
#include "chess/move.h"
#include "chess/position.h"

namespace vitrine::bot {

// A kind of man, or none. Is a number from 0 to 6: PieceType::none, pawn, … king.
class PieceType {
 public:
  enum Kind : std::uint8_t { none, pawn, knight, bishop, rook, queen, king };
  constexpr PieceType(int number = none) : kind_(static_cast<Kind>(number)) {}
  constexpr operator int() const { return kind_; }

 private:
  Kind kind_;
};

// Is a number from 0 to 63: a1 = 0, b1 = 1, … h8 = 63.
class Square {
 public:
  constexpr Square(int index = 0) : index_(static_cast<std::uint8_t>(index)) {}
  constexpr Square(int file, int rank) : Square(rank * 8 + file) {}
  explicit Square(std::string_view name);  // "e4"; throws std::invalid_argument
  constexpr operator int() const { return index_; }

  [[nodiscard]] constexpr int file() const { return index_ & 7; }   // 0 is the a file
  [[nodiscard]] constexpr int rank() const { return index_ >> 3; }  // 0 is White's back rank
  [[nodiscard]] constexpr int index() const { return index_; }
  [[nodiscard]] std::string name() const;

 private:
  std::uint8_t index_;
};

class Piece {
 public:
  constexpr Piece() = default;  // no piece, as on an empty square
  constexpr Piece(PieceType type, bool white, Square square) : type_(type), white_(white), square_(square) {}

  [[nodiscard]] constexpr PieceType type() const { return type_; }
  [[nodiscard]] constexpr bool is_white() const { return white_; }
  [[nodiscard]] constexpr Square square() const { return square_; }
  [[nodiscard]] constexpr bool is_none() const { return type_ == PieceType::none; }
  [[nodiscard]] constexpr bool is_pawn() const { return type_ == PieceType::pawn; }
  [[nodiscard]] constexpr bool is_knight() const { return type_ == PieceType::knight; }
  [[nodiscard]] constexpr bool is_bishop() const { return type_ == PieceType::bishop; }
  [[nodiscard]] constexpr bool is_rook() const { return type_ == PieceType::rook; }
  [[nodiscard]] constexpr bool is_queen() const { return type_ == PieceType::queen; }
  [[nodiscard]] constexpr bool is_king() const { return type_ == PieceType::king; }
  // The letter FEN has for it: upper case for White; a dot for none.
  [[nodiscard]] constexpr char letter() const { return (white_ ? ".PNBRQK" : ".pnbrqk")[type_]; }
  constexpr bool operator==(const Piece&) const = default;

 private:
  PieceType type_;
  bool white_ = false;
  Square square_;
};

// The men of one kind and colour, from a1 to h8.
class PieceList {
 public:
  PieceList() = default;
  PieceList(PieceType type, bool white, std::uint64_t squares)
      : squares_(squares), type_(type), white_(white) {}

  [[nodiscard]] PieceType type() const { return type_; }
  [[nodiscard]] bool is_white() const { return white_; }
  [[nodiscard]] int size() const { return std::popcount(squares_); }
  [[nodiscard]] std::uint64_t bitboard() const { return squares_; }
  [[nodiscard]] Piece operator[](int i) const;  // contract: 0 <= i < size()

  class Iterator {
   public:
    Iterator(const PieceList& list, std::uint64_t rest) : list_(&list), rest_(rest) {}
    Piece operator*() const { return {list_->type_, list_->white_, Square(std::countr_zero(rest_))}; }
    Iterator& operator++() { return rest_ &= rest_ - 1, *this; }
    bool operator==(const Iterator& other) const { return rest_ == other.rest_; }

   private:
    const PieceList* list_;
    std::uint64_t rest_;
  };
  [[nodiscard]] Iterator begin() const { return {*this, squares_}; }
  [[nodiscard]] Iterator end() const { return {*this, 0}; }

 private:
  std::uint64_t squares_ = 0;
  PieceType type_;
  bool white_ = false;
};

class Board;
class Server;

// Four bytes: 16 bits of move, and what it takes.
class Move {
 public:
  Move() : bits_(0) {}  // the null move: no move at all
  // "e2e4", "e7e8q", "e1g1"; throws std::invalid_argument if that is no legal move on the board.
  Move(std::string_view uci, const Board& board);
  Move(chess::Move move, PieceType captured) : bits_(move.raw()), captured_(captured) {}
  [[nodiscard]] static Move null() { return {}; }

  [[nodiscard]] Square start() const { return rules().from().index(); }
  // Where the moving man ends; for castling the king's target.
  [[nodiscard]] Square target() const { return rules().king_target().index(); }
  [[nodiscard]] PieceType piece() const {  // what moves
    return is_null() ? int{PieceType::none} : index(rules().piece()) + 1;
  }
  [[nodiscard]] PieceType captured() const { return captured_; }  // none: it takes nothing
  [[nodiscard]] PieceType promotion() const {
    return is_promotion() ? index(*rules().promotion()) + 1 : int{PieceType::none};
  }
  [[nodiscard]] bool is_null() const { return bits_ == 0; }
  [[nodiscard]] bool is_capture() const { return captured_ != PieceType::none; }
  [[nodiscard]] bool is_en_passant() const { return rules().is_en_passant(); }
  [[nodiscard]] bool is_promotion() const { return rules().is_promotion(); }
  [[nodiscard]] bool is_castling() const { return rules().is_castling(); }
  [[nodiscard]] std::uint16_t raw() const { return bits_; }  // differs for different moves of a position
  [[nodiscard]] std::string to_string() const;               // as UCI writes it; "0000" for the null move
  bool operator==(const Move& other) const { return bits_ == other.bits_; }

 private:
  friend class Board;
  friend class Server;
  [[nodiscard]] chess::Move rules() const { return chess::Move::from_raw(bits_); }

  std::uint16_t bits_;
  PieceType captured_;
};
static_assert(sizeof(Move) == 4);

// Up to 256 moves, without allocation; may be sorted, cut short and indexed.
class MoveList {
 public:
  MoveList() {}  // leaves the moves unset on purpose: a search makes millions of these
  MoveList(const MoveList& other) { *this = other; }
  MoveList& operator=(const MoveList& other);

  void push_back(Move move) { std::construct_at(&moves_[size_++], move); }
  void resize(int size) { size_ = size; }  // contract: no larger than it is
  [[nodiscard]] int size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] Move& operator[](int i) { return moves_[i]; }
  [[nodiscard]] const Move& operator[](int i) const { return moves_[i]; }
  [[nodiscard]] Move* begin() { return moves_; }
  [[nodiscard]] Move* end() { return moves_ + size_; }
  [[nodiscard]] const Move* begin() const { return moves_; }
  [[nodiscard]] const Move* end() const { return moves_ + size_; }

 private:
  int size_ = 0;
  union {
    Move moves_[256];
  };
};

// Whoever the bot plays for, as the board and the clock see it.
class Host {
 public:
  virtual ~Host() = default;
  // Hears what has come in; true: the move is wanted now.
  virtual bool is_move_wanted() = 0;
  virtual void show(std::optional<std::uint64_t> squares) = 0;
};

// The clock in milliseconds. If whoever asked wants the move at once, all time is used up from then on.
class Timer {
 public:
  using Clock = std::chrono::steady_clock;
  struct Settings {
    int start_ms = 60'000;  // what the bot had at its first move of this game
    int increment_ms = 0;
    int remaining_ms = 60'000;  // at the start of this turn
    int opponent_remaining_ms = 60'000;
    Clock::time_point turn_start = Clock::now();
  };
  explicit Timer(const Settings& settings, Host* host = nullptr) : settings_(settings), host_(host) {}

  [[nodiscard]] int start_ms() const { return settings_.start_ms; }
  [[nodiscard]] int increment_ms() const { return settings_.increment_ms; }
  [[nodiscard]] int elapsed_ms() const;  // this turn
  [[nodiscard]] int remaining_ms() const { return settings_.remaining_ms - elapsed_ms(); }
  [[nodiscard]] int opponent_remaining_ms() const { return settings_.opponent_remaining_ms; }

 private:
  Settings settings_;
  Host* host_;
  mutable Clock::time_point heard_at_ = {};
  mutable bool is_stopped_ = false;
};

// The position to think about, and moves made on it and taken back. What a bot does to it changes no game.
class Board {
 public:
  explicit Board(const chess::Game& game, Host* host = nullptr);
  static Board from_fen(std::string_view fen);  // throws std::invalid_argument, with the reason

  // --- Moves. Contract of make_move: one of legal_moves(), or the null move, which changes nothing. To look
  // costs a fifth of the speed, so only builds with assertions do, and throw std::invalid_argument.
  void make_move(Move move) {
#ifndef NDEBUG
    require_legal(move);
#endif
    positions_.emplace_back(Successor{position(), move.rules()});
    ++made_;
  }
  void undo_move() {  // throws std::logic_error if no move was made here
    if (made_ == 0) refuse_to_undo();
    positions_.pop_back();
    --made_;
  }
  // Lets the opponent move twice; false, with nothing done, in check.
  bool try_skip_turn();
  // The same, in check too. The king that is left in check can't be taken: such moves are not listed.
  void force_skip_turn();
  void undo_skip_turn() { undo_move(); }
  [[nodiscard]] MoveList legal_moves(bool captures_only = false) const;

  // --- The state of the game
  [[nodiscard]] bool is_in_check() const { return position().is_check(); }
  [[nodiscard]] bool is_checkmate() const { return position().is_checkmate(); }
  [[nodiscard]] bool is_stalemate() const { return position().is_stalemate(); }
  [[nodiscard]] bool is_insufficient_material() const { return position().is_insufficient_material(); }
  [[nodiscard]] bool is_fifty_move_draw() const { return fifty_move_counter() >= 100 && !is_checkmate(); }
  // The position has been on the board before, in the game or among the moves made here.
  [[nodiscard]] bool is_repeated_position() const;
  [[nodiscard]] bool is_draw() const {  // any of the four
    return is_repeated_position() || is_insufficient_material() || is_fifty_move_draw() || is_stalemate();
  }
  [[nodiscard]] bool has_kingside_castle_right(bool white) const {
    return position().has_castling_right(color(white), chess::Wing::king_side);
  }
  [[nodiscard]] bool has_queenside_castle_right(bool white) const {
    return position().has_castling_right(color(white), chess::Wing::queen_side);
  }
  [[nodiscard]] bool is_white_to_move() const { return position().turn() == chess::Color::white; }
  [[nodiscard]] int ply_count() const {  // from the start of the game, as the FEN counts its moves
    return 2 * (position().fullmove_number() - 1) + !is_white_to_move();
  }
  [[nodiscard]] int fifty_move_counter() const { return position().halfmove_clock(); }  // in plies
  [[nodiscard]] std::uint64_t zobrist_key() const { return position().key(); }

  // --- The men
  [[nodiscard]] Square king_square(bool white) const { return position().king(color(white)).index(); }
  [[nodiscard]] Piece piece_at(Square square) const;
  [[nodiscard]] PieceList piece_list(PieceType type, bool white) const {
    return {type, white, pieces(type, white)};
  }
  [[nodiscard]] std::array<PieceList, 12> all_piece_lists() const;  // White's pawns … king, then Black's
  [[nodiscard]] std::uint64_t pieces(PieceType type, bool white) const {
    if (type == PieceType::none) return 0;
    return position().pieces(color(white), static_cast<chess::PieceType>(type - 1)).bits();
  }
  [[nodiscard]] std::uint64_t white_pieces() const { return position().pieces(chess::Color::white).bits(); }
  [[nodiscard]] std::uint64_t black_pieces() const { return position().pieces(chess::Color::black).bits(); }
  [[nodiscard]] std::uint64_t all_pieces() const { return position().occupied().bits(); }
  [[nodiscard]] bool is_attacked_by_opponent(Square square) const {
    return position().is_attacked(chess::Square::from_index(square), !position().turn());
  }

  // --- The game so far, without the moves made here
  [[nodiscard]] std::span<const Move> move_history() const { return game_moves_; }
  // The keys of the positions since the last capture or pawn move, the present one last.
  [[nodiscard]] std::vector<std::uint64_t> repetition_history() const;
  [[nodiscard]] std::string start_fen() const;

  // --- As text
  [[nodiscard]] std::string fen() const;
  struct DiagramStyle {
    bool black_at_top = true;
    bool fen = true;
    bool key = true;
    std::optional<Square> marked = {};  // in brackets
  };
  [[nodiscard]] std::string diagram(const DiagramStyle& style) const;
  [[nodiscard]] std::string diagram() const { return diagram(DiagramStyle()); }
  // Marks these squares on the board of whoever watches, until told to stop.
  void visualize(std::uint64_t squares) const;
  void stop_visualizing() const;

 private:
  friend class Move;
  [[nodiscard]] const chess::Position& position() const { return positions_.back(); }
  static constexpr chess::Color color(bool white) {
    return white ? chess::Color::white : chess::Color::black;
  }
  explicit Board(const chess::Position& start);

  // Becomes the next position in the place where it is wanted, which saves a copy.
  struct Successor {
    const chess::Position& pos;
    chess::Move move;
    operator chess::Position() const { return move.is_none() ? pos : pos.after(move); }
  };
  void require_legal(Move move) const;
  [[noreturn]] static void refuse_to_undo();

  std::vector<chess::Position> positions_;  // of the game, then of the moves made here
  int made_ = 0;                            // moves made here
  std::vector<Move> game_moves_;
  Host* host_ = nullptr;
};

// --- Sets of squares
inline void set_square(std::uint64_t& squares, Square square) { squares |= 1ULL << square; }
inline void clear_square(std::uint64_t& squares, Square square) { squares &= ~(1ULL << square); }
inline void toggle_square(std::uint64_t& squares, Square square) { squares ^= 1ULL << square; }
[[nodiscard]] inline bool has_square(std::uint64_t squares, Square square) { return squares >> square & 1; }
[[nodiscard]] inline int count_squares(std::uint64_t squares) { return std::popcount(squares); }
// Takes the lowest square out of the set. Contract: it is not empty.
inline Square pop_lowest(std::uint64_t& squares) {
  const int lowest = std::countr_zero(squares);
  squares &= squares - 1;
  return lowest;
}

[[nodiscard]] inline std::uint64_t knight_attacks(Square square) {
  return chess::knight_attacks(chess::Square::from_index(square)).bits();
}
[[nodiscard]] inline std::uint64_t king_attacks(Square square) {
  return chess::king_attacks(chess::Square::from_index(square)).bits();
}
[[nodiscard]] inline std::uint64_t pawn_attacks(Square square, bool white) {
  return chess::pawn_attacks(white ? chess::Color::white : chess::Color::black,
                             chess::Square::from_index(square))
      .bits();
}
// What a bishop, rook or queen attacks past these blockers, the first in each direction included.
[[nodiscard]] inline std::uint64_t slider_attacks(PieceType type, Square square, std::uint64_t blockers) {
  const auto from = chess::Square::from_index(square);
  const chess::Bitboard occupied(blockers);
  std::uint64_t attacked = 0;
  if (type != PieceType::rook) attacked |= chess::bishop_attacks(from, occupied).bits();
  if (type != PieceType::bishop) attacked |= chess::rook_attacks(from, occupied).bits();
  return attacked;
}
[[nodiscard]] inline std::uint64_t slider_attacks(PieceType type, Square square, const Board& board) {
  return slider_attacks(type, square, board.all_pieces());
}
// What any man attacks; `white` matters for pawns only.
[[nodiscard]] std::uint64_t piece_attacks(PieceType type, Square square, std::uint64_t blockers, bool white);
[[nodiscard]] inline std::uint64_t piece_attacks(PieceType type, Square square, const Board& board,
                                                 bool white) {
  return piece_attacks(type, square, board.all_pieces(), white);
}

}  // namespace vitrine::bot

// A bot is a program of its own, so these names may be anybody's here.
using namespace vitrine::bot;

// Yours to write.
Move think(Board& board, const Timer& timer);
// Yours too, if the bot keeps something from move to move that the next game must not see.
void new_game();
