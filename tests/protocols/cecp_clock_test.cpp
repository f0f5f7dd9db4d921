#include "protocols/cecp_clock.h"

#include <gtest/gtest.h>

#include "notation/san.h"

namespace vitrine::protocols {
namespace {

using namespace std::chrono_literals;
using chess::Color;
using Owner = CecpClock::Owner;

constexpr CecpClock::TimePoint kStart{};

chess::Game game_of(std::initializer_list<std::string_view> moves) {
  chess::Game game;
  for (const std::string_view move : moves) game.play_unchecked(*notation::parse_san(game.position(), move));
  return game;
}

engines::Clock clock_of(const CecpClock& clock, Color color, const chess::Game& game) {
  const engines::Limits limits = clock.limits(color, game);
  EXPECT_TRUE(limits.clock.has_value());
  return limits.clock.value_or(engines::Clock{});
}

TEST(CecpClock, BelongsToTheEngineWhateverItsColour) {
  CecpClock clock;
  clock.set_level({0, 2min, 12s}, 0);
  clock.set_remaining(Owner::engine, 90s, kStart);
  clock.set_remaining(Owner::opponent, 80s, kStart);
  for (const Color color : {Color::white, Color::black}) {
    const auto limits = clock_of(clock, color, chess::Game());
    EXPECT_EQ(limits.remaining[chess::index(color)], 90s);
    EXPECT_EQ(limits.remaining[chess::index(!color)], 80s);
    EXPECT_EQ(limits.increment[chess::index(color)], 12s);
    EXPECT_FALSE(limits.moves_to_go.has_value());
  }
}

TEST(CecpClock, CountsByItselfUntilItIsTold) {
  CecpClock clock;
  clock.set_level({0, 1min, 1s}, 0);
  clock.run(Owner::engine, kStart);
  clock.stop(kStart + 10s);
  chess::Game game = game_of({"e4"});
  clock.count_move(Owner::engine, game);
  clock.run(Owner::opponent, kStart + 10s);
  clock.stop(kStart + 15s);
  EXPECT_EQ(clock_of(clock, Color::white, game).remaining[0], 51s);
  EXPECT_EQ(clock_of(clock, Color::white, game).remaining[1], 55s);
  clock.set_remaining(Owner::engine, 40s, kStart + 20s);
  EXPECT_EQ(clock_of(clock, Color::white, game).remaining[0], 40s);
}

TEST(CecpClock, CountsTheMovesOfALevel) {
  CecpClock clock;
  clock.set_level({2, 1min, 0s}, 0);
  EXPECT_EQ(clock_of(clock, Color::white, game_of({})).moves_to_go, 2);
  EXPECT_EQ(clock_of(clock, Color::black, game_of({"e4"})).moves_to_go, 2);
  EXPECT_EQ(clock_of(clock, Color::white, game_of({"e4", "e5"})).moves_to_go, 1);
  const chess::Game game = game_of({"e4", "e5", "Nf3"});
  EXPECT_EQ(clock_of(clock, Color::white, game).moves_to_go, 2);
  clock.count_move(Owner::engine, game);  // the control is reached
  EXPECT_EQ(clock_of(clock, Color::white, game).remaining[0], 2min);
  // A level in the middle of a game counts from there, and survives moves that are taken back.
  clock.set_level({3, 1min, 0s}, 3);
  EXPECT_EQ(clock_of(clock, Color::black, game_of({"e4", "e5", "Nf3", "Nc6"})).moves_to_go, 2);
  EXPECT_EQ(clock_of(clock, Color::black, game_of({"e4"})).moves_to_go, 3);
}

TEST(CecpClock, KnowsTimeForEachMove) {
  CecpClock clock;
  const chess::Game game;
  clock.set_move_time(30s);
  EXPECT_EQ(clock.limits(Color::white, game).move_time, 30s - 30ms);
  EXPECT_FALSE(clock.limits(Color::white, game).clock.has_value());
  clock.run(Owner::engine, kStart);
  clock.stop(kStart + 20s);  // what is left is lost
  EXPECT_EQ(clock.limits(Color::white, game).move_time, 30s - 30ms);
  clock.set_remaining(Owner::engine, 10s, kStart);  // told that there is less
  EXPECT_EQ(clock.limits(Color::white, game).move_time, 10s - 30ms);
  clock.set_move_time(0s);  // cutechess, for half a second
  EXPECT_EQ(clock.limits(Color::white, game).move_time, 1ms);
  clock.set_remaining(Owner::engine, 500ms, kStart);
  EXPECT_EQ(clock.limits(Color::white, game).move_time, 470ms);
  clock.set_level({40, 5min, 0s}, 0);  // the last word counts
  EXPECT_TRUE(clock.limits(Color::white, game).clock.has_value());
}

TEST(CecpClock, ForgetsTheDepthWithTheGame) {
  CecpClock clock;
  clock.set_depth(4);
  EXPECT_EQ(clock.limits(Color::white, {}).depth, 4);
  EXPECT_TRUE(clock.limits(Color::white, {}).clock.has_value());
  clock.new_game();
  EXPECT_FALSE(clock.limits(Color::white, {}).depth.has_value());
}

}  // namespace
}  // namespace vitrine::protocols
