// What the Bot API costs: the same plain negamax to a fixed depth, once written as a bot would write it and
// once on Position, over the same positions.
//
//   build/release/bench/bot_api_bench
//
// `compared` runs both in turns, so that a busy machine slows both alike, and reports the API's nodes per
// second as a share of the other's. Less than 60% is an error.

#include <benchmark/benchmark.h>
#include <time.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

#include "chess/position.h"
#include "notation/fen.h"
#include "workshop/api/vitrine/bot.h"

namespace {

namespace chess = vitrine::chess;

constexpr int kDepth = 4;
constexpr int kMate = 30'000;
constexpr double kLeastShare = 0.6;
constexpr std::array<std::string_view, 4> kPositions = {
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
};
constexpr std::array kValues = {0, 100, 300, 310, 500, 900};

struct OnTheApi {
  Board board;
  std::uint64_t nodes = 0;

  explicit OnTheApi(std::string_view fen) : board(Board::from_fen(fen)) {}

  int evaluate() const {
    const bool us = board.is_white_to_move();
    int score = 0;
    for (int type = PieceType::pawn; type < PieceType::king; ++type)
      score +=
          kValues[type] * (count_squares(board.pieces(type, us)) - count_squares(board.pieces(type, !us)));
    return score;
  }

  int search(int depth, int alpha, int beta) {
    ++nodes;
    if (depth == 0) return evaluate();
    const MoveList moves = board.legal_moves();
    if (moves.empty()) return board.is_in_check() ? -kMate : 0;
    for (const Move move : moves) {
      board.make_move(move);
      const int score = -search(depth - 1, -beta, -alpha);
      board.undo_move();
      if (score >= beta) return score;
      alpha = std::max(alpha, score);
    }
    return alpha;
  }
  int run() { return search(kDepth, -kMate, kMate); }
};

struct OnPosition {
  chess::Position root;
  std::uint64_t nodes = 0;

  explicit OnPosition(std::string_view fen) : root(*vitrine::notation::parse_fen(fen)) {}

  static int evaluate(const chess::Position& pos) {
    int score = 0;
    for (int type = 0; type < 5; ++type) {
      const auto kind = static_cast<chess::PieceType>(type);
      score +=
          kValues[type + 1] * (pos.pieces(pos.turn(), kind).count() - pos.pieces(!pos.turn(), kind).count());
    }
    return score;
  }

  int search(const chess::Position& pos, int depth, int alpha, int beta) {
    ++nodes;
    if (depth == 0) return evaluate(pos);
    const chess::MoveList moves = pos.legal_moves();
    if (moves.empty()) return pos.is_check() ? -kMate : 0;
    for (const chess::Move move : moves) {
      const int score = -search(pos.after(move), depth - 1, -beta, -alpha);
      if (score >= beta) return score;
      alpha = std::max(alpha, score);
    }
    return alpha;
  }
  int run() { return search(root, kDepth, -kMate, kMate); }
};

struct Measured {
  std::uint64_t nodes = 0;
  double seconds = 0;
  [[nodiscard]] double speed() const { return static_cast<double>(nodes) / seconds; }
};

// Of the processor, which others may be using too.
double seconds_used() {
  timespec time{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

template <class Search>
int measure(std::string_view fen, Measured& measured) {
  Search search(fen);
  const double begin = seconds_used();
  const int score = search.run();
  measured.seconds += seconds_used() - begin;
  measured.nodes += search.nodes;
  return score;
}

void compared(benchmark::State& state) {
  Measured api, position;
  for (auto _ : state)
    for (const std::string_view fen : kPositions) {
      const int one = measure<OnTheApi>(fen, api);
      const int other = measure<OnPosition>(fen, position);
      if (one != other) return state.SkipWithError("the two don't agree on the score");
    }
  if (api.nodes != position.nodes) return state.SkipWithError("the two don't visit the same nodes");
  state.counters["api_nps"] = api.speed();
  state.counters["position_nps"] = position.speed();
  state.counters["share"] = api.speed() / position.speed();
  if (api.speed() < kLeastShare * position.speed()) state.SkipWithError("the API is too slow");
}
BENCHMARK(compared)->Unit(benchmark::kMillisecond)->MinTime(3);

}  // namespace
