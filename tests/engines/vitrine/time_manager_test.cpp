#include "engines/vitrine/time_manager.h"

#include <gtest/gtest.h>

#include <vector>

#include "chess/support.h"

namespace vitrine::engines::flagship {

using namespace std::chrono_literals;

namespace {

const std::vector<Milliseconds> kRemaining = {-5s,   -1ms, 0ms, 1ms, 2ms, 10ms, 11ms,  50ms,   100ms,
                                              500ms, 1s,   5s,  10s, 60s, 300s, 3600s, 86'400s};
const std::vector<Milliseconds> kIncrement = {0ms, 1ms, 10ms, 100ms, 1s, 10s, 60s};
const std::vector<Milliseconds> kOverhead = {0ms, 10ms, 100ms, 5s};
const std::vector<std::optional<int>> kMovesToGo = {{}, -3, 0, 1, 2, 3, 10, 40, 1000};

std::string to_text(const TimeLeft& left, Milliseconds overhead) {
  return std::to_string(left.remaining.count()) + " ms left, +" + std::to_string(left.increment.count()) +
         ", " + (left.moves_to_go ? std::to_string(*left.moves_to_go) : "no") + " moves to go, overhead " +
         std::to_string(overhead.count());
}

template <class Visit>
void for_clocks(Visit visit) {
  for (const Milliseconds overhead : kOverhead)
    for (const Milliseconds increment : kIncrement)
      for (const auto moves_to_go : kMovesToGo)
        for (const Milliseconds remaining : kRemaining)
          visit(TimeLeft{remaining, increment, moves_to_go}, overhead);
}

IterationResult result(const char* move, int score, std::uint64_t nodes_on_best) {
  return {chess::move(chess::Position::initial(), move), score, nodes_on_best, 1000};
}

}  // namespace

TEST(VitrineTime, NeverPassesWhatIsLeft) {
  for_clocks([](const TimeLeft& left, Milliseconds overhead) {
    const TimeBudget budget = budget_for(left, overhead);
    const std::string clock = to_text(left, overhead);
    // Nobody can answer in no time at all.
    const Milliseconds most = std::max(1ms, left.remaining - overhead);
    EXPECT_GE(budget.share, 1ms) << clock;
    EXPECT_LE(budget.share, budget.limit) << clock;
    EXPECT_LE(budget.limit, most) << clock;
    if (most > 20ms) {
      EXPECT_LT(budget.limit, most) << clock;  // something stays for the next move
    }
  });
}

// Games at 1 s + 0.01 s were lost on time when 26 to 83 ms were left and the machine took its time to wake
// us.
TEST(VitrineTime, KeepsSomeInHandWhenItLivesFromTheIncrement) {
  TimeLeft left{.remaining = 1s, .increment = 10ms};
  for (int move = 0; move < 300; ++move) {
    left.remaining -= std::max(1ms, budget_for(left, 10ms).share * 5 / 4);  // a doubtful position
    EXPECT_GT(left.remaining, 100ms) << move;
    left.remaining += left.increment;
  }
  // Even after the longest move it survives 60 ms of standstill in another one.
  left.remaining -= budget_for(left, 10ms).limit;
  left.remaining += left.increment;
  EXPECT_GT(left.remaining - budget_for(left, 10ms).limit - 60ms, 0ms);
}

TEST(VitrineTime, TakesMoreWhereThereIsMore) {
  for_clocks([](const TimeLeft& left, Milliseconds overhead) {
    const TimeBudget budget = budget_for(left, overhead);
    const auto expect_no_less = [&](const TimeLeft& richer, Milliseconds less_overhead) {
      const TimeBudget more = budget_for(richer, less_overhead);
      EXPECT_GE(more.share, budget.share)
          << to_text(left, overhead) << " against " << to_text(richer, less_overhead);
      EXPECT_GE(more.limit, budget.limit)
          << to_text(left, overhead) << " against " << to_text(richer, less_overhead);
    };
    expect_no_less({left.remaining + 1ms, left.increment, left.moves_to_go}, overhead);
    expect_no_less({left.remaining + 1s, left.increment, left.moves_to_go}, overhead);
    expect_no_less({left.remaining * 2, left.increment, left.moves_to_go},
                   left.remaining < 0ms ? 0ms : overhead);
    expect_no_less({left.remaining, left.increment + 100ms, left.moves_to_go}, overhead);
    expect_no_less(left, overhead / 2);
    if (left.moves_to_go && *left.moves_to_go > 1)
      expect_no_less({left.remaining, left.increment, *left.moves_to_go - 1}, overhead);
  });
}

TEST(VitrineTime, SharesAClockSensibly) {
  const struct {
    TimeLeft left;
    Milliseconds least;
    Milliseconds most;
  } rows[] = {
      {{60s, 0ms, {}}, 1s, 4s},       // enough for some twenty moves and more to come
      {{60s, 1s, {}}, 1500ms, 5s},    // and most of what is added
      {{1s, 10s, {}}, 150ms, 700ms},  // however much will be added, it is not there yet
      {{100s, 0ms, 40}, 2s, 3s},      // a fair part
      {{100s, 0ms, 2}, 40s, 50s},    {{100s, 0ms, 1}, 60s, 90s},  // the last move before more time comes
      {{100s, 0ms, 0}, 60s, 90s},                                 // which some runners count from 0
      {{0ms, 0ms, {}}, 1ms, 1ms},    {{-3s, 0ms, {}}, 1ms, 1ms}, {{-3s, 5s, 10}, 1ms, 1ms},
  };
  for (const auto& [left, least, most] : rows) {
    const TimeBudget budget = budget_for(left, 10ms);
    EXPECT_GE(budget.share, least) << to_text(left, 10ms);
    EXPECT_LE(budget.share, most) << to_text(left, 10ms);
  }
}

// Sixty moves on shares alone never lose on time, with and without an increment.
TEST(VitrineTime, LastsForAGame) {
  for (const Milliseconds increment : {0ms, 100ms, 2000ms})
    for (const Milliseconds start : {5s, 10s, 180s}) {
      Milliseconds left = start;
      for (int move = 0; move < 60; ++move) {
        const TimeBudget budget = budget_for({left, increment, {}}, 10ms);
        left -= budget.share + 10ms;
        ASSERT_GE(left, 0ms) << start.count() << '+' << increment.count() << ", move " << move;
        left += increment;
      }
    }
}

TEST(VitrineTime, GivesASettledMoveLess) {
  Settledness settled;
  double last = settled.note(result("e2e4", 20, 900));
  for (int i = 0; i < 8; ++i) {
    const double now = settled.note(result("e2e4", 20, 900));
    EXPECT_LT(now, last);
    EXPECT_GT(now, 0.0);
    last = now;
  }
  EXPECT_LT(last, 1.0);
  EXPECT_GT(settled.note(result("d2d4", 20, 900)), last);
}

TEST(VitrineTime, GivesADoubtfulMoveMore) {
  const auto after = [](const IterationResult& next) {
    Settledness settled;
    for (int i = 0; i < 5; ++i) (void)settled.note(result("e2e4", 20, 600));
    return settled.note(next);
  };
  const double steady = after(result("e2e4", 20, 600));
  EXPECT_GT(after(result("e2e4", -60, 600)), steady);  // it turns out worse
  EXPECT_LT(after(result("e2e4", 60, 600)), steady);
  EXPECT_GT(after(result("d2d4", 20, 600)), steady);  // another move
  EXPECT_GT(after(result("e2e4", 20, 200)), steady);  // most work goes into its rivals
  EXPECT_LT(after(result("e2e4", 20, 950)), steady);
  // However bad it gets, within reason.
  EXPECT_LT(after(result("d2d4", -30'000, 0)), 5.0);
  EXPECT_GT(after(result("e2e4", 30'000, 1000)), 0.1);
}

}  // namespace vitrine::engines::flagship
