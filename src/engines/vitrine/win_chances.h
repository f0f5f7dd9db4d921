#pragma once

// What a score means: centipawns, a mate, and the chances to win, draw and lose as games have shown them.

#include "chess/position.h"
#include "engines/report.h"

namespace vitrine::engines::flagship {

// For a position with this much material on the board.
[[nodiscard]] WinDrawLoss win_chances(int score, const chess::Position& pos);

// The score of a search of this position, as it is told to others.
[[nodiscard]] Score to_report_score(int score, const chess::Position& pos);

}  // namespace vitrine::engines::flagship
