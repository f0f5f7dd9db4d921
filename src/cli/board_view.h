#pragma once

// A board for the terminal, as text.

#include <optional>
#include <string>

#include "chess/move.h"
#include "chess/position.h"

namespace vitrine::cli {

struct BoardStyle {
  bool unicode = false;  // chess figures instead of letters
  bool color = false;    // squares and men in colour; without it White is upper case or outlined
};

// The best that this terminal can show; letters without colour if standard output is no terminal.
[[nodiscard]] BoardStyle terminal_board_style();

// Nine lines and the files' letters, seen by the side at the bottom. The squares of the last move are marked,
// and a king in check.
[[nodiscard]] std::string draw_board(const chess::Position& pos, chess::Color bottom, BoardStyle style,
                                     std::optional<chess::Move> last_move = {});

}  // namespace vitrine::cli
