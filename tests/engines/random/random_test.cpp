#include "engines/random/random.h"

#include <gtest/gtest.h>

#include <map>

#include "engines/exhibit_support.h"

namespace vitrine::engines {

namespace {

std::vector<chess::Move> play(Engine& engine, int plies) {
  chess::Game game;
  engine.new_game();
  for (int ply = 0; ply < plies && !game.outcome(); ++ply)
    game.play_unchecked(*think(engine, game, {}).choice.move);
  return game.moves();
}

}  // namespace

TEST(Random, EveryLegalMoveIsEquallyLikely) {
  const auto engine = make_random();
  ASSERT_EQ(engine->options().set("Seed", "1"), "");
  // A promotion, a castling and an en-passant capture are among the 31.
  const chess::Game game = game_from("4k3/P7/8/3pP3/8/8/8/4K2R w K d6 0 1");
  const auto moves = static_cast<std::size_t>(game.position().legal_move_count());
  std::map<std::string, int> counts;
  const int tries = 1000;
  for (std::size_t i = 0; i < tries * moves; ++i) ++counts[chosen(*engine, game, {})];
  EXPECT_EQ(counts.size(), moves);
  for (const auto& [move, count] : counts)
    EXPECT_NEAR(count, tries, 150) << move;  // nearly five standard deviations
}

TEST(Random, TheSameSeedPlaysTheSameGame) {
  const auto one = make_random();
  const auto two = make_random();
  EXPECT_NE(play(*one, 40), play(*two, 40));  // without a seed every game is new
  ASSERT_EQ(one->options().set("Seed", "42"), "");
  ASSERT_EQ(two->options().set("Seed", "42"), "");
  const auto first = play(*one, 40);
  EXPECT_EQ(first, play(*two, 40));
  EXPECT_EQ(first, play(*one, 40));
  ASSERT_EQ(two->options().set("Seed", "43"), "");
  EXPECT_NE(first, play(*two, 40));
}

TEST(Random, ConsidersOnlyTheMovesAskedFor) {
  const auto engine = make_random();
  const chess::Game game;
  const Limits limits{
      .search_moves = {chess::move(game.position(), "e2e4"), chess::move(game.position(), "d2d4")}};
  std::map<std::string, int> counts;
  for (int i = 0; i < 100; ++i) ++counts[chosen(*engine, game, limits)];
  EXPECT_EQ(counts.size(), 2u);
  EXPECT_EQ(counts["e2e4"] + counts["d2d4"], 100);
}

}  // namespace vitrine::engines
