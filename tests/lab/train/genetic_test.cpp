#define HWY_WANT_AVX3_DL  // as there
#include "lab/train/genetic_kernel.h"

#include <hwy/targets.h>

#include "lab/texel.h"
#include "lab/train/train_support.h"

namespace vitrine::lab {

namespace {

using eval::ModelKind;

Generation random_generation(std::size_t children, const SparsePositions& positions, std::size_t phases) {
  Generation generation(children, positions.slots(), phases);
  base::Rng rng(9);
  for (std::size_t child = 0; child < children; ++child)
    for (std::size_t i = 0; i < generation.genes_per_child(); ++i)
      generation.gene(child, i) =
          static_cast<std::int16_t>(static_cast<int>(rng.below(2 * kMaxGene + 1)) - kMaxGene);
  return generation;
}

// The same, one after the other.
std::uint64_t plain_error(const Generation& generation, std::size_t child, const SparsePositions& positions,
                          const PointsTable& table, const std::vector<std::int16_t>& targets) {
  std::uint64_t total = 0;
  const std::size_t phases = generation.phases();
  const auto sum = [&](const SparsePositions::Row& row, std::size_t phase) {
    int value = 0;
    for (const auto slot : positions.white(row)) value += generation.gene(child, slot * phases + phase);
    for (const auto slot : positions.black(row)) value -= generation.gene(child, slot * phases + phase);
    return value;
  };
  for (std::size_t i = 0; i < targets.size(); ++i) {
    const auto& row = positions.training()[i];
    const int value24 =
        phases == 1 ? 24 * sum(row, 0) : row.phase * sum(row, 0) + (24 - row.phase) * sum(row, 1);
    if (table.points.empty()) {
      const int error = std::abs(value24 - 24 * targets[i]);
      total += static_cast<std::uint64_t>(phases == 1 ? error / 24 : error);
    } else {
      const int value = std::clamp(static_cast<int>(std::lround(value24 / 24.0)), -PointsTable::kReach,
                                   PointsTable::kReach);
      const int miss = table.points[static_cast<std::size_t>(value + PointsTable::kReach)] - targets[i];
      total += static_cast<std::uint64_t>(miss * miss >> 10);
    }
  }
  return total;
}

// The kernel's, which must be the same for every kind of processor that this one can stand for. A build for
// any processor has them all.
std::vector<std::uint64_t> errors_of_all(const Generation& generation, const SparsePositions& positions,
                                         const PointsTable& table, const std::vector<std::int16_t>& targets) {
  std::vector<std::uint64_t> first;
  for (const std::int64_t processor : hwy::SupportedAndGeneratedTargets()) {
    hwy::SetSupportedTargetsForTest(processor);
    std::vector<std::uint64_t> sums(generation.children());
    add_errors(generation, {positions.training(), positions.men(), targets}, table, sums);
    if (first.empty()) first = sums;
    EXPECT_EQ(sums, first) << kernel_target();
  }
  hwy::SetSupportedTargetsForTest(0);
  return first;
}

}  // namespace

TEST(GeneticKernel, AgreesWithPlainArithmetic) {
  for (const ModelKind kind : {ModelKind::piece_square, ModelKind::king_piece_square})
    for (const std::size_t phases : {1, 2})
      for (const bool is_logistic : {false, true}) {
        const auto positions = taught_positions(planted_model(kind, phases == 2), 1'500, 0);
        const Generation generation = random_generation(70, positions, phases);  // a tile and a bit
        const PointsTable table = is_logistic ? PointsTable(300) : PointsTable();
        std::vector<std::int16_t> targets;
        for (const auto& row : positions.training())
          targets.push_back(
              static_cast<std::int16_t>(is_logistic ? std::abs(row.centipawns) * 7 : row.centipawns));
        const std::vector<std::uint64_t> sums = errors_of_all(generation, positions, table, targets);
        for (std::size_t child = 0; child < sums.size(); ++child) {
          const std::uint64_t expected = plain_error(generation, child, positions, table, targets);
          if (is_logistic && phases == 2)  // a 24th is rounded there
            EXPECT_NEAR(static_cast<double>(sums[child]), static_cast<double>(expected), 1e-3 * expected)
                << child;
          else
            EXPECT_EQ(sums[child], expected) << child;
        }
      }
}

TEST(GeneticKernel, NothingOverflows) {
  // All men on the board, as dear as can be, against the farthest target.
  SparsePositions positions(ModelKind::piece_square);
  for (int i = 0; i < 3'000; ++i)
    positions.add(PackedPosition(chess::position("4k3/8/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1"),
                                 {.centipawns = -30'000}));
  const std::vector<std::int16_t> targets(3'000, -30'000);
  Generation plain(1, 384, 1);
  Generation tapered(1, 384, 2);
  for (std::size_t i = 0; i < 384; ++i) plain.gene(0, i) = kMaxGene;
  for (std::size_t i = 0; i < 768; ++i) tapered.gene(0, i) = kMaxGene;
  std::vector<std::uint64_t> sums(1);
  add_errors(tapered, {positions.training(), positions.men(), targets}, {}, sums);
  EXPECT_EQ(sums[0], 3'000u * 24 * (15'000 + 30'000));
  sums[0] = 0;
  add_errors(plain, {positions.training(), positions.men(), targets}, {}, sums);
  EXPECT_EQ(sums[0], 3'000u * 32'767) << "the most that an error counts";
}

TEST(Genetic, FindsAPlantedModel) {
  const auto positions = taught_positions(planted_model(ModelKind::piece_square, false), 5'000);
  TrainOptions options{.clip = 300, .steps = 600};
  options.genetic = {
      .children = 128, .elite = 16, .crossover = GeneticOptions::Crossover::mean, .adapts_step = true};
  double first = 0;
  const TrainReport report = train(Method::genetic, positions, options, [&](const TrainProgress& progress) {
    if (progress.step == 1) first = progress.training_error;
  });
  EXPECT_GT(first, 5);
  EXPECT_LT(report.training_error, 0.3);
  EXPECT_LT(report.held_out_error, 0.4);
}

TEST(Genetic, TheErrorNeverRises) {
  const auto positions = taught_positions(planted_model(ModelKind::piece_square, true), 2'000);
  for (const auto crossover :
       {GeneticOptions::Crossover::none, GeneticOptions::Crossover::uniform, GeneticOptions::Crossover::mean})
    for (const auto fitness : {GeneticOptions::Fitness::absolute, GeneticOptions::Fitness::logistic}) {
      TrainOptions options{.is_tapered = true, .steps = 30};
      options.genetic = {.children = 40, .elite = 5, .crossover = crossover, .fitness = fitness};
      std::vector<double> errors;
      (void)train(Method::genetic, positions, options,
                  [&](const TrainProgress& progress) { errors.push_back(progress.training_error); });
      EXPECT_LT(errors.back(), errors.front());
      // The logistic loss that is bred for is a table's, near the true one.
      const double slack = fitness == GeneticOptions::Fitness::logistic ? 1e-4 : 1e-9;
      for (std::size_t i = 1; i < errors.size(); ++i) EXPECT_LE(errors[i], errors[i - 1] + slack);
    }
}

TEST(Genetic, WeightsStayInTheirRange) {
  const auto positions = taught_positions(planted_model(ModelKind::piece_square, false), 500);
  TrainOptions options{.steps = 20};
  options.genetic.children = 20;
  options.genetic.range = 1.5;
  const TrainReport report = train(Method::genetic, positions, options);
  for (const float weight : report.model.weights(eval::Phase::middlegame)) EXPECT_LE(std::abs(weight), 1.5F);
  EXPECT_GT(*std::ranges::max_element(report.model.weights(eval::Phase::middlegame)), 1.2F);
}

TEST(Genetic, AnEliteLargerThanTheChildrenIsRefused) {
  const auto positions = taught_positions(planted_model(ModelKind::piece_square, false), 50);
  TrainOptions options;
  options.genetic.children = 10;
  options.genetic.elite = 11;
  EXPECT_THROW((void)train(Method::genetic, positions, options), std::invalid_argument);
}

}  // namespace vitrine::lab
