#include "engines/challenger/challenger.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <set>
#include <stop_token>
#include <thread>

#include "engines/exhibit_support.h"
#include "eval/piece_square_model.h"

namespace vitrine::engines {

namespace {

const char* const kBusy = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

struct Mate {
  const char* fen;
  const char* move;
  int moves;
};

}  // namespace

TEST(Challenger, FindsMates) {
  const auto engine = make_challenger();
  for (const auto& [fen, move, moves] : {
           Mate{"6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", "a1a8", 1},
           Mate{"rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2", "d8h4", 1},
           Mate{"kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", "a1a6", 2},  // Morphy
           Mate{"r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", "f6a6", 3},
       }) {
    const chess::Game game = game_from(fen);
    const Thought thought = think(*engine, game, {.mate = moves});
    expect_sound(game, thought);
    EXPECT_EQ(notation::to_uci(*thought.choice.move), move) << fen;
    EXPECT_EQ(thought.reports.back().score, Score::mate_in_plies(2 * moves - 1)) << fen;
    EXPECT_EQ(thought.reports.back().pv.size(), static_cast<std::size_t>(2 * moves - 1)) << fen;
  }
}

TEST(Challenger, EndsTheSearchForAMateThatIsNotThere) {
  const auto engine = make_challenger();
  const Thought thought = think(*engine, chess::Game(), {.mate = 1});
  EXPECT_TRUE(thought.choice.move);
  EXPECT_EQ(thought.reports.back().depth, 2);
}

TEST(Challenger, SeesThatItIsBeingMated) {
  const auto engine = make_challenger();
  const Thought thought = think(*engine, game_from("r5rk/5p1p/R7/4B3/8/8/7P/7K b - - 0 1"), {.depth = 5});
  EXPECT_EQ(thought.reports.back().score, Score::mate_in_plies(-4));
}

TEST(Challenger, AnswersNothingWhenTheGameIsOver) {
  const auto engine = make_challenger();
  const Thought mated =
      think(*engine, game_from("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"), {});
  EXPECT_FALSE(mated.choice.move);
  EXPECT_EQ(mated.reports.back().score, Score::mate_in_plies(0));
  const Thought stalemated = think(*engine, game_from("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), {});
  EXPECT_FALSE(stalemated.choice.move);
  EXPECT_EQ(stalemated.reports.back().score, Score::centipawns(0));
}

TEST(Challenger, EveryReportCarriesItsStatistics) {
  const auto engine = make_challenger();
  const chess::Game game = game_from(kBusy);
  const Thought thought = think(*engine, game, {.depth = 5});
  expect_sound(game, thought);
  ASSERT_GE(thought.reports.size(), 6u);
  for (const Report& report : thought.reports) {
    ASSERT_TRUE(report.statistics);
    EXPECT_EQ(report.statistics->counters.nodes, report.nodes);
    EXPECT_EQ(report.statistics->table_full, report.hash_full);
  }
  const Statistics& last = *thought.reports.back().statistics;
  ASSERT_EQ(last.iterations.size(), 5u);
  std::uint64_t nodes = 0;
  for (const Iteration& iteration : last.iterations) nodes += iteration.nodes;
  EXPECT_EQ(nodes, last.counters.nodes);
  EXPECT_EQ(last.root_moves.size(), static_cast<std::size_t>(game.position().legal_move_count()));
  EXPECT_EQ(last.root_moves[0].move, *thought.choice.move);
  EXPECT_EQ(last.root_moves[0].centipawns, thought.reports.back().score->value);
  std::uint64_t root_nodes = 0;
  for (const RootMoveScore& move : last.root_moves) root_nodes += move.nodes;
  EXPECT_EQ(root_nodes, last.iterations.back().nodes);
}

TEST(Challenger, KeepsThoseWhoLookOnInformed) {
  const auto engine = make_challenger();
  const Thought thought = think(*engine, game_from(kBusy), {.move_time = 900ms});
  const auto in_between = std::ranges::count_if(
      thought.reports, [](const Report& report) { return report.current_move.has_value(); });
  EXPECT_GE(in_between, 1);
}

TEST(Challenger, KeepsToNodes) {
  const auto engine = make_challenger();
  const chess::Game game = game_from(kBusy);
  for (const std::uint64_t nodes : {1U, 10U, 100U, 1000U, 12345U}) {
    const Thought thought = think(*engine, game, {.nodes = nodes});
    expect_sound(game, thought);
    EXPECT_LE(thought.reports.back().nodes, nodes + 1);
    EXPECT_GE(thought.reports.back().nodes, nodes - 1);
  }
}

TEST(Challenger, ConsidersOnlyTheMovesAskedFor) {
  const auto engine = make_challenger();
  const chess::Game game = game_from("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1");
  const Limits limits{
      .depth = 4,
      .search_moves = {chess::move(game.position(), "a1b1"), chess::move(game.position(), "e1e2")}};
  const std::string move = chosen(*engine, game, limits);
  EXPECT_TRUE(move == "a1b1" || move == "e1e2") << move;
}

TEST(Challenger, ReportsSeveralLines) {
  const auto engine = make_challenger();
  const chess::Game game = game_from(kBusy);
  const Thought thought = think(*engine, game, {.depth = 3, .multi_pv = 4});
  expect_sound(game, thought);
  std::set<std::uint16_t> firsts;
  int last = 1 << 30;
  for (const Report& report : thought.reports) {
    if (report.depth != 3 || report.line != static_cast<int>(firsts.size()) + 1) continue;
    firsts.insert(report.pv[0].raw());
    EXPECT_LE(report.score->value, last);
    last = report.score->value;
  }
  EXPECT_EQ(firsts.size(), 4u);
}

TEST(Challenger, StopsPromptly) {
  const auto engine = make_challenger();
  const chess::Game game = game_from(kBusy);
  std::stop_source stop;
  std::chrono::steady_clock::time_point asked;
  std::jthread other([&] {
    std::this_thread::sleep_for(100ms);
    asked = std::chrono::steady_clock::now();
    stop.request_stop();
  });
  const Thought thought = think(*engine, game, {.infinite = true}, {.stop = stop.get_token()});
  other.join();
  expect_sound(game, thought);
  const std::chrono::duration<double, std::milli> late = std::chrono::steady_clock::now() - asked;
  RecordProperty("ms_after_stop", std::to_string(late.count()));
  EXPECT_LT(late.count(), 100);  // far more than it takes: the machine may be busy
}

TEST(Challenger, AStopFromTheStartStillGetsAMove) {
  const auto engine = make_challenger();
  std::stop_source stop;
  stop.request_stop();
  const chess::Game game = game_from(kBusy);
  expect_sound(game, think(*engine, game, {.infinite = true}, {.stop = stop.get_token()}));
}

TEST(Challenger, LimitsCountFromThePonderHit) {
  const auto engine = make_challenger();
  const chess::Game game = game_from(kBusy);
  for (const Limits& limits : {Limits{.depth = 2, .ponder = true}, Limits{.nodes = 2000, .ponder = true},
                               Limits{.move_time = 20ms, .ponder = true}}) {
    std::stop_source hit;
    std::jthread other([&] {
      std::this_thread::sleep_for(100ms);
      hit.request_stop();
    });
    const Thought thought = think(*engine, game, limits, {.ponder_hit = hit.get_token()});
    expect_sound(game, thought);
    EXPECT_GE(thought.seconds.count(), 0.099);
    EXPECT_LT(thought.seconds.count(), 1);
  }
}

TEST(Challenger, KeepsToTheTime) {
  const auto engine = make_challenger();
  const chess::Game game = game_from(kBusy);
  EXPECT_LT(think(*engine, game, {.move_time = 50ms}).seconds.count(), 0.15);
  for (const Milliseconds left : {0ms, 1ms, 50ms, 300ms}) {
    const Thought thought = think(*engine, game, {.clock = Clock{.remaining = {left, left}}});
    expect_sound(game, thought);
    EXPECT_LT(thought.seconds.count(), std::chrono::duration<double>(left).count() + 0.1) << left.count();
  }
}

TEST(Challenger, PlaysByAModel) {
  const auto engine = make_challenger();
  // A model that wants its king on b2, and nothing else in the world.
  eval::PieceSquareModel model;
  model.set_weight(eval::Phase::middlegame, chess::PieceType::king, chess::square("a1"), chess::square("b2"),
                   5);
  const std::string path = testing::TempDir() + "vitrine_challenger_test_model.txt";
  save_model(model, path);
  const chess::Game game = game_from("7k/p7/8/8/8/8/7P/K7 w - - 0 1");
  ASSERT_EQ(engine->options().set("Model", path), "");
  std::filesystem::remove(path);
  const Thought thought = think(*engine, game, {.depth = 1});
  EXPECT_EQ(notation::to_uci(*thought.choice.move), "a1b2");
  EXPECT_EQ(thought.reports.back().score, Score::centipawns(500));

  // A model that isn't there: it says so and plays as itself.
  ASSERT_EQ(engine->options().set("Model", path), "");
  const Thought without = think(*engine, game, {.depth = 1});
  EXPECT_EQ(without.reports.front().text, "Model not used: '" + path + "' can't be read");
  EXPECT_TRUE(without.choice.move);
  ASSERT_EQ(engine->options().set("Model", ""), "");
  EXPECT_EQ(think(*engine, game, {.depth = 1}).reports.front().text, "");
}

TEST(Challenger, BeatsARandomMoverWithoutMishap) {
  const auto engine = make_challenger();
  ASSERT_EQ(engine->options().set("Hash", "1"), "");
  const int games = std::max(4, chess::scaled(200));
  const Match match = play_random_mover(*engine, games, 100ms, 1ms);
  EXPECT_EQ(match.illegal_moves, 0);
  EXPECT_EQ(match.time_losses, 0);
  EXPECT_EQ(match.losses, 0);
  EXPECT_GE(match.wins, games * 9 / 10) << match.draws;
}

}  // namespace vitrine::engines
