#include "protocols/bench.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <string>
#include <string_view>

#include "notation/fen.h"
#include "notation/uci_move.h"

namespace vitrine::protocols {

namespace {

// Openings, middle games, endings and a few oddities: quiet and wild, with checks, promotions and en passant.
constexpr std::array<std::string_view, 20> kPositions = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3",
    "rnbqkb1r/pp2pp1p/3p1np1/8/3NP3/2N5/PPP2PPP/R1BQKB1R w KQkq - 0 6",
    "rnbq1rk1/ppp2pbp/3p1np1/4p3/2PPP3/2N2N2/PP2BPPP/R1BQK2R w KQ - 0 7",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - 0 1",
    "2q1rr1k/3bbnnp/p2p1pp1/2pPp3/PpP1P1P1/1P2BNNP/2BQ1PRK/7R b - - 0 1",
    "r1bq1r1k/1pp1n1pp/1p1p4/4p2Q/4Pp2/1BNP4/PPP2PPP/3R1RK1 w - - 0 1",
    "2r3k1/pppR1pp1/4p3/4P1P1/5P2/1P4K1/P1P5/8 w - - 0 1",
    "r1b2rk1/2q1bppp/p2p1n2/np2p3/3PP3/5N1P/PPBN1PP1/R1BQR1K1 b - - 1 13",
    "r2qnrk1/p1p2ppp/2pb4/3p1b2/8/1P1P1N2/P1P1QPPP/R1B1R1K1 b - - 0 13",
    "6k1/5ppp/8/8/8/8/r4PPP/1R4K1 w - - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1",
    "8/8/1p1r1k2/p1pPN1p1/P3KnP1/1P6/8/3R4 b - - 0 1",
    "4k3/P6P/8/8/8/8/p6p/4K3 w - - 0 1",
    "5k2/8/8/8/8/8/1Q6/K7 w - - 98 120",
};

}  // namespace

std::uint64_t run_bench(engines::Engine& engine, int depth, LineSink& out, const std::stop_token& stop) {
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  std::uint64_t total = 0;
  for (std::size_t i = 0; i < kPositions.size() && !stop.stop_requested(); ++i) {
    const chess::Game game(notation::parse_fen(kPositions[i]).value());
    std::uint64_t nodes = 0;
    const auto listen = [&](const engines::Report& report) { nodes = std::max(nodes, report.nodes); };
    engine.new_game();
    const engines::Choice choice = engine.choose(game, {.depth = depth}, listen, {.stop = stop});
    total += nodes;
    out.send("Position " + std::to_string(i + 1) + '/' + std::to_string(kPositions.size()) + ": " +
             notation::to_uci(choice.move.value_or(chess::Move::none())) + ", " + std::to_string(nodes) +
             " nodes");
  }
  engine.new_game();
  const auto ms = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - start).count();
  if (stop.stop_requested()) out.send("Stopped: the counts are incomplete");
  out.send("Total time (ms) : " + std::to_string(ms));
  out.send("Nodes searched  : " + std::to_string(total));
  out.send("Nodes/second    : " +
           std::to_string(total * 1000 / static_cast<std::uint64_t>(std::max<long>(ms, 1))));
  return total;
}

}  // namespace vitrine::protocols
