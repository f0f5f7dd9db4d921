#pragma once

// How wrong a whole generation is: the sums of the errors of many models over many positions, the one loop
// that a genetic algorithm's time goes into. It is a sparse matrix (a row of slots for each position) times a
// dense one (a column of weights for each child). Children lie side by side, so that one man of one position
// is one vector addition for 32 children at once (AVX-512; 16 with AVX2, 8 without: Highway picks what the
// machine has at run time).
//
// Genes are whole centipawns, within 1,000, as the data are: 16 bits hold the sum of 32 men without overflow,
// twice as many fit into a vector as of floats, and all sums are whole numbers, the same on every machine and
// for any number of threads.

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "lab/train/sparse_positions.h"

namespace vitrine::lab {

inline constexpr int kMaxGene = 1'000;  // centipawns

// The genes of a generation. Children come in tiles: within a tile a slot's genes of all its children lie
// side by side, and the tile of a plain model fits into a core's first cache.
class Generation {
 public:
  static constexpr std::size_t kTile = 64;  // children

  Generation(std::size_t children, std::size_t slots, std::size_t phases);

  [[nodiscard]] std::size_t children() const { return children_; }
  [[nodiscard]] std::size_t tiles() const { return (children_ + kTile - 1) / kTile; }
  [[nodiscard]] std::size_t phases() const { return phases_; }
  [[nodiscard]] std::size_t genes_per_child() const { return slots_ * phases_; }
  // Gene number slot * phases + phase. Contract: within kMaxGene.
  [[nodiscard]] std::int16_t& gene(std::size_t child, std::size_t number) {
    return genes_.front().data()[index(child, number)];
  }
  [[nodiscard]] std::int16_t gene(std::size_t child, std::size_t number) const {
    return genes_.front().data()[index(child, number)];
  }
  [[nodiscard]] const std::int16_t* tile(std::size_t number) const {
    return genes_.front().data() + number * kTile * genes_per_child();
  }

 private:
  // A child's phases lie next to each other: that is how the processor multiplies pairs.
  [[nodiscard]] std::size_t index(std::size_t child, std::size_t number) const {
    const std::size_t slot = number / phases_;
    const std::size_t row = (child / kTile * slots_ + slot) * kTile;
    return (row + child % kTile) * phases_ + number % phases_;
  }

  std::size_t children_;
  std::size_t slots_;
  std::size_t phases_;
  struct alignas(64) Line : std::array<std::int16_t, 32> {};  // as the cache and the widest vectors have it
  std::vector<Line> genes_;
};

// The expected points of every score from -kReach to kReach centipawns, of kWhole.
struct PointsTable {
  static constexpr int kReach = 2'000;
  static constexpr int kWhole = 32'767;
  std::vector<std::int32_t> points;  // 2 * kReach + 1; empty: no logistic loss

  PointsTable() = default;
  explicit PointsTable(double scale);
};

// Some positions and what they should be worth.
struct KernelRows {
  std::span<const SparsePositions::Row> rows;
  const std::uint16_t* men;               // of all positions
  std::span<const std::int16_t> targets;  // centipawns, or under a logistic loss points of kWhole
};

// Adds each child's error to its sum: |value - target| in centipawns, 24ths of them for a tapered model
// (which is exact); or with a table the squared difference in points, of kSquareUnit. Several threads may do
// so at once with sums of their own. Contract: targets are within 30,000.
inline constexpr double kSquareUnit = PointsTable::kWhole * 1.0 * PointsTable::kWhole / 1'024;
void add_errors(const Generation& generation, const KernelRows& rows, const PointsTable& table,
                std::span<std::uint64_t> sums);

// "AVX3", for benchmarks.
[[nodiscard]] const char* kernel_target();

}  // namespace vitrine::lab
