// The price of the challenger's counters: the same search, the same nodes, compiled with and without them. On
// a noisy machine compare instructions, which don't depend on the neighbours (valgrind needs the portable
// build where the CPU has AVX-512):
//   for f in with without; do valgrind --tool=callgrind ./statistics_bench --search=$f --depth=5; done
//   for f in with without; do perf stat -e instructions:u ./statistics_bench --search=$f --depth=7; done
// or CPU time, interleaved:
//   ./statistics_bench --benchmark_repetitions=15 --benchmark_enable_random_interleaving=true

#include <benchmark/benchmark.h>

#include <charconv>
#include <cstdio>
#include <string_view>
#include <vector>

#include "engines/challenger/search.h"
#include "notation/fen.h"

namespace {

using namespace vitrine;
using namespace vitrine::engines;
using namespace vitrine::engines::challenger;

constexpr const char* kPositions[] = {
    "rnbqkbnr/pppp1ppp/4p3/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",  // where the dashboard was shown
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
};

template <bool is_counting>
std::uint64_t nodes_of_searches(Table& table, int depth) {
  std::uint64_t nodes = 0;
  for (const char* const fen : kPositions) {
    const chess::Game game(*notation::parse_fen(fen));
    table.clear();
    table.start_search();
    const Evaluation evaluation;
    Watch watch({}, {}, {});
    Search<is_counting> search(game, evaluation, table, watch);
    std::vector<RootMove> moves;
    for (const chess::Move move : game.position().legal_moves()) moves.push_back({move});
    for (int d = 1; d <= depth; ++d) benchmark::DoNotOptimize(search.best_line(d, moves));
    nodes += search.nodes();
  }
  return nodes;
}

template <bool is_counting>
void measure(benchmark::State& state) {
  Table table(16);
  std::uint64_t nodes = 0;
  for (auto _ : state) nodes += nodes_of_searches<is_counting>(table, 6);
  state.counters["nodes/s"] = benchmark::Counter(static_cast<double>(nodes), benchmark::Counter::kIsRate);
}
BENCHMARK(measure<true>)->Name("with counters")->Unit(benchmark::kMillisecond);
BENCHMARK(measure<false>)->Name("without counters")->Unit(benchmark::kMillisecond);

}  // namespace

// --search=with|without [--depth=n] runs the searches once, for valgrind; anything else is Google
// Benchmark's.
int main(int argc, char** argv) {
  std::string_view which;
  int depth = 5;
  for (const std::string_view argument : std::vector<std::string_view>(argv + 1, argv + argc)) {
    if (argument.starts_with("--search=")) which = argument.substr(9);
    if (argument.starts_with("--depth="))
      std::from_chars(argument.data() + 8, argument.data() + argument.size(), depth);
  }
  if (!which.empty()) {
    Table table(16);
    const std::uint64_t nodes =
        which == "with" ? nodes_of_searches<true>(table, depth) : nodes_of_searches<false>(table, depth);
    std::printf("%s counters: %llu nodes\n", std::string(which).c_str(),
                static_cast<unsigned long long>(nodes));
    return 0;
  }
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
