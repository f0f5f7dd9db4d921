// How fast a generation of the genetic algorithm is judged, and how far that is from what the machine could
// do.
//
//   Judge/…         the kernel as it is: children x positions a second, on one core
//   JudgeInFloats   the same with floats instead of 16-bit centipawns: half as many fit into a vector
//   ArithmeticLimit as many vector additions as the men ask for, from the first cache, and nothing else: no
//   kernel
//                   that adds every man for every child can be faster
//   MemoryLimit     reading the positions as often as the kernel does (once for each tile of children), and
//   nothing else
//
// The counter `of_additions` is the share of vector additions a second that the kernel reaches when
// ArithmeticLimit, measured in the same run, is 1.

#define HWY_WANT_AVX3_DL  // as in lab/train/genetic_kernel.cpp
#include <benchmark/benchmark.h>
#include <hwy/highway.h>

#include <algorithm>
#include <ctime>

#include "base/rng.h"
#include "chess/position.h"
#include "lab/train/genetic_kernel.h"

namespace vitrine::lab {

namespace {

namespace hn = hwy::HWY_NAMESPACE;

constexpr std::size_t kChildren = 500;
constexpr std::size_t kPositions = 30'000;  // a tenth of the ancestor's: what is measured is the same

// Positions of random games between the 10th and the 90th ply. The counter `men` says how full the boards
// are.
SparsePositions random_positions(eval::ModelKind kind) {
  SparsePositions positions(kind);
  base::Rng rng(1);
  while (positions.size() < kPositions) {
    chess::Position pos = chess::Position::initial();
    for (int ply = 0; ply < 90 && pos.has_legal_moves(); ++ply) {
      const chess::MoveList moves = pos.legal_moves();
      pos = pos.after(moves[rng.below(moves.size())]);
      if (ply >= 10 && ply % 4 == 0 && positions.size() < kPositions)
        positions.add(PackedPosition(pos, {.centipawns = static_cast<int>(rng.below(1001)) - 500}));
    }
  }
  return positions;
}

const SparsePositions& positions_of(eval::ModelKind kind) {
  static const SparsePositions plain = random_positions(eval::ModelKind::piece_square);
  static const SparsePositions king = random_positions(eval::ModelKind::king_piece_square);
  return kind == eval::ModelKind::piece_square ? plain : king;
}

std::uint64_t men_of(const SparsePositions& positions) {
  std::uint64_t men = 0;
  for (const auto& row : positions.training()) men += row.white_men + row.black_men;
  return men;
}

Generation random_generation(std::size_t slots, std::size_t phases) {
  Generation generation(kChildren, slots, phases);
  base::Rng rng(2);
  for (std::size_t child = 0; child < kChildren; ++child)
    for (std::size_t i = 0; i < generation.genes_per_child(); ++i)
      generation.gene(child, i) = static_cast<std::int16_t>(static_cast<int>(rng.below(2'001)) - 1'000);
  return generation;
}

constexpr std::size_t kTiles = (kChildren + Generation::kTile - 1) / Generation::kTile;
// Of 16-bit numbers, for a whole tile and one phase.
constexpr std::size_t vectors_of_tile() {
  return Generation::kTile / hn::MaxLanes(hn::ScalableTag<std::int16_t>());
}

// Vector additions a second from the first cache, loads included.
[[gnu::noinline]] void add_from_cache(std::int16_t* into, const std::int16_t* from, std::uint64_t additions) {
  const hn::ScalableTag<std::int16_t> d;
  constexpr std::size_t kLanes = hn::MaxLanes(d);
  auto a = hn::Zero(d);
  auto b = hn::Zero(d);
  auto c = hn::Zero(d);
  auto e = hn::Zero(d);
  for (std::uint64_t i = 0; i < additions; i += 4) {
    const std::int16_t* const here = from + (i & 255) * kLanes;
    a = hn::Add(a, hn::Load(d, here));
    b = hn::Add(b, hn::Load(d, here + kLanes));
    c = hn::Add(c, hn::Load(d, here + 2 * kLanes));
    e = hn::Add(e, hn::Load(d, here + 3 * kLanes));
  }
  hn::Store(hn::Add(hn::Add(a, b), hn::Add(c, e)), d, into);
}

struct Buffer {
  alignas(64) std::int16_t numbers[256 * 32] = {};
};

// This thread's, as the benchmark's rates count it: on a busy machine the clock on the wall says something
// else.
double processor_seconds() {
  timespec now = {};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

double additions_a_second() {
  static const double speed = [] {
    Buffer buffer;
    Buffer result;
    double best = 0;
    for (int i = 0; i < 20; ++i) {
      constexpr std::uint64_t kMany = 20'000'000;
      const double begin = processor_seconds();
      add_from_cache(result.numbers, buffer.numbers, kMany);
      benchmark::DoNotOptimize(result);
      best = std::max(best, static_cast<double>(kMany) / (processor_seconds() - begin));
    }
    return best;
  }();
  return speed;
}

void set_counters(benchmark::State& state, std::uint64_t additions) {
  const auto rounds = static_cast<double>(state.iterations());
  using benchmark::Counter;
  state.counters["children_x_positions"] = Counter(rounds * kChildren * kPositions, Counter::kIsRate);
  state.counters["of_additions"] =
      Counter(rounds * static_cast<double>(additions) / additions_a_second(), Counter::kIsRate);
}

void Judge(benchmark::State& state, eval::ModelKind kind, std::size_t phases, bool is_logistic) {
  const SparsePositions& positions = positions_of(kind);
  const Generation generation = random_generation(positions.slots(), phases);
  const PointsTable table = is_logistic ? PointsTable(400) : PointsTable();
  std::vector<std::int16_t> targets;
  for (const auto& row : positions.training()) targets.push_back(row.centipawns);
  std::vector<std::uint64_t> sums(kChildren);
  for (auto _ : state) {
    add_errors(generation, {positions.training(), positions.men(), targets}, table, sums);
    benchmark::DoNotOptimize(sums.data());
  }
  set_counters(state, men_of(positions) * kTiles * vectors_of_tile() * phases);
  state.counters["men"] = static_cast<double>(men_of(positions)) / static_cast<double>(positions.size());
  state.SetLabel(kernel_target());
}

// The same loop with floats: a tile of 64 children takes twice as many vectors.
[[gnu::noinline]] void add_float_errors(const SparsePositions& positions, const float* tile, float* sums) {
  const hn::ScalableTag<float> d;
  constexpr std::size_t kLanes = hn::MaxLanes(d);
  constexpr std::size_t kVectors = Generation::kTile / kLanes;
  hn::Vec<decltype(d)> totals[kVectors];
  for (auto& total : totals) total = hn::Zero(d);
  for (const auto& row : positions.training()) {
    hn::Vec<decltype(d)> values[kVectors];
    for (auto& value : values) value = hn::Zero(d);
    for (const std::uint16_t slot : positions.white(row))
      for (std::size_t v = 0; v < kVectors; ++v)
        values[v] = hn::Add(values[v], hn::Load(d, tile + (slot * kVectors + v) * kLanes));
    for (const std::uint16_t slot : positions.black(row))
      for (std::size_t v = 0; v < kVectors; ++v)
        values[v] = hn::Sub(values[v], hn::Load(d, tile + (slot * kVectors + v) * kLanes));
    const auto target = hn::Set(d, static_cast<float>(row.centipawns));
    for (std::size_t v = 0; v < kVectors; ++v)
      totals[v] = hn::Add(totals[v], hn::Abs(hn::Sub(values[v], target)));
  }
  for (std::size_t v = 0; v < kVectors; ++v) hn::Store(totals[v], d, sums + v * kLanes);
}

void JudgeInFloats(benchmark::State& state) {
  const SparsePositions& positions = positions_of(eval::ModelKind::piece_square);
  struct alignas(64) Line {
    float numbers[16];
  };
  std::vector<Line> genes(positions.slots() * Generation::kTile * kTiles / 16);
  base::Rng rng(2);
  for (Line& line : genes)
    for (float& gene : line.numbers) gene = static_cast<float>(rng.below(2'001)) - 1'000;
  std::vector<Line> sums(Generation::kTile / 16);
  for (auto _ : state)
    for (std::size_t tile = 0; tile < kTiles; ++tile) {
      add_float_errors(positions, genes[tile * positions.slots() * Generation::kTile / 16].numbers,
                       sums[0].numbers);
      benchmark::DoNotOptimize(sums.data());
    }
  set_counters(state, men_of(positions) * kTiles * vectors_of_tile() * 2);
}

void ArithmeticLimit(benchmark::State& state) {
  const std::uint64_t additions =
      men_of(positions_of(eval::ModelKind::piece_square)) * kTiles * vectors_of_tile();
  Buffer buffer;
  Buffer result;
  for (auto _ : state) {
    add_from_cache(result.numbers, buffer.numbers, additions);
    benchmark::DoNotOptimize(result);
  }
  set_counters(state, additions);
}

void MemoryLimit(benchmark::State& state) {
  const SparsePositions& positions = positions_of(eval::ModelKind::piece_square);
  const std::size_t bytes = positions.size() * (sizeof(SparsePositions::Row) + sizeof(std::int16_t)) +
                            men_of(positions) * sizeof(std::uint16_t);
  // As much as ten times that, so that no second cache holds it.
  const std::vector<std::uint64_t> memory(10 * bytes / 8);
  std::size_t at = 0;
  for (auto _ : state)
    for (std::size_t tile = 0; tile < kTiles; ++tile) {
      std::uint64_t sum = 0;
      for (std::size_t i = 0; i < bytes / 8; ++i) sum += memory[at + i];
      benchmark::DoNotOptimize(sum);
      at = (at + bytes / 8) % (memory.size() - bytes / 8);
    }
  set_counters(state, 0);
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations()) *
                          static_cast<std::int64_t>(kTiles * bytes));
}

using enum eval::ModelKind;
BENCHMARK_CAPTURE(Judge, plain, piece_square, std::size_t{1}, false)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(Judge, tapered, piece_square, std::size_t{2}, false)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(Judge, plain_logistic, piece_square, std::size_t{1}, true)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(Judge, king, king_piece_square, std::size_t{1}, false)->Unit(benchmark::kMillisecond);
BENCHMARK(JudgeInFloats)->Unit(benchmark::kMillisecond);
BENCHMARK(ArithmeticLimit)->Unit(benchmark::kMillisecond);
BENCHMARK(MemoryLimit)->Unit(benchmark::kMillisecond);

}  // namespace

}  // namespace vitrine::lab
