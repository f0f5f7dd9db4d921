#pragma once

// A legal position and the rules that lead on from it. It knows nothing of evaluation, hash tables or
// protocols; a watcher can follow its changes. Moves are made by copying: `after` returns the next
// position and leaves this one as it was, so there is nothing to undo. (Measured against make and
// unmake: docs/design.md.)

#include <array>
#include <cassert>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <optional>
#include <string>

#include "base/result.h"
#include "chess/attacks.h"
#include "chess/bitboard.h"
#include "chess/move.h"
#include "chess/move_list.h"
#include "chess/piece.h"
#include "chess/setup.h"
#include "chess/square.h"
#include "chess/zobrist.h"

namespace vitrine::chess {

// Follows the men as a move is made: derive, or write a class with the same two functions.
// This one ignores everything and costs nothing.
struct NoWatcher {
  void added(Piece, Square) {}
  void removed(Piece, Square) {}
};

enum class MaterialRule {
  fide,       // no series of legal moves can mate: K-K, KB-K, KN-K, bishops of one square colour only
  practical,  // nobody can force mate: also KNN-K, KN-KN, KN-KB, KB-KB
};

class alignas(64) Position {
 public:
  // The normal array with White to move.
  [[nodiscard]] static Position initial();
  // Validates: no illegal position gets in. An en-passant square that nobody can legally use is dropped, so
  // that equal positions have equal keys.
  [[nodiscard]] static base::Result<Position, PositionError> from_setup(
      const Setup& setup, Unreachable rule = Unreachable::refused);
  [[nodiscard]] Setup to_setup() const;

  // --- The board
  [[nodiscard]] Color turn() const { return turn_; }
  [[nodiscard]] std::optional<Piece> piece_at(Square sq) const {
    const std::uint8_t code = board_[sq.index()];
    if (code == kNoPiece) return {};
    return Piece{static_cast<Color>(code >> 3), static_cast<PieceType>(code & 7)};
  }
  [[nodiscard]] bool is_empty(Square sq) const { return board_[sq.index()] == kNoPiece; }
  [[nodiscard]] Bitboard occupied() const { return by_color_[0] | by_color_[1]; }
  [[nodiscard]] Bitboard pieces(Color color) const { return by_color_[index(color)]; }
  [[nodiscard]] Bitboard pieces(PieceType type) const { return by_type_[index(type)]; }
  [[nodiscard]] Bitboard pieces(Color color, PieceType type) const { return pieces(color) & pieces(type); }
  [[nodiscard]] Square king(Color color) const { return pieces(color, PieceType::king).first(); }
  // The rooks that may still castle, of both sides.
  [[nodiscard]] Bitboard castling_rooks() const { return castling_rooks_; }
  [[nodiscard]] std::optional<Square> castling_rook(Color color, Wing wing) const;
  [[nodiscard]] bool has_castling_right(Color color, Wing wing) const {
    return castling_rook(color, wing).has_value();
  }
  // The square behind a pawn that has just moved two steps, if it can legally be taken en passant.
  [[nodiscard]] std::optional<Square> en_passant() const {
    if (en_passant_ == kNoSquare) return {};
    return Square::from_index(en_passant_);
  }
  [[nodiscard]] int halfmove_clock() const { return halfmove_clock_; }
  [[nodiscard]] int fullmove_number() const { return fullmove_number_; }

