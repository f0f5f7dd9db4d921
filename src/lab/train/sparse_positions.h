#pragma once

// Judged positions as a piece-square model sees them: a row of slots, one for each man, and nothing else. A
// slot is where the model keeps the man's weight: by kind and square (384 of them), or by kind, square of his
// own king, and square (24,576). A black man has the slot of a white one on the mirrored board and counts
// negatively. What a model says of a position is then the sum over White's slots minus that over Black's; all
// trainers are made of such sums. A position takes 12 bytes and 2 for each man, and lies in memory in the
// order it is read, so that a pass over millions streams.

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "eval/piece_square_model.h"
#include "lab/data/packed_position.h"

namespace vitrine::lab {

class SparsePositions {
 public:
  static constexpr std::int16_t kNoScore = INT16_MIN;
  static constexpr int kFullPhase = 24;

  struct Row {
    std::uint32_t first;  // of its men's slots: White's, then Black's
    std::uint8_t white_men;
    std::uint8_t black_men;
    std::uint8_t phase;  // how much of the middlegame is left, of kFullPhase
    GameResult result;
    std::int16_t centipawns;  // for White, or kNoScore
  };
  static_assert(sizeof(Row) == 12);

  explicit SparsePositions(eval::ModelKind kind) : kind_(kind) {}

  // `set`: which data set the position is from; games of different sets are different games.
  void add(const PackedPosition& position, std::uint32_t set = 0);
  // Puts about this share of the games, drawn by the seed, into held_out() and the rest into training(): the
  // positions of a game are too much alike to test with what was learnt from. Where that would leave one of
  // the two empty, as when all positions claim to be of one game, positions are drawn instead. Once, after
  // all are added.
  void split(double held_out, std::uint64_t seed);

  [[nodiscard]] eval::ModelKind kind() const { return kind_; }
  // How many weights a model of one phase has.
  [[nodiscard]] std::size_t slots() const {
    return kind_ == eval::ModelKind::piece_square ? 6 * 64 : 6 * 64 * 64;
  }
  [[nodiscard]] std::size_t size() const { return rows_.size(); }
  [[nodiscard]] std::span<const Row> training() const { return std::span(rows_).first(training_); }
  [[nodiscard]] std::span<const Row> held_out() const { return std::span(rows_).subspan(training_); }
  [[nodiscard]] std::span<const std::uint16_t> white(const Row& row) const {
    return std::span(men_).subspan(row.first, row.white_men);
  }
  [[nodiscard]] std::span<const std::uint16_t> black(const Row& row) const {
    return std::span(men_).subspan(row.first + row.white_men, row.black_men);
  }
  [[nodiscard]] const std::uint16_t* men() const { return men_.data(); }
  // Of all positions with their judgements, in the order they were added.
  [[nodiscard]] std::uint64_t checksum() const { return checksum_; }

 private:
  eval::ModelKind kind_;
  std::vector<std::uint16_t> men_;
  std::vector<Row> rows_;
  std::vector<std::uint64_t> games_;  // of each row, until they are split
  std::size_t training_ = 0;
  std::uint64_t checksum_ = 0;
};

struct LoadOptions {
  std::optional<std::uint64_t> limit = {};  // no more positions than this, the first ones
  double held_out = 0.1;                    // share of the games
  std::uint64_t seed = 1;                   // draws them
};

// Reads and splits data sets. Told how many positions are read, of how many, now and then. Throws
// std::runtime_error: "FILE: what is wrong". A stop leaves it with what it has.
[[nodiscard]] SparsePositions load_positions(
    const std::vector<std::string>& data_sets, eval::ModelKind kind, const LoadOptions& options = {},
    const std::function<void(std::uint64_t read, std::uint64_t of)>& on_progress = {},
    const std::stop_token& stop = {});

}  // namespace vitrine::lab
