#pragma once

// A position as the tuner sees it: which weights its evaluation uses and how often. They are found once, by
// the evaluation itself with a ledger that writes them down; from then on a position's value under any
// weights is a few multiplications.

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "chess/position.h"
#include "eval/classical/weights.h"

namespace vitrine::lab {

// `count` times the weight at this place of eval::classical::Weights.
struct Coefficient {
  std::uint16_t weight;
  std::int16_t count;
};

// Coefficients of one position: White's minus Black's, then the dangers of both kings, then complexity.
struct Sample {
  std::uint64_t begin;  // into Samples::coefficients
  std::uint16_t linear;
  std::array<std::uint16_t, 2> danger;
  std::uint16_t complexity;
  std::uint8_t phase;
  std::array<std::uint8_t, 2> scale;  // if White, if Black is better in the endgame
  float target = 0;                   // White's expected points
};

// A middlegame and an endgame number for each weight; a weight that isn't tapered has only the first.
using Parameters = std::vector<std::array<float, 2>>;
[[nodiscard]] Parameters to_parameters(const eval::classical::Weights& weights);
[[nodiscard]] eval::classical::Weights to_weights(const Parameters& parameters);

class Samples {
 public:
  // False, and nothing is added, for positions that the tuner can't use: in check, or an ending whose value
  // is known.
  bool add(const chess::Position& pos, float target);

  [[nodiscard]] std::size_t size() const { return samples_.size(); }
  [[nodiscard]] bool is_empty() const { return samples_.empty(); }
  [[nodiscard]] Sample& operator[](std::size_t i) { return samples_[i]; }
  [[nodiscard]] const Sample& operator[](std::size_t i) const { return samples_[i]; }

  // White's value in centipawns under these weights.
  [[nodiscard]] float value(const Sample& sample, const Parameters& weights) const;
  // Adds what a change of each weight does to the value, times `slope`, to `gradient`.
  void add_gradient(const Sample& sample, const Parameters& weights, float slope, Parameters& gradient) const;

 private:
  struct Parts;
  [[nodiscard]] Parts parts(const Sample& sample, const Parameters& weights) const;

  std::vector<Sample> samples_;
  std::vector<Coefficient> coefficients_;
};

}  // namespace vitrine::lab
