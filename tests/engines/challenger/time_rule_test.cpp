#include "engines/challenger/time_rule.h"

#include <gtest/gtest.h>

namespace vitrine::engines::challenger {

using namespace std::chrono_literals;

namespace {

struct Row {
  TimeLeft left;
  int men;
  Milliseconds time;
};

}  // namespace

TEST(ChallengerTimeRule, SharesTheStartingTime) {
  for (const auto& [left, men, time] : {
           Row{{60s, 60s, 0s, {}}, 32, 600ms},  // 1%
           Row{{60s, 60s, 0s, {}}, 21, 600ms},
           Row{{60s, 60s, 0s, {}}, 20, 3s},         // 5%
           Row{{60s, 60s, 1s, {}}, 32, 1600ms},     // and the increment
           Row{{60s, 6s, 0s, {}}, 20, 3s},          // twice the base is left: still the base
           Row{{60s, 5999ms, 0s, {}}, 20, 1499ms},  // less: a quarter of it
           Row{{60s, 1s, 0s, {}}, 32, 250ms},
           Row{{60s, 5999ms, 2s, {}}, 20, 1499ms},
           Row{{300s, 300s, 0s, 40}, 32, 3s},
           Row{{300s, 100s, 0s, 20}, 15, 5s},  // a fair share before the time control
           Row{{300s, 1s, 0s, 1}, 15, 250ms},
       })
    EXPECT_EQ(time_for_move(left, men), time) << left.remaining.count() << " " << men;
}

TEST(ChallengerTimeRule, NeverTakesTheLast) {
  EXPECT_EQ(time_for_move({60s, 1010ms, 30s, {}}, 32), 252ms);
  EXPECT_EQ(time_for_move({1s, 100ms, 10s, {}}, 32), 80ms);
  EXPECT_EQ(time_for_move({1s, 20ms, 10s, {}}, 32), 0ms);
  EXPECT_EQ(time_for_move({1s, -50ms, 10s, {}}, 32), 0ms);
}

TEST(ChallengerTimeRule, TakesOtherCoefficients) {
  EXPECT_EQ(time_for_move({60s, 60s, 0s, {}}, 32, {.opening_share = 0.02}), 1200ms);
  EXPECT_EQ(time_for_move({60s, 60s, 0s, {}}, 12, {.later_share = 0.1, .many_men = 10}), 600ms);
}

}  // namespace vitrine::engines::challenger
