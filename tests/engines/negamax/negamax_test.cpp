#include "engines/negamax/negamax.h"

#include <gtest/gtest.h>

#include <set>
#include <stop_token>
#include <thread>

#include "engines/exhibit_support.h"
#include "engines/negamax/watch.h"

namespace vitrine::engines {

namespace {

const char* const kBusy = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

struct Mate {
  const char* fen;
  const char* move;
  int moves;
};

}  // namespace

TEST(Negamax, FindsMates) {
  const auto engine = make_negamax();
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

TEST(Negamax, SeesThatItIsBeingMated) {
  const auto engine = make_negamax();
  const chess::Game game = game_from("r5rk/5p1p/R7/4B3/8/8/7P/7K b - - 0 1");
  const Thought thought = think(*engine, game, {.depth = 4});
  EXPECT_EQ(thought.reports.back().score, Score::mate_in_plies(-4));
}

TEST(Negamax, AnswersNothingWhenTheGameIsOver) {
  const auto engine = make_negamax();
  const Thought mated =
      think(*engine, game_from("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"), {});
  EXPECT_FALSE(mated.choice.move);
  EXPECT_EQ(mated.reports.back().score, Score::mate_in_plies(0));
  const Thought stalemated = think(*engine, game_from("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), {});
  EXPECT_FALSE(stalemated.choice.move);
  EXPECT_EQ(stalemated.reports.back().score, Score::centipawns(0));
}

TEST(Negamax, LooksAsDeepAsItsVersionAndTheMaterialSay) {
  const auto engine = make_negamax();
  const chess::Game pawns = game_from("8/8/4k3/4p3/4P3/4K3/8/8 w - - 0 1");
  EXPECT_EQ(think(*engine, pawns, {}).reports.back().depth, 9);
  ASSERT_EQ(engine->options().set("Version", "2.1"), "");
  EXPECT_EQ(think(*engine, pawns, {}).reports.back().depth, 4);
  ASSERT_EQ(engine->options().set("Depth", "3"), "");
  EXPECT_EQ(think(*engine, pawns, {}).reports.back().depth, 3);
  EXPECT_EQ(think(*engine, pawns, {.depth = 2}).reports.back().depth, 2);
}

TEST(Negamax, ReportsEachIteration) {
  const auto engine = make_negamax();
  const chess::Game game;
  const Thought thought = think(*engine, game, {.depth = 4});
  expect_sound(game, thought);
  ASSERT_EQ(thought.reports.size(), 5u);  // one for each depth, and the last word
  for (int i = 0; i < 4; ++i) EXPECT_EQ(thought.reports[static_cast<std::size_t>(i)].depth, i + 1);
  EXPECT_EQ(thought.choice.ponder, thought.reports.back().pv[1]);
}

TEST(Negamax, TheSeedDecidesAmongEquals) {
  const auto engine = make_negamax();
  const chess::Game game = game_from("4k3/8/8/8/8/8/8/4K3 w - - 0 1");  // every move draws
  std::set<std::string> moves;
  for (int seed = 0; seed < 50; ++seed) {
    ASSERT_EQ(engine->options().set("Seed", std::to_string(seed)), "");
    const std::string move = chosen(*engine, game, {.depth = 1});
    EXPECT_EQ(chosen(*engine, game, {.depth = 1}), move);
    moves.insert(move);
  }
  EXPECT_EQ(moves.size(), 5u);
}

TEST(Negamax, KeepsToNodes) {
  const auto engine = make_negamax();
  const chess::Game game = game_from(kBusy);
  for (const std::uint64_t nodes : {1U, 10U, 100U, 1000U, 12345U}) {
    const Thought thought = think(*engine, game, {.nodes = nodes});
    expect_sound(game, thought);
    EXPECT_LE(thought.reports.back().nodes, nodes);
    EXPECT_GE(thought.reports.back().nodes, nodes - 1);
  }
}

TEST(Negamax, ConsidersOnlyTheMovesAskedFor) {
  const auto engine = make_negamax();
  const chess::Game game = game_from("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1");
  const Limits limits{
      .depth = 3,
      .search_moves = {chess::move(game.position(), "a1b1"), chess::move(game.position(), "e1e2")}};
  const std::string move = chosen(*engine, game, limits);
  EXPECT_TRUE(move == "a1b1" || move == "e1e2") << move;
}

TEST(Negamax, ReportsSeveralLines) {
  const auto engine = make_negamax();
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

TEST(Negamax, StopsPromptly) {
  const auto engine = make_negamax();
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

TEST(Negamax, AStopFromTheStartStillGetsAMove) {
  const auto engine = make_negamax();
  std::stop_source stop;
  stop.request_stop();
  const chess::Game game = game_from(kBusy);
  expect_sound(game, think(*engine, game, {.infinite = true}, {.stop = stop.get_token()}));
}

TEST(Negamax, LimitsCountFromThePonderHit) {
  const auto engine = make_negamax();
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
    EXPECT_GE(thought.reports.back().nodes, limits.nodes.value_or(0));
    EXPECT_LT(thought.seconds.count(), 1);
  }
}

TEST(Negamax, SharesItsClock) {
  using negamax::time_for_move;
  const auto time = [](Milliseconds remaining, Milliseconds increment, std::optional<int> moves_to_go) {
    return time_for_move(
        {.remaining = {remaining, 0ms}, .increment = {increment, 0ms}, .moves_to_go = moves_to_go},
        chess::Color::white);
  };
  EXPECT_EQ(time(60s, 0ms, {}), 2s);
  EXPECT_EQ(time(60s, 1s, {}), 2750ms);
  EXPECT_EQ(time(60s, 0ms, 10), 6s);
  EXPECT_EQ(time(60s, 0ms, 1), 59970ms);  // all but the reserve
  EXPECT_EQ(time(40ms, 10s, {}), 10ms);
  EXPECT_EQ(time(10ms, 0ms, {}), 0ms);
  EXPECT_EQ(time(-5ms, 0ms, {}), 0ms);
}

TEST(Negamax, KeepsToTheTime) {
  const auto engine = make_negamax();
  const chess::Game game = game_from(kBusy);
  EXPECT_LT(think(*engine, game, {.move_time = 50ms}).seconds.count(), 0.15);
  for (const Milliseconds left : {0ms, 1ms, 50ms, 300ms}) {
    const Thought thought = think(*engine, game, {.clock = Clock{.remaining = {left, left}}});
    expect_sound(game, thought);
    EXPECT_LT(thought.seconds.count(), std::chrono::duration<double>(left).count() + 0.1) << left.count();
  }
}

TEST(Negamax, BeatsARandomMoverWithoutMishap) {
  const auto engine = make_negamax();
  const int games = std::max(4, chess::scaled(200));
  const Match match = play_random_mover(*engine, games, 100ms, 1ms);
  EXPECT_EQ(match.illegal_moves, 0);
  EXPECT_EQ(match.time_losses, 0);
  EXPECT_EQ(match.losses, 0);
  EXPECT_GE(match.wins, games * 9 / 10) << match.draws;
}

}  // namespace vitrine::engines
