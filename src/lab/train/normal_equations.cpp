#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"  // GCC 12 means its own AVX-512 header
#endif

#include "lab/train/normal_equations.h"

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <array>

#include "lab/train/blocks.h"

namespace vitrine::lab {

namespace {

constexpr std::size_t kSlots = 6 * 64;
constexpr std::size_t kBlocks = 256;
constexpr int kFull = SparsePositions::kFullPhase;

// What two men have in common in all positions: the sums of the products of their phases' shares. All numbers
// are whole (shares in 24ths, scores in centipawns), so that sums are exact in any order and any number of
// threads gives the same.
struct Sums {
  using Products =
      std::array<std::int64_t, 4>;  // of both middlegame, one of each, both endgame; one to spare
  std::vector<Products> pairs = std::vector<Products>(kSlots * kSlots);  // an earlier man, a later one
  std::vector<Products> squares = std::vector<Products>(kSlots);
  std::vector<std::array<std::int64_t, 2>> scores = std::vector<std::array<std::int64_t, 2>>(kSlots);

  void add(const Sums& other) {
    const auto add_all = [](auto& to, const auto& from) {
      for (std::size_t i = 0; i < to.size(); ++i)
        for (std::size_t k = 0; k < to[i].size(); ++k) to[i][k] += from[i][k];
    };
    add_all(pairs, other.pairs);
    add_all(squares, other.squares);
    add_all(scores, other.scores);
  }
};

std::uint16_t without_king(std::uint16_t slot, eval::ModelKind kind) {
  return kind == eval::ModelKind::piece_square ? slot
                                               : static_cast<std::uint16_t>(slot >> 12 << 6 | (slot & 63));
}

void add_row(const Lessons& lessons, const Lessons::Row& row, int centipawns, Sums& sums) {
  std::array<std::uint16_t, 32> men;
  std::array<int, 32> sign;
  std::size_t count = 0;
  const eval::ModelKind kind = lessons.positions().kind();
  for (const std::uint16_t slot : lessons.positions().white(row))
    sign[count] = 1, men[count++] = without_king(slot, kind);
  for (const std::uint16_t slot : lessons.positions().black(row))
    sign[count] = -1, men[count++] = without_king(slot, kind);

  const std::int64_t middlegame = lessons.phases() == 1 ? kFull : row.phase;
  const std::int64_t endgame = lessons.phases() == 1 ? 0 : kFull - row.phase;
  const Sums::Products products = {middlegame * middlegame, middlegame * endgame, endgame * endgame, 0};
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t k = 0; k < 4; ++k) sums.squares[men[i]][k] += products[k];
    sums.scores[men[i]][0] += sign[i] * middlegame * centipawns;
    sums.scores[men[i]][1] += sign[i] * endgame * centipawns;
    for (std::size_t j = i + 1; j < count; ++j) {
      Sums::Products& pair = sums.pairs[men[i] * kSlots + men[j]];
      const std::int64_t signs = sign[i] * sign[j];
      for (std::size_t k = 0; k < 4; ++k) pair[k] += signs * products[k];
    }
  }
}

Sums sum_up(const Lessons& lessons) {
  std::vector<Sums> by_thread(static_cast<std::size_t>(lessons.threads()));
  const Lessons::Part& part = lessons.training();
  for_each_block(kBlocks, lessons.threads(), [&](std::size_t thread, std::size_t block) {
    const auto [begin, end] = part_of(part.rows.size(), block, kBlocks);
    for (std::size_t i = begin; i < end; ++i)
      add_row(lessons, part.rows[i], part.centipawns[i], by_thread[thread]);
  });
  for (std::size_t i = 1; i < by_thread.size(); ++i) by_thread[0].add(by_thread[i]);
  return std::move(by_thread[0]);
}

}  // namespace

Weights solve_normal_equations(const Lessons& lessons, double ridge) {
  const Sums sums = sum_up(lessons);
  const std::size_t phases = lessons.phases();
  const auto size = static_cast<Eigen::Index>(kSlots * phases);
  Eigen::MatrixXd matrix(size, size);
  Eigen::VectorXd right(size);
  for (std::size_t i = 0; i < kSlots; ++i)
    for (std::size_t a = 0; a < phases; ++a) {
      const auto row = static_cast<Eigen::Index>(i * phases + a);
      right[row] = static_cast<double>(sums.scores[i][a]) / (kFull * 100);
      for (std::size_t j = 0; j < kSlots; ++j)
        for (std::size_t b = 0; b < phases; ++b) {
          std::int64_t sum = sums.pairs[i * kSlots + j][a + b] + sums.pairs[j * kSlots + i][a + b];
          if (i == j) sum += sums.squares[i][a + b];
          matrix(row, static_cast<Eigen::Index>(j * phases + b)) = static_cast<double>(sum) / (kFull * kFull);
        }
    }
  // Without the ridge there is no single answer: all kings' weights may grow together, for each side always
  // has one.
  matrix.diagonal().array() += ridge;
  const Eigen::VectorXd solution = matrix.llt().solve(right);
  return {solution.begin(), solution.end()};
}

}  // namespace vitrine::lab
