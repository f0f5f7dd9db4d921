#include "engines/vitrine/vitrine.h"

#include <gtest/gtest.h>

#include "engines/exhibit_support.h"
#include "engines/vitrine/strict_checker.h"
#include "engines/vitrine/support.h"

namespace vitrine::engines {

namespace {

// The same engine for both sides, until `plies` have been played.
std::vector<Trace> self_play(Engine& engine, std::uint64_t nodes, int plies) {
  engine.new_game();
  chess::Game game;
  std::vector<Trace> traces;
  for (int ply = 0; ply < plies && !game.outcome(chess::DrawClaims::made); ++ply) {
    traces.push_back(trace(engine, game, {.nodes = nodes}));
    game.play_unchecked(chess::move(game.position(), traces.back().pv.at(0).to_string()));
  }
  return traces;
}

}  // namespace

TEST(Vitrine, RepeatsItselfNodeForNode) {
  for (const char* fen : {notation::kStartFen.data(), kBusy, kPawns})
    for (const std::uint64_t nodes : {1000U, 30'000U}) {
      const auto one = make_vitrine();
      const auto other = make_vitrine();
      const Trace first = trace(*one, game_from(fen), {.nodes = nodes});
      EXPECT_EQ(first, trace(*other, game_from(fen), {.nodes = nodes})) << fen;
      one->new_game();
      EXPECT_EQ(first, trace(*one, game_from(fen), {.nodes = nodes})) << fen << " after a new game";
      EXPECT_EQ(first.nodes, nodes) << fen;
    }
}

TEST(Vitrine, ForgetsEverythingInANewGame) {
  const int plies = std::max(chess::scaled(40), 8);
  for (const char* hash : {"4", "33"}) {  // a large table is wiped, a small one is given back
    const auto engine = with({{"Hash", hash}});
    const std::vector<Trace> first = self_play(*engine, 3000, plies);
    EXPECT_EQ(first, self_play(*engine, 3000, plies)) << hash;
    const auto fresh = with({{"Hash", hash}});
    EXPECT_EQ(first, self_play(*fresh, 3000, plies)) << hash;
  }
}

// What it remembers of a position helps it the second time: fewer nodes for the same depth.
TEST(Vitrine, RemembersWithinAGame) {
  const auto engine = make_vitrine();
  const std::uint64_t first = trace(*engine, game_from(kBusy), {.depth = 9}).nodes;
  EXPECT_LT(trace(*engine, game_from(kBusy), {.depth = 9}).nodes, first);
  EXPECT_EQ(engine->options().set("Clear Hash", ""), "");
  EXPECT_EQ(trace(*engine, game_from(kBusy), {.depth = 9}).nodes, first);
}

TEST(Vitrine, KeepsToNodes) {
  const auto engine = make_vitrine();
  for (const char* fen : {kBusy, kPawns})
    for (const std::uint64_t nodes : {1U, 2U, 10U, 100U, 511U, 512U, 513U, 1000U, 12'345U}) {
      const Thought thought = think(*engine, game_from(fen), {.nodes = nodes});
      expect_sound(game_from(fen), thought);
      EXPECT_LE(thought.reports.back().nodes, nodes) << fen;
      EXPECT_GE(thought.reports.back().nodes, std::min<std::uint64_t>(nodes, 500)) << fen;
    }
}

TEST(Vitrine, CountsIterationsAndRootMoves) {
  const auto engine = make_vitrine();
  const chess::Game game = game_from(kBusy);
  const Thought thought = think(*engine, game, {.depth = 8});
  const Statistics& last = *thought.reports.back().statistics;
  ASSERT_EQ(last.iterations.size(), 8u);
  std::uint64_t nodes = 0;
  for (const Iteration& iteration : last.iterations) nodes += iteration.nodes;
  EXPECT_EQ(nodes, last.counters.nodes);
  EXPECT_EQ(last.root_moves.size(), static_cast<std::size_t>(game.position().legal_move_count()));
  EXPECT_EQ(last.root_moves[0].move, *thought.choice.move);
}

TEST(Vitrine, AnswersWithSeveralThreads) {
  const auto engine = with({{"Threads", "4"}, {"Hash", "4"}});
  const auto clock = [](Milliseconds left, Milliseconds increment, std::optional<int> moves_to_go = {}) {
    return Clock{{left, left}, {increment, increment}, moves_to_go};
  };
  const Limits all[] = {
      {.depth = 1},
      {.depth = 7},
      {.nodes = 1},
      {.nodes = 5000},
      {.move_time = 0ms},
      {.move_time = 20ms},
      {.clock = clock(0ms, 0ms)},
      {.clock = clock(100ms, 10ms)},
      {.clock = clock(100ms, 0ms, 1)},
      {.nodes = 5000, .mate = 1},
      {.depth = 5, .multi_pv = 3},
  };
  for (const char* fen :
       {kBusy, kPawns, "k7/8/1K6/8/8/8/8/1R6 b - - 99 90", "8/8/8/8/8/8/8/4K2k w - - 0 1"}) {
    const chess::Game game = game_from(fen);
    for (const Limits& limits : all) {
      StrictChecker checker(game);
      checker.check(engine->choose(game, limits, checker.listener(), {}));
      EXPECT_EQ(checker.complaints(), "");
    }
  }
}

TEST(Vitrine, StopsAllThreads) {
  const auto engine = with({{"Threads", "3"}});
  const chess::Game game = game_from(kBusy);
  std::stop_source stop;
  // Told from within, as soon as it has said something.
  const Choice choice = engine->choose(game, {.infinite = true}, [&](const Report&) { stop.request_stop(); },
                                       {.stop = stop.get_token()});
  EXPECT_TRUE(choice.move && game.position().is_legal(*choice.move));
}

TEST(Vitrine, PondersUntilTheHit) {
  const auto engine = make_vitrine();
  const chess::Game game = game_from(kBusy);
  std::stop_source hit;
  bool is_beyond = false;
  const Thought thought = [&] {
    Thought result;
    result.choice = engine->choose(game, {.nodes = 1000, .ponder = true},
                                   [&](const Report& report) {
                                     is_beyond = is_beyond || report.nodes > 20'000;
                                     if (is_beyond) hit.request_stop();
                                     result.reports.push_back(report);
                                   },
                                   {.ponder_hit = hit.get_token()});
    return result;
  }();
  EXPECT_TRUE(is_beyond);  // no limit counted before
  expect_sound(game, thought);
}

}  // namespace vitrine::engines
