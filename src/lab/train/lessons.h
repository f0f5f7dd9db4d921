#pragma once

// What a method learns from: those positions that have the wanted target, and how far a model is from it. A
// model is here a list of weights in pawns in the order of the slots, with those of a slot's phases side by
// side: w[slot * phases + phase].

#include <cstdint>
#include <span>
#include <vector>

#include "eval/piece_square_model.h"
#include "lab/train/sparse_positions.h"
#include "lab/train/train.h"

namespace vitrine::lab {

using Weights = std::vector<double>;

class Lessons {
 public:
  using Row = SparsePositions::Row;

  // A row and what it should be worth.
  struct Part {
    std::span<const Row> rows;
    std::span<const std::int16_t> centipawns;  // clipped scores; empty under Measure::points
    std::span<const float> points;             // empty under Measure::pawns
  };

  // Rows without target are left out; targets are in the unit of the measure. Throws std::invalid_argument if
  // none is left to train with.
  Lessons(const SparsePositions& positions, const TrainOptions& options, Measure measure);

  [[nodiscard]] const SparsePositions& positions() const { return positions_; }
  [[nodiscard]] Measure measure() const { return measure_; }
  [[nodiscard]] const Part& training() const { return training_; }
  [[nodiscard]] const Part& held_out() const { return held_out_; }
  [[nodiscard]] std::size_t phases() const { return phases_; }
  [[nodiscard]] std::size_t weight_count() const { return positions_.slots() * phases_; }
  [[nodiscard]] int threads() const { return threads_; }
  // Under Measure::points: the score, in centipawns, that means ten to one.
  [[nodiscard]] double scale() const { return scale_; }

  // What the model says of a row, in pawns for White.
  [[nodiscard]] double value(const Row& row, std::span<const double> weights) const;
  // By the measure; NaN without rows.
  [[nodiscard]] double error(const Part& part, std::span<const double> weights) const;

 private:
  void set_scale(const TrainOptions& options);

  const SparsePositions& positions_;
  Measure measure_;
  std::size_t phases_;
  int threads_;
  double scale_ = 0;
  std::vector<Row> rows_;
  std::vector<std::int16_t> centipawns_;
  std::vector<float> points_;
  Part training_;
  Part held_out_;
};

[[nodiscard]] Weights material_weights(const SparsePositions& positions, std::size_t phases);
// Weights beyond what a model may have are cut; throws std::runtime_error if one is no number.
[[nodiscard]] eval::PieceSquareModel to_model(std::span<const double> weights, eval::ModelKind kind,
                                              std::size_t phases);

// The scale under which expected_points(value * 100, scale) is nearest to the points, and the mean squared
// error then.
struct Curve {
  double scale;
  double error;
};
[[nodiscard]] Curve fit_curve(std::span<const float> values, std::span<const float> points);

}  // namespace vitrine::lab
