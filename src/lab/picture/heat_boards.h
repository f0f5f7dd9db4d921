#pragma once

// What the pictures of a model show: six boards, or two rows of six where middlegame and endgame differ. A
// queen is worth nine pawns wherever she stands, and on one scale for all men nothing else would be seen:
// colours tell by how much a square is better or worse than its board's mean, and the mean is written above
// the board.

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "chess/piece.h"
#include "chess/square.h"
#include "eval/piece_square_model.h"

namespace vitrine::lab {

struct HeatBoard {
  chess::PieceType type;
  std::array<double, 64> pawns;  // by square, a1 first
  double mean;                   // over the squares where such a man can stand

  [[nodiscard]] double pawns_at(chess::Square sq) const {
    return pawns[static_cast<std::size_t>(sq.index())];
  }
  [[nodiscard]] double above_mean(chess::Square sq) const { return pawns_at(sq) - mean; }
  // Pawns never stand on the first rank nor on the last.
  [[nodiscard]] bool can_stand_on(chess::Square sq) const {
    return type != chess::PieceType::pawn || (sq.rank() != 0 && sq.rank() != 7);
  }
};

struct HeatRow {
  std::string title;  // "middlegame", "endgame"; empty where there is but one
  std::array<HeatBoard, 6> boards;
};

using HeatRows = std::vector<HeatRow>;

// Of a king-relative model: the boards for the king on that square, or without one the mean over his 64
// squares, each counted once. His own board has him on each square in turn.
[[nodiscard]] HeatRows heat_rows(const eval::PieceSquareModel& model, std::optional<chess::Square> king = {});

// How many pawns from the mean the strongest colours stand for: a round number that all but the most extreme
// of the squares stay within.
[[nodiscard]] double colour_range(std::span<const HeatRows> pictures);

// "+3.05", for the heading of a board.
[[nodiscard]] std::string pawns_text(double pawns);

}  // namespace vitrine::lab