  // --- Attacks
  [[nodiscard]] Bitboard checkers() const { return checkers_; }
  [[nodiscard]] bool is_check() const { return checkers_.any(); }
  // Men of the side to move that may not leave the line to their king.
  [[nodiscard]] Bitboard pinned() const { return pinned_; }
  // Men of `color` that shield their own king from a slider.
  [[nodiscard]] Bitboard pinned(Color color) const;
  // A man stands there, of either side, and shields its own king.
  [[nodiscard]] bool is_pinned(Square sq) const {
    const auto piece = piece_at(sq);
    return piece && pinned(piece->color).contains(sq);
  }
  // Men of both sides that attack a square, with these squares occupied.
  [[nodiscard]] Bitboard attackers_to(Square sq, Bitboard occupied) const;
  [[nodiscard]] Bitboard attackers_to(Square sq) const { return attackers_to(sq, occupied()); }
  // Men of one side that attack a square.
  [[nodiscard]] Bitboard attackers_to(Square sq, Color by) const { return attackers_to(sq) & pieces(by); }
  [[nodiscard]] bool is_attacked(Square sq, Color by) const { return attackers_to(sq, by).any(); }
  // The squares attacked by the man on a square; empty if there is none.
  [[nodiscard]] Bitboard attacks_from(Square sq) const;

  // --- Moves
  [[nodiscard]] MoveList legal_moves() const;
  [[nodiscard]] MoveList legal_captures() const;  // en passant and capturing promotions too
  [[nodiscard]] MoveList legal_quiets() const;    // all the others
  // All legal moves of a side in check. Contract: is_check().
  [[nodiscard]] MoveList legal_evasions() const;
  [[nodiscard]] int legal_move_count() const;  // counted without listing
  [[nodiscard]] bool has_legal_moves() const;
  // True of exactly the moves that legal_moves() lists; any 16 bits may be asked about.
  [[nodiscard]] bool is_legal(Move move) const;
  // The rest ask about legal moves only.
  [[nodiscard]] bool gives_check(Move move) const;
  [[nodiscard]] bool is_capture(Move move) const {
    return pieces(!turn_).contains(move.to()) || move.is_en_passant();
  }
  [[nodiscard]] std::optional<PieceType> captured(Move move) const;
  // Captures and pawn moves: after them no earlier position can come back.
  [[nodiscard]] bool is_zeroing(Move move) const {
    return move.piece() == PieceType::pawn || is_capture(move);
  }

  // The position after a legal move. Contract: is_legal(move).
  [[nodiscard]] Position after(Move move) const;
  // The same, telling `watcher` each man that is removed or added.
  template <class Watcher>
  [[nodiscard]] Position after(Move move, Watcher& watcher) const;
  // The same for a move that may not be legal; nothing if it isn't.
  [[nodiscard]] std::optional<Position> play(Move move) const;
  // The position with the turn passed. Contract: not in check.
  [[nodiscard]] Position after_null() const;
  // The same in check too, for bots that ask what the enemy could do then. That is no legal position: moves
  // that take the king are listed. Contract: nobody makes them.
  [[nodiscard]] Position after_forced_null() const;

  // --- Static exchange evaluation, in the given values of pawn … king.
  // What the side to move gains by this move and the captures that follow on its target square: each side
  // takes with its least valuable man, or stops where that is better (exchange.cpp has the rules). The same
  // whichever colour moves.
  using PieceValues = std::array<int, 6>;
  static constexpr PieceValues kExchangeValues = {100, 300, 300, 500, 900, 0};
  [[nodiscard]] int exchange_value(Move move, const PieceValues& values = kExchangeValues) const;
  // exchange_value(move) >= threshold, found faster.
  [[nodiscard]] bool exchange_gains(Move move, int threshold,
                                    const PieceValues& values = kExchangeValues) const;

  // --- The end, as far as one position tells (Game knows of repetitions)
  [[nodiscard]] bool is_checkmate() const { return is_check() && !has_legal_moves(); }
  [[nodiscard]] bool is_stalemate() const { return !is_check() && !has_legal_moves(); }
  [[nodiscard]] bool is_insufficient_material(MaterialRule rule = MaterialRule::fide) const;
  // This side could not mate even with the opponent's help (judged by material; for a fallen flag).
  [[nodiscard]] bool has_insufficient_material(Color color) const;

