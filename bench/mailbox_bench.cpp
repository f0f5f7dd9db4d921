// The mailbox against its ancestor, chess_ai: CPU time to the same depth on the ancestor's own positions. The
// ancestor's figures are the best of three runs of its C code at gcc -O3, measured once; `speedup` is theirs
// divided by ours.
//
//   build/release/bench/mailbox_bench --benchmark_repetitions=3
//
// Both look at every move: alpha-beta, captures first, no table, no pruning. Ours sorts the captures (most
// valuable victim, least valuable captor) and deepens ply by ply, so `nodes` counts all iterations and `last`
// the deepest one alone, which is what the ancestor searched (`their_nodes`, where it was counted).

#include <benchmark/benchmark.h>

#include <ctime>
#include <memory>
#include <string>

#include "engines/mailbox/search.h"
#include "notation/fen.h"

namespace {

using namespace vitrine;
using namespace vitrine::engines::mailbox;

struct Row {
  const char* name;
  const char* fen;
  int depth;
  double their_seconds;
  double their_nodes = 0;
};

constexpr const char* kStart = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
// White has eight pawns and three bishops, which no game can bring about.
constexpr const char* kComplex = "rnb1k1nr/3p1p1p/2p1p3/p4Bp1/PbP1P1P1/2N2b2/1P1BPP1P/R3KBNR w KQkq - 0 1";
constexpr const char* kKiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

constexpr Row kRows[] = {
    {"start", kStart, 5, 0.044},       {"start", kStart, 6, 0.455, 450'953},
    {"start", kStart, 7, 3.9},         {"complex", kComplex, 6, 0.389, 159'599},
    {"complex", kComplex, 7, 1.2},     {"kiwipete", kKiwipete, 5, 0.103},
    {"kiwipete", kKiwipete, 6, 0.924},
};

void search_to_depth(benchmark::State& state, const Row& row) {
  const chess::Setup setup = notation::parse_fen_setup(row.fen, notation::FenMode::strict).value();
  engines::Report last;
  const std::clock_t start = std::clock();
  for (auto _ : state) {
    Budget budget({}, setup.turn, {});
    const auto search = std::make_unique<Search>(Board(setup), engines::Limits{}, budget);
    search->run(row.depth, [&](const engines::Report& report) { last = report; });
    benchmark::DoNotOptimize(search->root_moves().front().value);
  }
  const double seconds =
      static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC / static_cast<double>(state.iterations());
  state.counters["nodes"] = static_cast<double>(last.nodes);
  state.counters["last"] = static_cast<double>(last.statistics->iterations.back().nodes);
  if (row.their_nodes > 0) state.counters["their_nodes"] = row.their_nodes;
  state.counters["their_seconds"] = row.their_seconds;
  state.counters["speedup"] = row.their_seconds / seconds;
}

[[maybe_unused]] const bool kRegistered = [] {
  for (const Row& row : kRows)
    benchmark::RegisterBenchmark((std::string(row.name) + "/depth " + std::to_string(row.depth)).c_str(),
                                 [&row](benchmark::State& state) { search_to_depth(state, row); })
        ->Unit(benchmark::kSecond);
  return true;
}();

}  // namespace
