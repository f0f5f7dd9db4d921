#include "engines/turochamp/watch.h"

#include <gtest/gtest.h>

namespace vitrine::engines::turochamp {

using namespace std::chrono_literals;

TEST(TurochampWatch, TimeForAMove) {
  const struct {
    Milliseconds left;
    Milliseconds increment;
    std::optional<int> moves_to_go;
    Milliseconds time;
  } rows[] = {
      {10min, 0ms, {}, 1000ms},  // the ancestor's three steps
      {60s, 0ms, {}, 1000ms},   {20s, 0ms, {}, 500ms},  {19s, 0ms, {}, 500ms},  {4s, 0ms, {}, 100ms},
      {3s, 0ms, {}, 100ms},     {24s, 0ms, {}, 800ms},  // but no more than a thirtieth
      {6s, 0ms, {}, 200ms},     {600ms, 0ms, {}, 20ms}, {6s, 200ms, {}, 350ms},  // and most of the increment
      {6s, 0ms, 2, 500ms},      {40ms, 0ms, 1, 10ms},                            // never the last of it
      {20ms, 1s, {}, 0ms},      {0ms, 0ms, {}, 0ms},    {-5ms, 0ms, {}, 0ms},
  };
  for (const auto& [left, increment, moves_to_go, time] : rows) {
    const Clock clock{.remaining = {0ms, left}, .increment = {0ms, increment}, .moves_to_go = moves_to_go};
    EXPECT_EQ(time_for_move(clock, chess::Color::black), time) << left.count();
  }
}

TEST(TurochampWatch, StopsAtTheNodes) {
  Watch watch({.nodes = 1000}, {}, chess::Color::white);
  std::uint64_t nodes = 0;
  while (!watch.must_stop(nodes)) ++nodes;
  EXPECT_EQ(nodes, 1000u);
  EXPECT_TRUE(watch.has_stopped());
}

TEST(TurochampWatch, CountsNothingWhilePondering) {
  std::stop_source hit;
  Watch watch({.nodes = 10, .ponder = true}, {.ponder_hit = hit.get_token()}, chess::Color::white);
  EXPECT_FALSE(watch.look(5000));
  hit.request_stop();
  EXPECT_FALSE(watch.look(5000));
  EXPECT_FALSE(watch.is_pondering());
  EXPECT_FALSE(watch.must_stop(5009));
  EXPECT_TRUE(watch.must_stop(5010));
}

}  // namespace vitrine::engines::turochamp
