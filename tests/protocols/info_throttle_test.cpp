#include "protocols/info_throttle.h"

#include <gtest/gtest.h>

namespace vitrine::protocols {
namespace {

using namespace std::chrono_literals;
constexpr InfoThrottle::Clock::time_point kStart{};

// How many of these lines, one each interval, are let through.
int admitted(InfoThrottle::Clock::duration interval, int lines) {
  InfoThrottle throttle(kStart);
  int count = 0;
  for (int i = 0; i < lines; ++i) {
    if (!throttle.admits_line(kStart + i * interval)) continue;
    throttle.spend();
    ++count;
  }
  return count;
}

TEST(InfoThrottle, ABurstThenATrickle) {
  EXPECT_EQ(admitted(0ms, 1000), 64);         // all at once
  EXPECT_EQ(admitted(1ms, 10001), 64 + 100);  // ten seconds of flood
  EXPECT_EQ(admitted(100ms, 1000), 1000);     // ten a second, for ever
}

TEST(InfoThrottle, ProgressAfterTheFirstSecondTenTimesASecond) {
  InfoThrottle throttle(kStart);
  int count = 0;
  for (int ms = 0; ms < 3000; ++ms) count += throttle.admits_progress(kStart + ms * 1ms) ? 1 : 0;
  EXPECT_EQ(count, 20);
}

TEST(InfoThrottle, BoundsAfterTheFirstSecond) {
  InfoThrottle throttle(kStart);
  EXPECT_FALSE(throttle.admits_bound(kStart + 999ms));
  EXPECT_TRUE(throttle.admits_bound(kStart + 1000ms));
}

TEST(InfoThrottle, LinesThatBelongTogetherMayOverdraw) {
  InfoThrottle throttle(kStart);
  for (int i = 0; i < 100; ++i) throttle.spend();
  EXPECT_FALSE(throttle.admits_line(kStart + 3s));
  EXPECT_TRUE(throttle.admits_line(kStart + 4s));
}

}  // namespace
}  // namespace vitrine::protocols
