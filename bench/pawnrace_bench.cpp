// Pawn Race beside its ancestor: how many plies each has looked through when the ancestor's 4.5 seconds are
// over, from the two positions where the ancestor itself was measured (on the Java machine: 4 plies in 4.6 s
// from the start, 6 plies in 4.5 s after a move each), and nodes per second. One thread each.
//   ./pawnrace_bench
//
// For the ancestor a ply is searched when its iteration is finished. For the solver it is when nobody can win
// within that many plies, whatever is played, which is proven, not estimated.

#include <benchmark/benchmark.h>

#include <atomic>
#include <chrono>

#include "pawnrace/ancestor.h"
#include "pawnrace/notation.h"
#include "pawnrace/perft.h"
#include "pawnrace/solver.h"

namespace {

using namespace vitrine::pawnrace;

Position first_position() { return Position::start({0, 7}); }
Position second_position() {
  Position pos = first_position();
  for (const char* const text : {"e4", "d5"}) pos = pos.after(*parse_move(pos, text));
  return pos;
}

void report(benchmark::State& state, int plies, std::uint64_t nodes) {
  state.counters["plies"] = plies;
  state.counters["nodes"] = benchmark::Counter(static_cast<double>(nodes), benchmark::Counter::kIsRate);
}

void ancestor(benchmark::State& state, const Position& pos) {
  for (auto _ : state) {
    const AncestorReport found = ask_ancestor(pos, {.time = kAncestorTime});
    report(state, found.depth, found.nodes);
  }
}

void solver(benchmark::State& state, const Position& pos) {
  for (auto _ : state) {
    Solver search({.threads = 1, .table_bytes = std::size_t{64} << 20});
    const SolveLimits limits{.deadline = std::chrono::steady_clock::now() + kAncestorTime};
    int plies = 0;
    for (;; ++plies) {
      const bool is_attacker_to_move = plies % 2 == 0;  // who could win with ply number `plies + 1`
      const auto wins = search.answer(pos, {is_attacker_to_move, plies + 1}, limits);
      if (!wins || *wins) break;
    }
    report(state, plies, search.nodes());
  }
}

void count_lines(benchmark::State& state) {
  std::uint64_t lines = 0;
  for (auto _ : state) lines += perft(first_position(), 6);
  state.counters["lines"] = benchmark::Counter(static_cast<double>(lines), benchmark::Counter::kIsRate);
}

BENCHMARK_CAPTURE(ancestor, start, first_position())->Iterations(1)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(ancestor, next, second_position())->Iterations(1)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(solver, start, first_position())->Iterations(1)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(solver, next, second_position())->Iterations(1)->Unit(benchmark::kMillisecond);
BENCHMARK(count_lines)->Unit(benchmark::kMillisecond);

}  // namespace