  // --- Zobrist keys, kept up to date move by move
  [[nodiscard]] Key key() const { return key_; }               // all that makes positions differ
  [[nodiscard]] Key pawn_key() const { return pawn_key_; }     // pawns only
  [[nodiscard]] std::uint32_t pieces_key(Color color) const {  // this side's men but its pawns
    return pieces_keys_[index(color)];
  }
  [[nodiscard]] Key material_key() const { return material_key_; }  // how many men of each kind

  // The same men, side to move, castling rights and usable en passant: equal for the repetition rule.
  [[nodiscard]] bool is_same_position(const Position& other) const;
  // All of the above and the counters.
  [[nodiscard]] bool operator==(const Position& other) const;

  // --- For the hot loops of this room (movegen.h): the side to move known at compile time.
  // Contract: turn() == us.
  template <Color us, class Watcher>
  void advance(Move move, Watcher& watcher);
  // Our king is not left in check by this en-passant capture. Contract: `from` holds our pawn, and an enemy
  // pawn has just jumped over `to`.
  template <Color us>
  [[nodiscard]] bool is_en_passant_safe(Square from, Square to) const;
  // The enemy attacks this square, with these squares occupied.
  template <Color us>
  [[nodiscard]] bool is_dangerous(Square sq, Bitboard occupied) const;
  // All squares that the enemy attacks, our king not shielding those behind him.
  template <Color us>
  [[nodiscard]] Bitboard danger() const;
  // The way of king and rook is free and safe. Contract: not in check, `move` castles with a rook of ours
  // that still may, and `danger` is danger<us>().
  template <Color us>
  [[nodiscard]] bool is_castling_free(Move move, Bitboard danger) const;

 private:
  friend class PositionBuilder;

  // The board holds a piece as its type with the colour in bit 3.
  static constexpr std::uint8_t kNoPiece = 7;
  static constexpr std::uint8_t code(Color color, PieceType type) {
    return static_cast<std::uint8_t>(index(type) | index(color) << 3);
  }
  static constexpr std::uint8_t kNoSquare = 64;

  Position() {}

  template <Color color, class Watcher>
  void add(PieceType type, Square sq, Watcher& watcher);
  template <Color color, class Watcher>
  void remove(PieceType type, Square sq, Watcher& watcher);
  template <Color color, class Watcher>
  void move(PieceType type, Square from, Square to, Watcher& watcher);
  template <Color color>
  void toggle_material(PieceType type);
  template <Color color>
  void toggle_part_key(PieceType type, Key key);
  template <Color us, class Watcher>
  void capture(Square sq, Watcher& watcher);
  template <Color us, class Watcher>
  void castle(Move move, Watcher& watcher);
  template <Color us>
  void set_en_passant(Square jumped_over);
  void remove_castling_rights(Bitboard lost);
  void count_ply(Color mover);
  template <Color us>
  void find_checkers_and_pins();

  std::array<Bitboard, 6> by_type_;
  std::array<Bitboard, 2> by_color_;
  std::array<std::uint8_t, 64> board_;
  Key key_;
  Key pawn_key_;
  Key material_key_;
  Bitboard castling_rooks_;
  Bitboard checkers_;
  Bitboard pinned_;
  std::array<std::uint32_t, 2>
      pieces_keys_;  // halves of keys, or a position would take another line of the cache
  std::uint16_t halfmove_clock_;
  std::uint16_t fullmove_number_;
  Color turn_;
  std::uint8_t en_passant_;
};

static_assert(sizeof(Position) == 192, "a move copies it: keep it to three lines of the cache");

// The board as eight lines of letters and dots, White below; no newline at the end.
[[nodiscard]] std::string to_board_text(const Position& pos);
std::ostream& operator<<(std::ostream& out, const Position& pos);

}  // namespace vitrine::chess

template <>
struct std::hash<vitrine::chess::Position> {
  std::size_t operator()(const vitrine::chess::Position& pos) const noexcept { return pos.key(); }
};

#include "chess/position_inline.h"
