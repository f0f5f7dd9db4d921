// What every exhibit owes to those who wait for its move.

#include <gtest/gtest.h>
#include <pthread.h>
#include <time.h>

#include <cstdlib>
#include <ranges>
#include <stop_token>
#include <thread>

#include "engines/exhibit_support.h"
#include "engines/roster.h"

namespace vitrine::engines {

namespace {

const char* const kStart = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const char* const kBusy = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

// Sanitizers and assertions make everything slower.
Milliseconds slack(Milliseconds in_release) {
  return chess::scaled(100) < 100 ? 20 * in_release : in_release;
}

// The work of a thread that is busy elsewhere.
class WorkOfThread {
 public:
  WorkOfThread() { pthread_getcpuclockid(pthread_self(), &clock_); }
  [[nodiscard]] std::chrono::nanoseconds now() const {
    timespec time{};
    clock_gettime(clock_, &time);
    return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
  }

 private:
  clockid_t clock_{};
};

class EveryExhibit : public testing::TestWithParam<std::string_view> {
 protected:
  std::unique_ptr<Engine> engine_ = find_exhibit(GetParam())->make();
};

std::vector<std::string_view> names() {
  std::vector<std::string_view> result;
  for (const Exhibit& exhibit : roster()) result.push_back(exhibit.card.name);
  return result;
}

std::string test_name(const testing::TestParamInfo<std::string_view>& info) {
  return std::string(info.param);
}

}  // namespace

INSTANTIATE_TEST_SUITE_P(Roster, EveryExhibit, testing::ValuesIn(names()), test_name);

TEST_P(EveryExhibit, AnswersUnderAllLimits) {
  const auto clock = [](Milliseconds left, Milliseconds increment, std::optional<int> moves_to_go = {}) {
    return Clock{.remaining = {left, left}, .increment = {increment, increment}, .moves_to_go = moves_to_go};
  };
  const Limits all[] = {
      {.depth = 1},
      {.depth = 2, .multi_pv = 3},
      {.nodes = 1},
      {.nodes = 2000},
      {.move_time = 0ms},
      {.move_time = 3ms},
      {.clock = clock(0ms, 0ms)},
      {.clock = clock(-5ms, 0ms)},
      {.clock = clock(9ms, 1000ms)},
      {.clock = clock(60ms, 1ms)},
      {.clock = clock(30ms, 0ms, 1)},
      {.nodes = 5000, .mate = 1},
      {.move_time = 3ms, .infinite = true},
      {.depth = 200, .nodes = 3000},
  };
  const char* const fens[] = {
      kStart,
      kBusy,
      "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
      "k7/8/1K6/8/8/8/8/1R6 b - - 99 90",                      // a forced move into the fifty-move rule
      "8/8/8/8/8/8/8/4K2k w - - 0 1",                          // drawn already
      "4k3/8/8/8/8/8/4q3/4K3 w - - 150 120",                   // long overdue, and one legal move
      "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1",                     // en passant would uncover the king
      "1r2k2r/8/8/8/8/8/8/R1K4R w HA - 0 1",                   // Chess960
      "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",  // 218 moves
  };
  for (const char* fen : fens) {
    const chess::Game game = game_from(fen);
    for (const Limits& limits : all) {
      const Thought thought = think(*engine_, game, limits);
      expect_sound(game, thought);
      const Report& last = thought.reports.back();
      EXPECT_GT(last.nodes, 0u) << fen;
      // However it was hurried, it owes its move an opinion: runners adjudicate by the last score.
      EXPECT_TRUE(last.score) << fen;
      EXPECT_FALSE(last.pv.empty()) << fen;
      EXPECT_EQ(last.line, 1) << fen;
      EXPECT_GE(last.depth, 1) << fen;
    }
  }
}

TEST_P(EveryExhibit, AnswersNothingWhenTheGameIsOver) {
  const struct {
    const char* fen;
    Score score;
  } rows[] = {{"rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", Score::mate_in_plies(0)},
              {"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Score::centipawns(0)}};
  for (const auto& [fen, score] : rows)
    for (const Limits& limits : {Limits{.depth = 2}, Limits{.move_time = 1ms}, Limits{.infinite = true}}) {
      const Thought thought = think(*engine_, game_from(fen), limits);
      EXPECT_FALSE(thought.choice.move) << fen;
      ASSERT_EQ(thought.reports.size(), 1u) << fen;
      EXPECT_EQ(thought.reports[0].score, score) << fen;
      EXPECT_EQ(thought.reports[0].depth, 0) << fen;
    }
}

// A judgement at first sight, where there is one, is next to nothing for equal sides (some count the move)
// and good for a queen more.
TEST_P(EveryExhibit, JudgesAtFirstSightForTheSideToMove) {
  const auto start = engine_->evaluate(chess::Position::initial());
  const bool is_blind = GetParam() == "random" || GetParam() == "evil";
  ASSERT_EQ(start.has_value(), !is_blind);
  if (is_blind) return;
  EXPECT_LE(std::abs(start->value), GetParam() == "vitrine" ? 40 : 0);
  const auto ahead = engine_->evaluate(chess::position("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1"));
  const auto behind = engine_->evaluate(chess::position("4k3/8/8/8/8/8/8/Q3K3 b - - 0 1"));
  EXPECT_GT(ahead->value, 600);
  EXPECT_LT(behind->value, -600);
}

TEST_P(EveryExhibit, PlaysOnlyTheMovesAskedFor) {
  const chess::Game game = game_from(kBusy);
  for (const char* text : {"a2a3", "e1h1", "f3h3"}) {
    const chess::Move move = chess::move(game.position(), text);
    EXPECT_EQ(think(*engine_, game, {.depth = 2, .search_moves = {move}}).choice.move, move);
  }
}

TEST_P(EveryExhibit, ThinksWithoutAListener) {
  EXPECT_TRUE(engine_->choose(chess::Game(), {.depth = 2}, {}, {}).move);
}

TEST_P(EveryExhibit, AnswersAtOnceWhenStoppedBefore) {
  std::stop_source stop;
  stop.request_stop();
  const chess::Game game = game_from(kBusy);
  const auto before = cpu_time();
  for (const Limits& limits :
       {Limits{.infinite = true}, Limits{.clock = Clock{{1min, 1min}}, .ponder = true}, Limits{.depth = 60}})
    expect_sound(game, think(*engine_, game, limits, {.stop = stop.get_token()}));
  EXPECT_LT(cpu_time() - before, slack(30ms));
  EXPECT_TRUE(think(*engine_, game, {.infinite = true}, {.stop = stop.get_token()}).reports.back().score);
}

TEST_P(EveryExhibit, StopsPromptly) {
  const WorkOfThread work;
  std::stop_source stop;
  std::chrono::nanoseconds work_at_stop{};
  std::jthread impatient([&] {
    std::this_thread::sleep_for(50ms);
    work_at_stop = work.now();
    stop.request_stop();
  });
  const chess::Game game = game_from(kBusy);
  const Thought thought = think(*engine_, game, {.infinite = true}, {.stop = stop.get_token()});
  const auto work_at_end = work.now();
  impatient.join();
  expect_sound(game, thought);
  EXPECT_LT(work_at_end - work_at_stop, slack(5ms));
}

TEST_P(EveryExhibit, LimitsCountFromThePonderHit) {
  const WorkOfThread work;
  std::stop_source hit;
  std::chrono::nanoseconds work_at_hit{};
  std::chrono::steady_clock::time_point time_of_hit;
  std::jthread opponent([&] {
    std::this_thread::sleep_for(60ms);
    work_at_hit = work.now();
    time_of_hit = std::chrono::steady_clock::now();
    hit.request_stop();
  });
  const chess::Game game = game_from(kBusy);
  const Thought thought =
      think(*engine_, game, {.move_time = 20ms, .ponder = true}, {.ponder_hit = hit.get_token()});
  const auto end = std::chrono::steady_clock::now();
  const auto work_at_end = work.now();
  opponent.join();
  expect_sound(game, thought);
  if (end < time_of_hit) return;      // it had its answer ready, which is allowed
  EXPECT_GE(end - time_of_hit, 5ms);  // the time before it has not been counted
  EXPECT_LT(work_at_end - work_at_hit, 20ms + slack(5ms));
}

TEST_P(EveryExhibit, KeepsToTheTime) {
  const chess::Game game = game_from(kBusy);
  for (const Milliseconds time : {1ms, 10ms, 50ms}) {
    const auto before = cpu_time();
    expect_sound(game, think(*engine_, game, {.move_time = time}));
    EXPECT_LT(cpu_time() - before, time + slack(5ms));
  }
  for (const Milliseconds left : {20ms, 100ms, 1000ms})
    for (const auto moves_to_go : {std::optional<int>(), std::optional(1)}) {
      const auto before = cpu_time();
      expect_sound(game, think(*engine_, game, {.clock = Clock{{left, left}, {}, moves_to_go}}));
      EXPECT_LT(cpu_time() - before, left + slack(0ms));
    }
}

TEST(Roster, EveryCardIsFilledIn) {
  for (const auto& [card, make] : roster()) {
    EXPECT_FALSE(card.title.empty() || card.origin.empty() || card.knows.empty() ||
                 card.does_not_know.empty() || card.mended.empty())
        << card.name;
    EXPECT_TRUE(std::ranges::all_of(card.name, [](char c) { return c >= 'a' && c <= 'z'; })) << card.name;
    EXPECT_EQ(find_exhibit(card.name)->card.title, card.title);
    EXPECT_TRUE(make()) << card.name;
  }
  EXPECT_EQ(find_exhibit("stockfish"), nullptr);
}

}  // namespace vitrine::engines
