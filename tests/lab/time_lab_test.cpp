#include "lab/time_lab.h"

#include <gtest/gtest.h>

#include "lab/time_plot.h"

namespace vitrine::lab {

namespace {

using namespace std::chrono_literals;
using Kind = TimeRule::Kind;

// So many moves with one count of men, then the rest with another.
MenByMove men(std::size_t first, int many, std::size_t rest, int few) {
  MenByMove all(first, many);
  all.resize(first + rest, few);
  return all;
}

}  // namespace

// 3+2 by hand: 1% of 180 s and 2 s while more than 20 men are on the board, then 5% and 2 s.
TEST(TimeLab, AncestorsFormulaByHand) {
  const auto points = simulate({Kind::ancestor}, {3min, 2s}, men(2, 21, 2, 20));
  ASSERT_EQ(points.size(), 4U);
  EXPECT_EQ(points[0].remaining, 180'000ms);
  EXPECT_EQ(points[0].allotted, 3'800ms);
  EXPECT_EQ(points[1].remaining, 178'200ms);  // 180 - 3.8 + 2
  EXPECT_EQ(points[1].allotted, 3'800ms);
  EXPECT_EQ(points[2].remaining, 176'400ms);
  EXPECT_EQ(points[2].allotted, 11'000ms);    // 9 + 2
  EXPECT_EQ(points[3].remaining, 167'400ms);  // 176.4 - 11 + 2
  EXPECT_EQ(points[3].move, 4);
  EXPECT_EQ(points[3].men, 20);
}

// 1+0 with few men: 3 s a move until twice that is more than what is left; then a quarter of the rest.
TEST(TimeLab, AncestorsLastQuarter) {
  const auto points = simulate({Kind::ancestor}, {1min, 0s}, men(0, 0, 25, 10));
  ASSERT_EQ(points.size(), 25U);
  for (int i = 0; i < 19; ++i) EXPECT_EQ(points[static_cast<std::size_t>(i)].allotted, 3s) << i;
  EXPECT_EQ(points[18].remaining, 6s);  // 60 - 18 · 3: twice 3 s is not more than that
  EXPECT_EQ(points[19].remaining, 3s);
  EXPECT_EQ(points[19].allotted, 750ms);
  EXPECT_EQ(points[20].remaining, 2250ms);
  EXPECT_EQ(points[20].allotted, 562ms);
}

TEST(TimeLab, AncestorsCoefficientsMove) {
  const TimeRule rule{Kind::ancestor, 0.02, 0.1, 24};
  const auto points = simulate(rule, {5min, 0s}, men(1, 25, 1, 24));
  EXPECT_EQ(points[0].allotted, 6s);
  EXPECT_EQ(points[1].allotted, 30s);
}

// Each exhibit's own rule: a thirtieth of the clock and three quarters of the increment for two of them.
TEST(TimeLab, ExhibitsHaveTheirOwnRules) {
  for (const Kind kind : {Kind::negamax, Kind::mailbox}) {
    const auto points = simulate({kind}, {5min, 4s}, men(1, 32, 1, 32));
    EXPECT_EQ(points[0].allotted, 13s) << to_string(kind);       // 300/30 + 3
    EXPECT_EQ(points[1].remaining, 291s) << to_string(kind);     // 300 - 13 + 4
    EXPECT_EQ(points[1].allotted, 12'700ms) << to_string(kind);  // 9.7 + 3
  }
  EXPECT_EQ(simulate({Kind::challenger}, {1min, 0s}, men(1, 32, 0, 0))[0].allotted, 600ms);
  // 4.2% of all but 70 ms.
  EXPECT_EQ(simulate({Kind::vitrine}, {1min, 0s}, men(1, 32, 0, 0))[0].allotted, 2517ms);
}

TEST(TimeLab, NobodyLosesALongGameOnTime) {
  for (const Kind kind : kTimeRules)
    for (const GameTime& time : usual_game_times()) {
      const auto points = simulate({kind}, time, fitted(men_of_average_game(), 150));
      ASSERT_EQ(points.size(), 150U) << to_string(kind) << ' ' << to_string(time);
      for (const TimePoint& point : points) {
        ASSERT_GE(point.allotted, 0ms) << to_string(kind);
        ASSERT_LE(point.allotted, point.remaining) << to_string(kind) << ' ' << point.move;
      }
    }
}

// The flagship takes a millisecond even when there is none: the curve ends where the flag falls.
TEST(TimeLab, CurvesEndWhereTheFlagFalls) {
  const auto points = simulate({Kind::vitrine}, {1min, 0s}, fitted(men_of_average_game(), 1000));
  ASSERT_LT(points.size(), 1000U);
  EXPECT_GT(points.back().allotted, points.back().remaining);
}

TEST(TimeLab, UsualTimesAreThoseOfTheAncestor) {
  std::string all;
  for (const GameTime& time : usual_game_times()) all += to_string(time) + ' ';
  EXPECT_EQ(all, "1+0 1+1 2+1 3+0 3+2 5+0 5+3 ");
}

TEST(TimeLab, ReadsClocksAsPlayersWriteThem) {
  EXPECT_EQ(parse_game_time("3+2"), (GameTime{3min, 2s}));
  EXPECT_EQ(parse_game_time("0.5+0"), (GameTime{30s, 0s}));
  EXPECT_EQ(to_string(GameTime{30s, 100ms}), "0.5+0.1");
  for (const char* bad : {"", "3", "3+", "+2", "0+1", "-1+0", "1+-1", "3+2x", "nan+0", "1e9+0", "3 + 2"})
    EXPECT_FALSE(parse_game_time(bad)) << bad;
}

TEST(TimeLab, CountsMenInRealGames) {
  // White's moves come with 32, 32 and, after two captures, 30 men on the board.
  const auto games = notation::read_games("1. e4 d5 2. exd5 Qxd5 3. Nc3 Qa5 *\n\n1. e4 e5 2. Nf3 *");
  ASSERT_EQ(games.size(), 2U);
  EXPECT_EQ(men_of(games[0], chess::Color::white), (MenByMove{32, 32, 30}));
  EXPECT_EQ(men_of(games[0], chess::Color::black), (MenByMove{32, 31, 30}));
  const std::vector<MenByMove> both = {men_of(games[0], chess::Color::white), {32, 30}};
  EXPECT_EQ(mean_of(both), (MenByMove{32, 31, 30}));
}

TEST(TimeLab, AverageGameLosesMen) {
  const MenByMove& all = men_of_average_game();
  ASSERT_GE(all.size(), 80U);
  EXPECT_EQ(all.front(), 32);
  EXPECT_LT(all[39], 20);
  EXPECT_GE(all.back(), 2);
}

TEST(TimeLab, ChecksCoefficients) {
  EXPECT_EQ(check(TimeRule{}), "");
  EXPECT_NE(check(TimeRule{.early = -0.1}), "");
  EXPECT_NE(check(TimeRule{.late = 1.5}), "");
  EXPECT_NE(check(TimeRule{.pieces = 33}), "");
}

TEST(TimeLab, WritesCsvAndSvg) {
  const std::vector<TimeRule> rules = {{Kind::ancestor}, {Kind::mailbox}};
  const std::vector<GameTime> times = {{3min, 2s}};
  const auto curves = simulate_all(rules, times, men(1, 32, 0, 0));
  EXPECT_EQ(to_csv(curves),
            "rule,clock,move,men,allotted_ms,remaining_ms\n"
            "ancestor 0.01/0.05 at 20,3+2,1,32,3800,180000\n"
            "mailbox,3+2,1,32,7500,180000\n");
  const std::string svg = to_svg(curves);
  EXPECT_TRUE(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
  EXPECT_NE(svg.find(">3+2</text>"), std::string::npos);
  EXPECT_NE(svg.find(">mailbox</text>"), std::string::npos);
}

}  // namespace vitrine::lab
