#pragma once

// How moves and gaps are written at the board: e4 for a step, axb4 for a capture, exd6 also for one en
// passant; af for White's gap on the a file and Black's on the f file.

#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "pawnrace/position.h"

namespace vitrine::pawnrace {

struct TextError {
  std::string message;  // what is wrong, to be read by a person
};

// Contract: the move is legal.
[[nodiscard]] std::string to_text(const Position& pos, Move move);
[[nodiscard]] base::Result<Move, TextError> parse_move(const Position& pos, std::string_view text);

[[nodiscard]] std::string to_text(Gaps gaps);
[[nodiscard]] base::Result<Gaps, TextError> parse_gaps(std::string_view text);

// What a position is worth: W, D or L.
[[nodiscard]] constexpr char letter_of(Outcome outcome) {
  return outcome == Outcome::win ? 'W' : outcome == Outcome::loss ? 'L' : 'D';
}
[[nodiscard]] constexpr std::optional<Outcome> outcome_of_letter(char letter) {
  for (const Outcome outcome : {Outcome::win, Outcome::draw, Outcome::loss})
    if (letter_of(outcome) == letter) return outcome;
  return {};
}

// A position in one line, after the fashion of FEN: the ranks from the eighth to the first, whose turn it is,
// and the square on which a pawn can be taken en passant: "8/ppppp1pp/8/8/8/8/1PPPPPPP/8 w -".
[[nodiscard]] std::string to_text(const Position& pos);
// The last field may be missing. An en-passant square where nothing can be taken is dropped. Positions that
// no game leads to are read if the rules say how they go on; the rest is an error that says why.
[[nodiscard]] base::Result<Position, TextError> parse_position(std::string_view text);

}  // namespace vitrine::pawnrace
