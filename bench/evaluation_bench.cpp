// How long the flagship's evaluation takes, over middlegame positions of random games.
//
//   build/release/bench/evaluation_bench
//
// `warm`: as in a search, the pawns are in the cache; setting the line up is included, which `start_only`
// measures alone. `fresh`: nothing is cached and nothing carried along.

#include <benchmark/benchmark.h>

#include <vector>

#include "base/rng.h"
#include "eval/classical/evaluation.h"
#include "eval/evaluator.h"

namespace {

using namespace vitrine;

std::vector<chess::Position> middlegames() {
  base::Rng rng(2020);
  std::vector<chess::Position> found;
  while (found.size() < 1'000) {
    chess::Position pos = chess::Position::initial();
    for (int ply = 0; ply < 30; ++ply) {
      const chess::MoveList moves = pos.legal_moves();
      if (moves.empty()) break;
      pos = pos.after(moves[rng.below(moves.size())]);
    }
    if (!pos.is_check() && pos.has_legal_moves()) found.push_back(pos);
  }
  return found;
}

void warm(benchmark::State& state) {
  const auto positions = middlegames();
  eval::Evaluator evaluator;
  std::size_t next = 0;
  for (auto _ : state) {
    const chess::Position& pos = positions[next++ % positions.size()];
    evaluator.start(pos);
    benchmark::DoNotOptimize(evaluator.evaluate(pos));
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(warm);

void start_only(benchmark::State& state) {
  const auto positions = middlegames();
  eval::Evaluator evaluator;
  std::size_t next = 0;
  for (auto _ : state) {
    evaluator.start(positions[next++ % positions.size()]);
    benchmark::ClobberMemory();
  }
}
BENCHMARK(start_only);

void fresh(benchmark::State& state) {
  const auto positions = middlegames();
  std::size_t next = 0;
  for (auto _ : state)
    benchmark::DoNotOptimize(
        eval::classical::evaluate(positions[next++ % positions.size()], eval::classical::kBuiltInWeights));
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(fresh);

}  // namespace
