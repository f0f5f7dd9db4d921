#pragma once

// Any arrangement of men, legal or not: what a FEN says, what a board editor holds. A Position is made
// from it by validation, and every refusal has a name.

#include <array>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>

#include "chess/bitboard.h"
#include "chess/piece.h"
#include "chess/square.h"

namespace vitrine::chess {

struct Setup {
  std::array<std::optional<Piece>, 64> board{};  // by Square::index()
  Color turn = Color::white;
  Bitboard castling_rooks;           // the squares of the rooks that may still castle
  std::optional<Square> en_passant;  // the square a pawn has just jumped over
  int halfmove_clock = 0;            // plies since the last capture or pawn move
  int fullmove_number = 1;

  [[nodiscard]] static Setup empty() { return {}; }
  [[nodiscard]] static Setup initial();

  [[nodiscard]] std::optional<Piece> piece_at(Square sq) const { return board[sq.index()]; }
  void put(Square sq, Piece piece) { board[sq.index()] = piece; }
  void remove(Square sq) { board[sq.index()].reset(); }
  [[nodiscard]] Bitboard pieces(Color color, PieceType type) const;
  [[nodiscard]] Bitboard pieces(Color color) const;
  [[nodiscard]] Bitboard occupied() const;

  bool operator==(const Setup&) const = default;
};

// The board as eight lines of letters and dots, White below; no newline at the end.
[[nodiscard]] std::string to_board_text(const Setup& setup);
std::ostream& operator<<(std::ostream& out, const Setup& setup);

struct PositionError {
  enum class Kind {
    no_king,
    several_kings,
    too_many_men,
    too_many_pawns,
    too_many_promoted,
    pawn_on_back_rank,
    opponent_in_check,
    too_many_checkers,
    impossible_check,
    castling_without_king,
    castling_without_rook,
    castling_rooks_on_one_wing,
    en_passant_wrong_rank,
    en_passant_occupied,
    en_passant_without_pawn,
    en_passant_origin_occupied,
    en_passant_impossible_check,
    halfmove_clock_out_of_range,
    fullmove_number_out_of_range,
  };

  Kind kind;
  Color color = Color::white;         // whose men are at fault
  std::optional<Square> square = {};  // where, if it is one place

  // One sentence that says what is wrong and where, such as "White has a pawn on a8".
  [[nodiscard]] std::string message() const;
  bool operator==(const PositionError&) const = default;
};
// In words: "no king".
[[nodiscard]] std::string_view to_string(PositionError::Kind kind);
std::ostream& operator<<(std::ostream& out, PositionError::Kind kind);

// Counters beyond these are refused: the first cannot occur, the second is longer than any game.
inline constexpr int kMaxHalfmoveClock = 32767;
inline constexpr int kMaxFullmoveNumber = 32767;

// Whether to take positions that no game can reach: a check that no move can have given, castling rights of a
// king on the a or h file. Nothing breaks if they are taken: test suites and problems have such positions,
// games don't.
enum class Unreachable { refused, allowed };

// The same setup without the castling rights and the en-passant square that it cannot have, as lenient
// readers do it. Everything else is left as it is.
[[nodiscard]] Setup without_impossible_rights(const Setup& setup, Unreachable rule = Unreachable::refused);

}  // namespace vitrine::chess
