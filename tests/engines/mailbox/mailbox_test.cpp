#include "engines/mailbox/mailbox.h"

#include <gtest/gtest.h>

#include "engines/exhibit_support.h"
#include "engines/mailbox/budget.h"

namespace vitrine::engines {

TEST(Mailbox, FindsMates) {
  const auto engine = make_mailbox();
  const struct {
    const char* fen;
    const char* move;  // the only one, if there is only one
    int moves;
  } rows[] = {
      {"6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", "a1a8", 1},
      {"rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2", "d8h4", 1},
      {"8/5P1k/5K2/8/8/8/8/8 w - - 0 1", "f7f8r", 2},    // a queen would be stalemate
      {"kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", "a1a6", 2},  // Morphy
      {"r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", "f6a6", 3},
      {"k7/8/1K6/8/8/8/8/1R6 w - - 0 1", "", 2},  // the nearest of many
  };
  for (const auto& [fen, move, moves] : rows) {
    const chess::Game game = game_from(fen);
    const Thought thought = think(*engine, game, {.mate = moves});
    expect_sound(game, thought);
    EXPECT_EQ(thought.reports.back().score, Score::mate_in_plies(2 * moves - 1)) << fen;
    EXPECT_EQ(thought.reports.back().pv.size(), static_cast<std::size_t>(2 * moves - 1)) << fen;
    EXPECT_TRUE(notation::to_uci(*thought.choice.move) == move || std::string_view(move).empty()) << fen;
  }
}

TEST(Mailbox, AMateThatIsNotThereEndsTheSearchToo) {
  const auto engine = make_mailbox();
  const Thought thought = think(*engine, chess::Game(), {.mate = 2});
  EXPECT_EQ(thought.reports.back().depth, 3);
}

TEST(Mailbox, SeesThatItIsBeingMated) {
  const auto engine = make_mailbox();
  const Thought thought = think(*engine, game_from("r5rk/5p1p/R7/4B3/8/8/7P/7K b - - 0 1"), {.depth = 6});
  EXPECT_EQ(thought.reports.back().score, Score::mate_in_plies(-4));
}

TEST(Mailbox, StalemateIsADraw) {
  const auto engine = make_mailbox();
  const chess::Game game = game_from("7k/8/5K2/8/8/8/8/6Q1 w - - 0 1");
  const Thought mate = think(*engine, game, {.depth = 3});
  EXPECT_EQ(mate.reports.back().score, Score::mate_in_plies(1));
  const Thought stalemate =
      think(*engine, game, {.depth = 3, .search_moves = {chess::move(game.position(), "g1g6")}});
  EXPECT_EQ(stalemate.reports.back().score, Score::centipawns(0));
  EXPECT_EQ(stalemate.reports.back().pv.size(), 1u);
  // The pawn is stalemated in or lost: no more than a draw.
  EXPECT_EQ(think(*engine, game_from("5k2/5P2/4K3/8/8/8/8/8 w - - 0 1"), {.depth = 4}).reports.back().score,
            Score::centipawns(0));
}

TEST(Mailbox, AnswersNothingWhenTheGameIsOver) {
  const auto engine = make_mailbox();
  const Thought mated =
      think(*engine, game_from("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"), {});
  EXPECT_FALSE(mated.choice.move);
  EXPECT_EQ(mated.reports.back().score, Score::mate_in_plies(0));
  const Thought stalemated = think(*engine, game_from("5k2/5P2/5K2/8/8/8/8/8 b - - 0 1"), {});
  EXPECT_FALSE(stalemated.choice.move);
  EXPECT_EQ(stalemated.reports.back().score, Score::centipawns(0));
}

TEST(Mailbox, LooksAsDeepAsItsOption) {
  const auto engine = make_mailbox();
  EXPECT_EQ(think(*engine, chess::Game(), {}).reports.back().depth, 5);
  ASSERT_EQ(engine->options().set("Depth", "3"), "");
  EXPECT_EQ(think(*engine, chess::Game(), {}).reports.back().depth, 3);
  EXPECT_EQ(think(*engine, chess::Game(), {.depth = 2}).reports.back().depth, 2);
  EXPECT_GT(think(*engine, chess::Game(), {.nodes = 100'000}).reports.back().depth, 3);
}

TEST(Mailbox, KeepsToNodes) {
  const auto engine = make_mailbox();
  for (const std::uint64_t nodes : {100u, 1000u, 12345u})
    EXPECT_EQ(think(*engine, chess::Game(), {.nodes = nodes}).reports.back().nodes, nodes);
}

TEST(Mailbox, SharesItsClock) {
  using mailbox::time_for_move;
  const auto share = [](Milliseconds left, Milliseconds increment, std::optional<int> moves_to_go = {}) {
    Clock clock{.remaining = {left, 1ms}, .increment = {increment, 0ms}, .moves_to_go = moves_to_go};
    const Milliseconds white = time_for_move(clock, chess::Color::white);
    std::swap(clock.remaining[0], clock.remaining[1]);
    std::swap(clock.increment[0], clock.increment[1]);
    EXPECT_EQ(time_for_move(clock, chess::Color::black), white);
    return white;
  };
  EXPECT_EQ(share(60s, 0ms), 2000ms);
  EXPECT_EQ(share(60s, 1s), 2750ms);
  EXPECT_EQ(share(60s, 0ms, 10), 6000ms);
  EXPECT_EQ(share(60s, 0ms, 1), 59950ms);  // all but the reserve
  EXPECT_EQ(share(60s, 0ms, 40), 2000ms);
  EXPECT_EQ(share(100ms, 10s), 90ms);  // the increment is not there yet
  EXPECT_EQ(share(15ms, 10s), 5ms);
  EXPECT_EQ(share(10ms, 0ms), 0ms);
  EXPECT_EQ(share(-20ms, 0ms), 0ms);  // late already
  for (int left = 0; left < 3000; ++left)
    EXPECT_LE(share(Milliseconds(left), 1s).count(), std::max(left - 10, 0));
}

}  // namespace vitrine::engines
