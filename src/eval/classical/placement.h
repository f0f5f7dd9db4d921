#pragma once

// What men are worth by kind and square, and how much of the middlegame is left: all that depends on the men
// alone. It is a watcher, so that a search can carry it along a line instead of summing it at every node.

#include <algorithm>
#include <array>

#include "chess/piece.h"
#include "chess/position.h"
#include "chess/square.h"
#include "eval/classical/weights.h"

namespace vitrine::eval::classical {

// A man's part of the middlegame; all pieces together make 24. Promotions may exceed it.
inline constexpr std::array<int, 6> kPhaseOfMan = {0, 1, 1, 2, 4, 0};
inline constexpr int kFullPhase = 24;

[[nodiscard]] inline int phase_of(const chess::Position& pos) {
  int phase = 0;
  for (const chess::PieceType type : chess::kPieceTypes)
    phase += kPhaseOfMan[index(type)] * pos.pieces(type).count();
  return std::min(phase, kFullPhase);
}

// By colour, kind and square; Black's values are negative.
using PlacementTable = std::array<std::array<std::array<Tapered, 64>, 6>, 2>;

[[nodiscard]] constexpr PlacementTable make_placement_table(const Weights& weights) {
  PlacementTable table{};
  for (std::size_t type = 0; type < 6; ++type)
    for (std::size_t sq = 0; sq < 64; ++sq) {
      Tapered value = weights.squares.man[type][sq];
      if (type < 5) value += weights.material.value[type];
      table[0][type][sq] = value;
      table[1][type][sq ^ 56] = -value;
    }
  return table;
}

// Of the built-in weights.
extern const PlacementTable kPlacementTable;

class Placement {
 public:
  Placement() = default;
  explicit Placement(const chess::Position& pos) {
    for (const chess::Square sq : pos.occupied()) added(*pos.piece_at(sq), sq);
  }

  void added(chess::Piece man, chess::Square sq) {
    value_ += kPlacementTable[index(man.color)][index(man.type)][sq.index()];
    phase_ += kPhaseOfMan[index(man.type)];
  }
  void removed(chess::Piece man, chess::Square sq) {
    value_ -= kPlacementTable[index(man.color)][index(man.type)][sq.index()];
    phase_ -= kPhaseOfMan[index(man.type)];
  }

  [[nodiscard]] Tapered value() const { return value_; }  // White's minus Black's
  [[nodiscard]] int phase() const { return std::min(phase_, kFullPhase); }

 private:
  Tapered value_;
  int phase_ = 0;
};

}  // namespace vitrine::eval::classical
