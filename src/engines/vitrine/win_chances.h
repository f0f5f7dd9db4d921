#pragma once

// What a score means: centipawns, a mate, and the chances to win, draw and lose as games have shown them.

#include "chess/position.h"
#include "engines/report.h"

namespace vitrine::engines::flagship {

// A score s wins with the chance 1 / (1 + exp((even - s) / slope)), and loses as -s wins. Both numbers depend
// on how much is on the board: linear in the material, of which the start has 78.
struct ChanceModel {
  double even;  // the score that wins every second game, with an empty board
  double even_by_material;
  double slope;
  double slope_by_material;
};

// Fitted by `vitrine chances` to games with itself: docs/strength.md.
inline constexpr ChanceModel kChances = {
    .even = 245.9, .even_by_material = -1.993, .slope = 51.5, .slope_by_material = 0.837};

// Pawn 1, minor piece 3, rook 5, queen 9, of both sides.
[[nodiscard]] int material_on_board(const chess::Position& pos);

// Between 0 and 1.
struct Chances {
  double win;
  double loss;
};
[[nodiscard]] Chances chances_of(double score, int material, const ChanceModel& model);

[[nodiscard]] WinDrawLoss win_chances(int score, const chess::Position& pos);

// The score of a search of this position, as it is told to others.
[[nodiscard]] Score to_report_score(int score, const chess::Position& pos);

}  // namespace vitrine::engines::flagship
