#include "arena/time_control.h"

#include <gtest/gtest.h>

#include <vector>

namespace vitrine::arena {

namespace {

using namespace std::chrono_literals;
using Clock = TimeControl::Clock;

}  // namespace

TEST(TimeControl, ReadsWhatTestersWrite) {
  struct Row {
    const char* text;
    Clock clock;
    const char* written;
  };
  const std::vector<Row> rows = {
      {"60", {.base = 60s}, "60"},
      {"10+0.1", {.base = 10s, .increment = 100ms}, "10+0.1"},
      {"40/1:30+0.5", {.base = 90s, .increment = 500ms, .moves = 40}, "40/90+0.5"},
      {"0.2+0.002", {.base = 200ms, .increment = 2ms}, "0.2+0.002"},
      {".5", {.base = 500ms}, "0.5"},
      {"1.", {.base = 1s}, "1"},
      {"1:00.25", {.base = 60'250ms}, "60.25"},
      {"0+1", {.base = 0s, .increment = 1s}, "0+1"},
      {"1/5", {.base = 5s, .moves = 1}, "1/5"},
      {"2.5000", {.base = 2500ms}, "2.5"},
  };
  for (const auto& [text, clock, written] : rows) {
    const auto parsed = parse_clock(text);
    ASSERT_TRUE(parsed) << text << ": " << parsed.error().text;
    EXPECT_EQ(*parsed, clock) << text;
    EXPECT_EQ(to_string(clock), written);
    EXPECT_EQ(*parse_clock(written), clock) << written;
  }
  EXPECT_EQ(*parse_clock("inf"), std::nullopt);
}

TEST(TimeControl, RefusesTheRest) {
  for (const char* text : {"",
                           "x",
                           "10+",
                           "+1",
                           "10+0.1+1",
                           "-1",
                           "40/",
                           "/60",
                           "0/60",
                           "-3/60",
                           "1:2:3",
                           "1e3",
                           " 60",
                           "60 ",
                           "0",
                           "0+0",
                           "0.0001",
                           "1.2.3",
                           "99999999999999999999",
                           "10+1:00",
                           ":",
                           "40/60/60",
                           ".",
                           "1:",
                           "6 0",
                           "infinite"}) {
    const auto parsed = parse_clock(text);
    ASSERT_FALSE(parsed) << text;
    EXPECT_NE(parsed.error().text.find("is no time control"), std::string::npos) << parsed.error().text;
  }
}

TEST(TimeControl, IsATagOfPgn) {
  EXPECT_EQ(to_string(TimeControl{}), "-");
  EXPECT_EQ(to_string(TimeControl{.clock = Clock{.base = 90s, .increment = 500ms, .moves = 40}}),
            "40/90+0.5");
  EXPECT_EQ(to_string(TimeControl{.move_time = 100ms}), "st=0.1");
  EXPECT_EQ(to_string(TimeControl{.nodes = 1000}), "nodes=1000");
  EXPECT_EQ(to_string(TimeControl{.depth = 5}), "depth=5");
  EXPECT_EQ(to_string(TimeControl{.clock = Clock{.base = 60s}, .nodes = 7, .margin = 5ms}), "60, nodes=7");
}

// What each move took, whether that was in time, and what the clock shows after it: worked out by hand.
struct Step {
  Microseconds elapsed;
  bool is_in_time;
  Milliseconds left;
  std::optional<int> moves_to_go = {};
};

void expect_steps(const TimeControl& control, const std::vector<Step>& steps) {
  GameClock clock(control);
  for (std::size_t i = 0; i < steps.size(); ++i) {
    EXPECT_EQ(clock.punch(steps[i].elapsed), steps[i].is_in_time) << i;
    EXPECT_EQ(clock.remaining(), steps[i].left) << i;
    EXPECT_EQ(clock.moves_to_go(), steps[i].moves_to_go) << i;
  }
}

TEST(GameClock, StartsWithBaseAndIncrement) {
  EXPECT_EQ(GameClock({.clock = Clock{.base = 10s, .increment = 100ms}}).remaining(), 10'100ms);
  EXPECT_EQ(GameClock({.move_time = 50ms}).remaining(), std::nullopt);
  EXPECT_EQ(GameClock({.clock = Clock{.base = 10s, .moves = 40}}).moves_to_go(), 40);
  EXPECT_EQ(GameClock({.clock = Clock{.base = 10s}}).moves_to_go(), std::nullopt);
}

TEST(GameClock, CountsDownAndAddsTheIncrement) {
  // 10.1 - 1 + 0.1; - 9.2 leaves 0 + 0.1; 0.1 used up whole; 1 ms over.
  expect_steps({.clock = Clock{.base = 10s, .increment = 100ms}},
               {{1s, true, 9'200ms}, {9'200ms, true, 100ms}, {100ms, true, 100ms}, {101ms, false, 100ms}});
}

TEST(GameClock, AddsTheBaseAfterEachPeriod) {
  // 2/5+1: 6; 6-1+1; 6-2+5+1; 10-4+1; 7-6.5+5+1.
  expect_steps({.clock = Clock{.base = 5s, .increment = 1s, .moves = 2}},
               {{1s, true, 6s, 1}, {2s, true, 10s, 2}, {4s, true, 7s, 1}, {6'500ms, true, 6'500ms, 2}});
}

TEST(GameClock, ForgivesTheMargin) {
  // 1 s and 50 ms of margin: 1.03 s is forgiven, and what is left is 0, not -30 ms; then 51 ms are too many.
  expect_steps({.clock = Clock{.base = 1s}, .margin = 50ms},
               {{1'030ms, true, 0ms}, {50ms, true, 0ms}, {51ms, false, 0ms}});
  // The forgiven time isn't taken from the increment either.
  expect_steps({.clock = Clock{.base = 1s, .increment = 200ms}, .margin = 50ms}, {{1'240ms, true, 200ms}});
}

TEST(GameClock, KeepsMicroseconds) {
  GameClock clock({.clock = Clock{.base = 1s}});
  for (int i = 0; i < 10; ++i) EXPECT_TRUE(clock.punch(150us));
  EXPECT_EQ(clock.remaining(), 998ms) << "1 s less 1.5 ms, in whole milliseconds";
  EXPECT_TRUE(clock.punch(998ms + 1'499us)) << "a millisecond that has begun is not over";
  EXPECT_FALSE(clock.punch(1ms));
}

TEST(GameClock, HoldsAMoveToItsTime) {
  GameClock clock({.move_time = 100ms, .margin = 10ms});
  EXPECT_TRUE(clock.punch(110'999us));
  EXPECT_FALSE(clock.punch(111ms));
  EXPECT_TRUE(clock.punch(5ms)) << "each move for itself";
  EXPECT_EQ(clock.lateness(111ms), 11ms);
  EXPECT_EQ(clock.lateness(99ms), 0ms);
}

TEST(GameClock, HoldsToEachLimit) {
  GameClock clock({.clock = Clock{.base = 300ms}, .move_time = 100ms});
  EXPECT_FALSE(clock.punch(150ms)) << "the move's time";
  EXPECT_TRUE(clock.punch(100ms));
  EXPECT_FALSE(clock.punch(60ms)) << "the clock: 50 ms are left";
}

TEST(GameClock, NeverEndsWithoutTime) {
  GameClock clock({.nodes = 1000});
  EXPECT_TRUE(clock.punch(24h));
}

}  // namespace vitrine::arena
