#pragma once

// FEN: a position as one line of text. Reading goes through chess::Setup (what the text says) to
// chess::Position (what the rules allow). Castling may be written with KQkq (X-FEN) or with the files of
// the rooks (Shredder-FEN), mixed as well; both cover Chess960.
//
// On the en-passant field writers disagree: some set it after every double push, some when an enemy
// pawn stands beside, some only when it can legally be taken. All three are read. A Position knows only
// the legal kind and writes that; a Setup writes back what it holds, so FEN -> Setup -> FEN loses nothing.

#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "chess/position.h"
#include "chess/setup.h"

namespace vitrine::notation {

inline constexpr std::string_view kStartFen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

enum class FenMode {
  strict,   // six fields, single spaces, everything in order, only rights the position can have
  lenient,  // what people type: 4 to 6 fields, any spacing, W or B, castling letters in any order; a
            // Position loses the castling rights and the en-passant square that it cannot have
};

enum class FenField { placement, turn, castling, en_passant, halfmove_clock, fullmove_number, whole };
[[nodiscard]] std::string_view to_string(FenField field);

struct FenError {
  FenField field;
  int column;                                               // 1 is the first byte of the text
  std::string message;                                      // what is wrong
  std::optional<chess::PositionError> position_error = {};  // the text is well formed, the rules refuse it

  // What and where: "castling, column 47: unknown letter 'x'".
  [[nodiscard]] std::string to_string() const;
};

// Reads the text without asking whether the position is legal.
[[nodiscard]] base::Result<chess::Setup, FenError> parse_fen_setup(std::string_view text, FenMode mode);
// Reads the text and validates.
[[nodiscard]] base::Result<chess::Position, FenError> parse_fen(
    std::string_view text, FenMode mode = FenMode::strict,
    chess::Unreachable rule = chess::Unreachable::refused);

enum class CastlingStyle {
  x_fen,     // KQkq; a file letter only where another rook stands further out
  shredder,  // always the file of the rook: HAha
};

[[nodiscard]] std::string to_fen(const chess::Position& pos, CastlingStyle style = CastlingStyle::x_fen);
// Castling rooks off the back ranks cannot be written and are left out.
[[nodiscard]] std::string to_fen(const chess::Setup& setup, CastlingStyle style = CastlingStyle::x_fen);

}  // namespace vitrine::notation
