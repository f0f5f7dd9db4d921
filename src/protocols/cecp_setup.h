#pragma once

// The lines by which a CECP engine is told moves, positions and times.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "chess/move.h"
#include "chess/position.h"
#include "engines/limits.h"

namespace vitrine::protocols {

// How an engine wants to get moves.
struct CecpMoveStyle {
  bool has_usermove = false;
  bool is_san = false;
  bool is_chess960 = false;  // castling as O-O, whatever else
};

// The text of the move alone.
[[nodiscard]] std::string cecp_move_text(const chess::Position& pos, chess::Move move,
                                         const CecpMoveStyle& style);
// With `usermove` before it, if the engine wants that.
[[nodiscard]] std::string cecp_move_command(std::string_view text, const CecpMoveStyle& style);

// How an engine that has just got `new` and `force` reaches a position without `setboard`: a move for Black's
// turn, `edit`, and the pawn's double step if it can be taken en passant. Nothing if that can't be said:
// castling is allowed by where kings and rooks stand.
[[nodiscard]] std::optional<std::vector<std::string>> cecp_edit_commands(const chess::Position& pos,
                                                                         const CecpMoveStyle& style);

// "level 40 5 0", "level 0 1:30 0.1". The base is cut to whole seconds, and at least one: `time` tells the
// rest.
[[nodiscard]] std::string cecp_level_command(std::optional<int> moves, engines::Milliseconds base,
                                             engines::Milliseconds increment);
// "st 5": whole seconds, rounded up.
[[nodiscard]] std::string cecp_move_time_command(engines::Milliseconds time);
// Hundredths of a second, never below 0.
[[nodiscard]] std::string cecp_centiseconds(engines::Milliseconds time);

// A move in any form engines use: e2e4, e7e8Q, Nf3, Ng1-f3, O-O, with a number or brackets around it. None if
// illegal.
[[nodiscard]] chess::Move parse_cecp_move(const chess::Position& pos, std::string_view text);

}  // namespace vitrine::protocols
