#include "arena/schedule/berger.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <vector>

namespace vitrine::arena {
namespace {

// "1-4 2-3 | 4-3 1-2": players from 1, White first, rounds apart.
std::string to_text(const std::vector<Encounter>& encounters) {
  std::string text;
  int round = 0;
  for (const Encounter& e : encounters) {
    if (!text.empty()) text += e.round == round ? " " : " | ";
    round = e.round;
    text += std::to_string(e.first + 1) + "-" + std::to_string(e.second + 1);
  }
  return text;
}

// FIDE's handbook, C.05 annex 1.
TEST(Berger, TablesAreFides) {
  EXPECT_EQ(to_text(round_robin(4)), "1-4 2-3 | 4-3 1-2 | 2-4 3-1");
  EXPECT_EQ(to_text(round_robin(6)), "1-6 2-5 3-4 | 6-4 5-3 1-2 | 2-6 3-1 4-5 | 6-5 1-4 2-3 | 3-6 4-2 5-1");
  EXPECT_EQ(to_text(round_robin(8)),
            "1-8 2-7 3-6 4-5 | 8-5 6-4 7-3 1-2 | 2-8 3-1 4-7 5-6 | 8-6 7-5 1-4 2-3 | 3-8 4-2 5-1 6-7 | "
            "8-7 1-6 2-5 3-4 | 4-8 5-3 6-2 7-1");
}

// With five, whoever would meet number 6 is free.
TEST(Berger, OddNumbersLeaveOneFree) {
  EXPECT_EQ(to_text(round_robin(5)), "2-5 3-4 | 5-3 1-2 | 3-1 4-5 | 1-4 2-3 | 4-2 5-1");
}

TEST(Berger, TheSecondCycleReversesColoursAndTheLastTwoRoundsChangePlaces) {
  EXPECT_EQ(to_text(round_robin(4, 2)), "1-4 2-3 | 2-4 3-1 | 4-3 1-2 | 4-1 3-2 | 3-4 2-1 | 4-2 1-3");
  EXPECT_EQ(to_text(round_robin(2, 3)), "1-2 | 2-1 | 1-2");
}

TEST(Berger, SmallNumbers) {
  EXPECT_TRUE(round_robin(0).empty());
  EXPECT_TRUE(round_robin(1, 2).empty());
  EXPECT_TRUE(round_robin(6, 0).empty());
  EXPECT_EQ(to_text(round_robin(2)), "1-2");
  EXPECT_EQ(to_text(round_robin(3)), "2-3 | 1-2 | 3-1");
}

TEST(Berger, EverybodyMeetsEverybodyOnceInACycle) {
  for (int n = 2; n <= 33; ++n)
    for (int cycles = 1; cycles <= 3; ++cycles) {
      std::map<std::pair<int, int>, int> met;
      std::map<int, std::set<int>> busy;
      std::vector<int> whites(static_cast<std::size_t>(n), 0);
      for (const Encounter& e : round_robin(n, cycles)) {
        ++met[std::minmax(e.first, e.second)];
        EXPECT_TRUE(busy[e.round].insert(e.first).second);
        EXPECT_TRUE(busy[e.round].insert(e.second).second);
        ++whites[static_cast<std::size_t>(e.first)];
      }
      EXPECT_EQ(met.size(), static_cast<std::size_t>(n * (n - 1) / 2));
      for (const auto& [pair, times] : met) EXPECT_EQ(times, cycles);
      EXPECT_EQ(busy.size(), static_cast<std::size_t>(cycles * (n - 1 + n % 2)));
      for (const int white : whites) EXPECT_NEAR(white, cycles * (n - 1) / 2.0, 0.5) << n;
    }
}

TEST(Berger, NobodyHasAColourThreeTimesRunningInTwoCycles) {
  for (int n = 3; n <= 32; ++n) {
    std::vector<std::string> colours(static_cast<std::size_t>(n));
    for (const Encounter& e : round_robin(n, 2)) {
      colours[static_cast<std::size_t>(e.first)] += 'W';
      colours[static_cast<std::size_t>(e.second)] += 'B';
    }
    for (const std::string& c : colours) {
      EXPECT_EQ(c.find("WWW"), std::string::npos) << n << ' ' << c;
      EXPECT_EQ(c.find("BBB"), std::string::npos) << n << ' ' << c;
    }
  }
}

TEST(Gauntlet, IsOneAgainstAll) {
  EXPECT_EQ(to_text(gauntlet(4)), "1-2 | 3-1 | 1-4");
  EXPECT_EQ(to_text(gauntlet(4, 1, 2)), "1-2 | 3-1 | 1-4 | 2-1 | 1-3 | 4-1");
  EXPECT_TRUE(gauntlet(1).empty());
  EXPECT_TRUE(gauntlet(3, 3).empty());
  EXPECT_TRUE(gauntlet(3, 0).empty());
}

TEST(Gauntlet, SeedsMeetAllOthersButNotEachOther) {
  for (int n = 2; n <= 12; ++n)
    for (int seeds = 1; seeds < n; ++seeds) {
      std::set<std::pair<int, int>> met;
      std::set<std::pair<int, int>> busy;
      for (const Encounter& e : gauntlet(n, seeds)) {
        EXPECT_TRUE(met.insert(std::minmax(e.first, e.second)).second);
        EXPECT_LT(std::min(e.first, e.second), seeds);
        EXPECT_GE(std::max(e.first, e.second), seeds);
        EXPECT_TRUE(busy.insert({e.round, e.first}).second);
        EXPECT_TRUE(busy.insert({e.round, e.second}).second);
      }
      EXPECT_EQ(met.size(), static_cast<std::size_t>(seeds * (n - seeds)));
    }
}

TEST(Pyramid, EachMeetsAllBefore) {
  EXPECT_EQ(to_text(pyramid(4)), "2-1 | 3-1 2-3 | 4-1 2-4 4-3");
  EXPECT_EQ(to_text(pyramid(3, 2)), "2-1 | 3-1 2-3 | 1-2 | 1-3 3-2");
  EXPECT_TRUE(pyramid(1).empty());
}

}  // namespace
}  // namespace vitrine::arena
