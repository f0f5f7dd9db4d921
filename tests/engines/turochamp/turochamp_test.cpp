#include "engines/turochamp/turochamp.h"

#include <gtest/gtest.h>

#include <set>
#include <stop_token>

#include "engines/exhibit_support.h"

namespace vitrine::engines {

namespace {

const char* const kBusy = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

std::unique_ptr<Engine> reading(const char* name) {
  auto engine = make_turochamp();
  EXPECT_EQ(engine->options().set("Reading", name), "");
  return engine;
}

class Reading : public testing::TestWithParam<const char*> {
 protected:
  std::unique_ptr<Engine> engine_ = reading(GetParam());
};

}  // namespace

// The contract of all exhibits is tested for the default; this is what could differ.
INSTANTIATE_TEST_SUITE_P(Turochamp, Reading, testing::Values("paper", "minimax", "modern"),
                         [](const auto& test) { return std::string(test.param); });

TEST_P(Reading, AnswersSoundlyUnderAllLimits) {
  const Limits all[] = {{.depth = 1},
                        {.depth = 2, .multi_pv = 3},
                        {.nodes = 1},
                        {.nodes = 2000},
                        {.move_time = 0ms},
                        {.move_time = 3ms},
                        {.clock = Clock{{-5ms, -5ms}}},
                        {.clock = Clock{{60ms, 60ms}, {1ms, 1ms}}},
                        {.nodes = 5000, .mate = 1}};
  for (const char* fen : {kBusy, "k7/8/1K6/8/8/8/8/1R6 b - - 99 90", "8/8/8/8/8/8/8/4K2k w - - 0 1",
                          "4k3/8/8/8/8/8/4q3/4K3 w - - 150 120", "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1",
                          "1r2k2r/8/8/8/8/8/8/R1K4R w HA - 0 1"})
    for (const Limits& limits : all) {
      const chess::Game game = game_from(fen);
      const Thought thought = think(*engine_, game, limits);
      expect_sound(game, thought);
      EXPECT_GT(thought.reports.back().nodes, 0u) << fen;
      EXPECT_TRUE(thought.reports.back().score) << fen;
      EXPECT_EQ(thought.reports.back().line, 1) << fen;
    }
}

TEST_P(Reading, KeepsToTime) {
  const chess::Game game = game_from(kBusy);
  const Milliseconds slack = chess::scaled(100) < 100 ? 200ms : 10ms;
  for (const Milliseconds time : {1ms, 20ms}) {
    const auto before = cpu_time();
    expect_sound(game, think(*engine_, game, {.move_time = time}));
    EXPECT_LT(cpu_time() - before, time + slack);
  }
  std::stop_source stop;
  stop.request_stop();
  const auto before = cpu_time();
  expect_sound(game, think(*engine_, game, {.infinite = true}, {.stop = stop.get_token()}));
  EXPECT_LT(cpu_time() - before, slack);
}

TEST_P(Reading, FindsMateInOne) {
  for (const auto& [fen, move] :
       {std::pair{"6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8"},
        std::pair{"rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2", "d8h4"}}) {
    const Thought thought = think(*engine_, game_from(fen), {.depth = 3});
    EXPECT_EQ(notation::to_uci(*thought.choice.move), move) << fen;
    EXPECT_EQ(thought.reports.back().score, Score::mate_in_plies(1)) << fen;
  }
}

TEST_P(Reading, PlaysWholeGamesAgainstARandomMover) {
  const Match match = play_random_mover(*engine_, std::max(chess::scaled(20), 2), 300ms, 2ms);
  EXPECT_EQ(match.illegal_moves, 0);
  EXPECT_EQ(match.time_losses, 0);
  EXPECT_EQ(match.losses, 0);
}

TEST(Turochamp, PlaysAsTuringDidOnPaper) {
  const auto engine = make_turochamp();
  const Thought first = think(*engine, chess::Game(), {});
  EXPECT_EQ(notation::to_uci(*first.choice.move), "e2e3");
  ASSERT_EQ(first.reports.size(), 2u);
  EXPECT_EQ(first.reports[0].text, "value 1, position-play 14.6 (+4.4)");
  EXPECT_EQ(first.reports[1].depth, 2);
  EXPECT_EQ(first.reports[1].nodes, 420u);
  EXPECT_EQ(first.reports[1].score, Score::centipawns(0));
  EXPECT_EQ(first.reports[1].statistics->root_moves.size(), 20u);
  // Glennie's second move.
  EXPECT_EQ(
      chosen(*engine, game_from("rnbqkb1r/pppp1ppp/5n2/4p3/4P3/2N5/PPPP1PPP/R1BQKBNR w KQkq - 2 3"), {}),
      "d2d4");
}

TEST(Turochamp, OptionsChangeThePaperMachine) {
  const auto engine = make_turochamp();
  // 18.O-O-O was Turing's. 9.O-O of 2012 needs all three points of castling.
  const chess::Game castling = game_from("r1bq1rk1/ppp1bppp/2n2n2/8/8/4PQNN/PPPP1PPP/R1B1K2R w KQ - 3 9");
  EXPECT_EQ(chosen(*engine, castling, {}), "e1g1");
  ASSERT_EQ(engine->options().set("CastlingInFull", "false"), "");
  EXPECT_NE(chosen(*engine, castling, {}), "e1g1");
  ASSERT_EQ(engine->options().set("Depth", "3"), "");
  EXPECT_EQ(think(*engine, castling, {}).reports.back().depth, 3);
  EXPECT_EQ(think(*engine, castling, {.depth = 1}).reports.back().depth, 1);
  EXPECT_EQ(think(*engine, castling, {.depth = 9}).reports.back().depth, 3);
}

TEST(Turochamp, TiesAreReportedAndBrokenAsAsked) {
  const auto engine = make_turochamp();
  const chess::Game game = game_from("4k3/8/8/8/8/8/8/4K3 w - - 0 1");
  const Thought thought = think(*engine, game, {});
  EXPECT_EQ(thought.reports[0].text.substr(thought.reports[0].text.find("tied")), "tied: e1d2 e1f2");
  EXPECT_EQ(notation::to_uci(*thought.choice.move), "e1d2");
  ASSERT_EQ(engine->options().set("Ties", "random"), "");
  std::set<std::string> moves;
  for (int seed = 0; seed < 30; ++seed) {
    ASSERT_EQ(engine->options().set("Seed", std::to_string(seed)), "");
    const std::string move = chosen(*engine, game, {});
    EXPECT_EQ(chosen(*engine, game, {}), move);
    moves.insert(move);
  }
  EXPECT_EQ(moves, (std::set<std::string>{"e1d2", "e1f2"}));
}

TEST(Turochamp, ReportsLinesInTheirOrder) {
  const auto engine = make_turochamp();
  const chess::Game game = game_from(kBusy);
  const Thought thought = think(*engine, game, {.multi_pv = 4});
  ASSERT_EQ(thought.reports.size(), 6u);  // in words, four lines, and the first again
  int last = thought.reports[1].score->value;
  for (int line = 1; line <= 4; ++line) {
    const Report& report = thought.reports[static_cast<std::size_t>(line)];
    EXPECT_EQ(report.line, line);
    EXPECT_LE(report.score->value, last);
    last = report.score->value;
  }
}

TEST(Turochamp, MinimaxLooksThreePliesAhead) {
  const auto engine = reading("minimax");
  const chess::Game game = game_from(kBusy);
  for (const Limits& limits : {Limits{}, Limits{.clock = Clock{{1min, 1min}}}, Limits{.infinite = true}}) {
    const Thought thought = think(*engine, game, limits);
    EXPECT_EQ(thought.reports.back().depth, 3);
    EXPECT_GT(thought.reports.back().statistics->counters.quiescence_nodes, 0u);
    EXPECT_EQ(thought.reports.back().statistics->iterations.size(), 3u);
  }
  ASSERT_EQ(engine->options().set("Depth", "2"), "");
  EXPECT_EQ(think(*engine, game, {}).reports.back().depth, 2);
}

TEST(Turochamp, ModernLooksAsFarAsItMay) {
  const auto engine = reading("modern");
  const chess::Game ending = game_from("8/8/4k3/4p3/4P3/4K3/8/8 w - - 0 1");
  EXPECT_EQ(think(*engine, ending, {.depth = 7}).reports.back().depth, 7);
  const Thought nodes = think(*engine, ending, {.nodes = 30'000});
  EXPECT_GT(nodes.reports.back().depth, 3);
  EXPECT_LE(nodes.reports.back().nodes, 30'000u);
}

// Both readings judge alike; material may be made to count for more, as the ancestor did.
TEST(Turochamp, JudgesAtFirstSight) {
  const chess::Position pos = chess::position("4k3/8/8/8/3Q4/8/8/4K3 w - - 0 1");
  EXPECT_EQ(reading("paper")->evaluate(pos), Score::centipawns(1000));
  EXPECT_EQ(reading("minimax")->evaluate(pos), Score::centipawns(1569));
  const auto modern = reading("modern");
  EXPECT_EQ(modern->evaluate(pos), Score::centipawns(1569));
  ASSERT_EQ(modern->options().set("MaterialWeight", "2"), "");
  EXPECT_EQ(modern->evaluate(pos), Score::centipawns(2569));
}

}  // namespace vitrine::engines
