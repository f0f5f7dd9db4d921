#pragma once

// Positions judged by a planted model: whoever learns from them should find it.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "base/rng.h"
#include "chess/support.h"
#include "lab/data/dataset_support.h"
#include "lab/train/lessons.h"
#include "lab/train/train.h"

namespace vitrine::lab {

// Whole tenths of a pawn within 3 pawns, with the men's usual order of worth.
inline eval::PieceSquareModel planted_model(eval::ModelKind kind, bool is_tapered) {
  eval::PieceSquareModel model(kind, is_tapered);
  base::Rng rng(5);
  for (const auto phase : {eval::Phase::middlegame, eval::Phase::endgame})
    for (std::size_t i = 0; i < model.weights_per_phase(); ++i)
      model.weights(phase)[i] = static_cast<float>(i * 6 / model.weights_per_phase()) * 0.5F +
                                static_cast<float>(rng.below(11)) * 0.1F - 0.5F;
  return model;
}

inline double value_for_white(const eval::PieceSquareModel& model, const chess::Position& pos) {
  return pos.turn() == chess::Color::white ? model.evaluate(pos) : -model.evaluate(pos);
}

// Each five positions in a row are a game's, won by whom the model favours. For a pupil of another kind, if
// wanted.
inline SparsePositions taught_positions(const eval::PieceSquareModel& teacher, int count,
                                        double held_out = 0.1, std::optional<eval::ModelKind> pupil = {}) {
  SparsePositions positions(pupil.value_or(teacher.kind()));
  std::uint32_t number = 0;
  for (const chess::Position& pos : chess::random_positions(11, count)) {
    const int centipawns = static_cast<int>(std::lround(value_for_white(teacher, pos) * 100));
    const GameResult result = centipawns > 100    ? GameResult::white_won
                              : centipawns < -100 ? GameResult::black_won
                                                  : GameResult::drawn;
    positions.add(PackedPosition(pos, {.centipawns = centipawns, .result = result, .game = number++ / 5}));
  }
  positions.split(held_out, 1);
  return positions;
}

}  // namespace vitrine::lab
