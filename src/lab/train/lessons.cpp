#include "lab/train/lessons.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <stdexcept>

#include "lab/texel.h"
#include "lab/train/blocks.h"

namespace vitrine::lab {

namespace {

constexpr double kUsualScale = 400;  // where no results say better
constexpr std::size_t kBlocks = 64;

bool has_score(const Lessons::Row& row) { return row.centipawns != SparsePositions::kNoScore; }
bool has_result(const Lessons::Row& row) { return row.result != GameResult::unknown; }
float points_of(GameResult result) { return 0.5F * static_cast<float>(result); }

bool is_usable(const Lessons::Row& row, Measure measure, Target target) {
  if (measure == Measure::pawns || target == Target::score) return has_score(row);
  return has_result(row) || (target == Target::mix && has_score(row));
}

const char* what_is_missing(Measure measure, Target target) {
  if (measure == Measure::pawns || target == Target::score) return "no position to learn from has a score";
  return "no position to learn from has a result";
}

}  // namespace

Lessons::Lessons(const SparsePositions& positions, const TrainOptions& options, Measure measure)
    : positions_(positions),
      measure_(measure),
      phases_(options.is_tapered ? 2 : 1),
      threads_(options.threads) {
  const auto take = [&](std::span<const Row> rows) {
    for (const Row& row : rows)
      if (is_usable(row, measure, options.target)) rows_.push_back(row);
    return rows_.size();
  };
  const std::size_t training = take(positions.training());
  if (training == 0) throw std::invalid_argument(what_is_missing(measure, options.target));
  take(positions.held_out());

  const int clip = static_cast<int>(std::lround(options.clip * 100));
  const auto clipped = [&](const Row& row) { return std::clamp<int>(row.centipawns, -clip, clip); };
  if (measure == Measure::pawns) {
    for (const Row& row : rows_) centipawns_.push_back(static_cast<std::int16_t>(clipped(row)));
  } else {
    set_scale(options);
    for (const Row& row : rows_) {
      const double score = has_score(row) ? expected_points(clipped(row), scale_) : 0;
      double result_share = options.target == Target::result ? 1 : options.result_share;
      if (!has_result(row) || options.target == Target::score) result_share = 0;
      if (!has_score(row)) result_share = 1;
      points_.push_back(
          static_cast<float>(result_share * points_of(row.result) + (1 - result_share) * score));
    }
  }
  const auto part = [&](std::size_t begin, std::size_t size) {
    const std::span<const std::int16_t> scores(centipawns_);
    const std::span<const float> points(points_);
    return Part{std::span<const Row>(rows_).subspan(begin, size),
                scores.empty() ? scores : scores.subspan(begin, size),
                points.empty() ? points : points.subspan(begin, size)};
  };
  training_ = part(0, training);
  held_out_ = part(training, rows_.size() - training);
}

// Where there are scores, the model shall speak in their pawns; where there are none, material gives the
// pawn.
void Lessons::set_scale(const TrainOptions& options) {
  const double clip = options.clip;
  const auto rows = positions_.training();
  std::vector<float> values;
  std::vector<float> points;
  for (const Row& row : rows) {
    if (!has_score(row) || !has_result(row)) continue;
    values.push_back(static_cast<float>(std::clamp(row.centipawns / 100.0, -clip, clip)));
    points.push_back(points_of(row.result));
  }
  const bool has_scores = std::ranges::any_of(rows, has_score);
  if (values.empty() && !has_scores) {
    const Weights material = material_weights(positions_, phases_);
    for (const Row& row : rows) {
      if (!has_result(row)) continue;
      values.push_back(static_cast<float>(value(row, material)));
      points.push_back(points_of(row.result));
    }
  }
  scale_ = values.empty() ? kUsualScale : fit_curve(values, points).scale;
}

double Lessons::value(const Row& row, std::span<const double> weights) const {
  std::array<double, 2> sums = {0, 0};
  for (const std::uint16_t slot : positions_.white(row))
    for (std::size_t phase = 0; phase < phases_; ++phase) sums[phase] += weights[slot * phases_ + phase];
  for (const std::uint16_t slot : positions_.black(row))
    for (std::size_t phase = 0; phase < phases_; ++phase) sums[phase] -= weights[slot * phases_ + phase];
  if (phases_ == 1) return sums[0];
  const double share = row.phase / static_cast<double>(SparsePositions::kFullPhase);
  return share * sums[0] + (1 - share) * sums[1];
}

double Lessons::error(const Part& part, std::span<const double> weights) const {
  if (part.rows.empty()) return std::numeric_limits<double>::quiet_NaN();
  std::array<double, kBlocks> sums = {};
  for_each_block(kBlocks, threads_, [&](std::size_t, std::size_t block) {
    const auto [begin, end] = part_of(part.rows.size(), block, kBlocks);
    double sum = 0;
    for (std::size_t i = begin; i < end; ++i) {
      const double value = this->value(part.rows[i], weights);
      if (measure_ == Measure::pawns) {
        sum += std::abs(value - part.centipawns[i] / 100.0);
      } else {
        const double error = expected_points(value * 100, scale_) - static_cast<double>(part.points[i]);
        sum += error * error;
      }
    }
    sums[block] = sum;
  });
  double sum = 0;
  for (const double one : sums) sum += one;
  return sum / static_cast<double>(part.rows.size());
}

Weights material_weights(const SparsePositions& positions, std::size_t phases) {
  constexpr std::array<double, 6> kPawns = {1, 3, 3, 5, 9, 0};
  Weights weights(positions.slots() * phases);
  for (std::size_t i = 0; i < weights.size(); ++i) weights[i] = kPawns[i * 6 / weights.size()];
  return weights;
}

eval::PieceSquareModel to_model(std::span<const double> weights, eval::ModelKind kind, std::size_t phases) {
  eval::PieceSquareModel model(kind, phases == 2);
  for (std::size_t i = 0; i < weights.size(); ++i) {
    if (!std::isfinite(weights[i])) throw std::runtime_error("training went astray: a weight is no number");
    const auto phase = i % phases == 0 ? eval::Phase::middlegame : eval::Phase::endgame;
    constexpr double kMost = eval::kMaxWeight;
    model.weights(phase)[i / phases] = static_cast<float>(std::clamp(weights[i], -kMost, kMost));
  }
  return model;
}

Curve fit_curve(std::span<const float> values, std::span<const float> points) {
  // Enough for three digits of the scale.
  constexpr std::size_t kEnough = 200'000;
  const std::size_t stride = std::max<std::size_t>(1, values.size() / kEnough);
  const auto error = [&](double log_scale, std::size_t every) {
    const double scale = std::exp(log_scale);
    double sum = 0;
    std::size_t count = 0;
    for (std::size_t i = 0; i < values.size(); i += every, ++count) {
      const double miss =
          expected_points(static_cast<double>(values[i]) * 100, scale) - static_cast<double>(points[i]);
      sum += miss * miss;
    }
    return sum / static_cast<double>(count);
  };
  // One valley over the logarithm of the scale: golden section.
  constexpr double kGolden = 1 / std::numbers::phi;
  double low = std::log(20.0);
  double high = std::log(100'000.0);
  while (high - low > 1e-3) {
    const double left = high - (high - low) * kGolden;
    const double right = low + (high - low) * kGolden;
    if (error(left, stride) < error(right, stride))
      high = right;
    else
      low = left;
  }
  const double best = (low + high) / 2;
  return {std::exp(best), error(best, 1)};
}

}  // namespace vitrine::lab
