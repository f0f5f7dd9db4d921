#pragma once

// Adjudication by Syzygy tables.

#include <optional>
#include <string>

#include "arena/adjudication.h"
#include "engines/tablebase.h"

namespace vitrine::arena {

// What a table's answer for the side to move means under the fifty-move rule. Tables answer for a fresh count
// of moves, so a win counts only right after a capture or pawn move, and every ending is entered by one. A
// draw is a draw at any count.
[[nodiscard]] std::optional<Solved> solved_by(engines::SyzygyAnswer answer, chess::Color turn,
                                              int halfmove_clock);

// To adjudicate by, for positions with so many men at most; it keeps the tables open. Throws as
// engines::SyzygyTables::open does.
[[nodiscard]] Tablebase open_tablebase(const std::string& path, std::optional<int> men = {});

}  // namespace vitrine::arena
