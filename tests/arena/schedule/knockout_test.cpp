#include "arena/schedule/knockout.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "base/rng.h"

namespace vitrine::arena {
namespace {

constexpr MatchOutcome kOpen = MatchOutcome::undecided, kFirst = MatchOutcome::first_wins,
                       kSecond = MatchOutcome::second_wins;

EncounterResult result(int first, int second, const Tally& games) {
  return {.encounter = {first, second, 0}, .as_white = games, .as_black = {}};
}

std::string places_text(int players) {
  std::string text;
  for (const auto& place : bracket_places(players)) {
    if (!text.empty()) text += ' ';
    text += place ? std::to_string(*place + 1) : "-";
  }
  return text;
}

// cutechess's brackets, worked out by hand from its rule.
TEST(Knockout, SeedsAreSpreadAndByesGoToTheTop) {
  EXPECT_EQ(places_text(1), "1");
  EXPECT_EQ(places_text(2), "1 2");
  EXPECT_EQ(places_text(4), "1 3 2 4");
  EXPECT_EQ(places_text(8), "1 5 3 7 2 6 4 8");
  EXPECT_EQ(places_text(3), "1 - 2 3");
  EXPECT_EQ(places_text(5), "1 - 3 - 2 - 4 5");
  EXPECT_EQ(places_text(6), "1 - 3 5 2 - 4 6");
}

TEST(Knockout, BracketsAreSound) {
  for (int players = 2; players <= 130; ++players) {
    const auto places = bracket_places(players);
    std::set<int> seated;
    int byes = 0;
    for (std::size_t i = 0; i < places.size(); i += 2) {
      ASSERT_TRUE(places[i]) << players;
      seated.insert(*places[i]);
      if (places[i + 1]) seated.insert(*places[i + 1]);
      if (!places[i + 1]) ++byes;
    }
    EXPECT_EQ(seated.size(), static_cast<std::size_t>(players));
    EXPECT_EQ(byes, static_cast<int>(places.size()) - players);
    for (std::size_t i = 0; i < places.size(); i += 2)
      EXPECT_EQ(!places[i + 1], *places[i] < byes) << players;
    // The two best can meet in the final only.
    const auto half = places.begin() + static_cast<std::ptrdiff_t>(places.size() / 2);
    EXPECT_NE(std::find(places.begin(), half, 0), half);
    EXPECT_NE(std::find(half, places.end(), 1), places.end());
  }
}

TEST(MatchOutcome, BestOf) {
  struct Row {
    int games;
    Tally tally;
    MatchOutcome outcome;
  };
  for (const auto& [games, tally, outcome] : {
           Row{1, {}, kOpen},
           Row{1, {1, 0, 0}, kFirst},
           Row{1, {0, 1, 0}, kOpen},   // drawn: again with the other colour
           Row{1, {1, 1, 0}, kFirst},  //
           Row{1, {1, 2, 0}, kOpen},   // drawn again, and a lead in the middle of the next two
           Row{1, {1, 3, 0}, kFirst},
           Row{2, {1, 0, 0}, kOpen},   // the other can still level
           Row{2, {1, 1, 0}, kFirst},  //
           Row{2, {1, 0, 1}, kOpen},
           Row{2, {1, 0, 2}, kOpen},
           Row{2, {1, 1, 2}, kSecond},
           Row{5, {3, 0, 0}, kFirst},  // 6 of 10 in the pawn race's counting: clinched
           Row{5, {2, 1, 0}, kOpen},   // 5 of 10: two losses would level
           Row{5, {2, 2, 0}, kFirst},
           Row{5, {0, 5, 0}, kOpen},  // 5-5
           Row{5, {1, 5, 0}, kFirst},
           Row{5, {1, 6, 0}, kOpen},
           Row{5, {1, 7, 0}, kFirst},
       })
    EXPECT_EQ(match_outcome(tally, {MatchRule::best_of, games}), outcome)
        << games << ": +" << tally.wins << " =" << tally.draws << " -" << tally.losses;
}

TEST(MatchOutcome, Cutechess) {
  struct Row {
    int games;
    Tally tally;
    MatchOutcome outcome;
  };
  for (const auto& [games, tally, outcome] : {
           Row{1, {0, 1, 0}, kOpen},
           Row{1, {1, 1, 0}, kFirst},   // odd: any lead
           Row{3, {1, 1, 0}, kOpen},    // 3 half points are not more than 3
           Row{3, {2, 0, 0}, kFirst},   //
           Row{3, {0, 3, 1}, kSecond},  // 5 against 3
           Row{2, {1, 0, 0}, kOpen},    // 2 half points are not more than 2
           Row{2, {1, 1, 0}, kFirst},
           Row{2, {1, 2, 0}, kOpen},   // even: a lead of one after three games
           Row{2, {2, 1, 0}, kFirst},  // two points end it at once
           Row{2, {1, 2, 1}, kOpen},
           Row{2, {1, 3, 0}, kFirst},
           Row{4, {2, 1, 0}, kFirst},
           Row{4, {0, 4, 0}, kOpen},
           Row{4, {0, 4, 1}, kOpen},
           Row{4, {0, 5, 1}, kSecond},
       })
    EXPECT_EQ(match_outcome(tally, {MatchRule::cutechess, games}), outcome)
        << games << ": +" << tally.wins << " =" << tally.draws << " -" << tally.losses;
}

TEST(Knockout, GoesFromResultToResult) {
  const MatchSettings settings{MatchRule::best_of, 2};
  std::vector<EncounterResult> results;
  const auto open = [&] { return Knockout(6, settings, results).open_encounters(); };
  EXPECT_EQ(open(), (std::vector<Encounter>{{2, 4, 0}, {3, 5, 0}}));

  results.push_back(result(3, 5, {0, 1, 1}));
  EXPECT_EQ(open(), (std::vector<Encounter>{{2, 4, 0}, {1, 5, 1}}));
  results.push_back(result(2, 4, {1, 0, 1}));  // level: they play on
  EXPECT_EQ(open(), (std::vector<Encounter>{{2, 4, 0}, {1, 5, 1}}));
  results.push_back(result(4, 2, {0, 0, 2}));  // seen from the other side
  EXPECT_EQ(open(), (std::vector<Encounter>{{0, 2, 1}, {1, 5, 1}}));
  results.push_back(result(2, 4, {0, 0, 10}));  // after the decision: nothing
  results.push_back(result(0, 2, {2, 0, 0}));
  results.push_back(result(1, 5, {2, 0, 0}));
  EXPECT_EQ(open(), (std::vector<Encounter>{{0, 1, 2}}));
  EXPECT_FALSE(Knockout(6, settings, results).champion());
  results.push_back(result(0, 1, {0, 1, 1}));
  EXPECT_TRUE(open().empty());

  const Knockout end(6, settings, results);
  EXPECT_EQ(end.champion(), 1);
  ASSERT_EQ(end.rounds().size(), 3u);
  EXPECT_TRUE(end.rounds()[0][0].is_bye);
  EXPECT_EQ(end.rounds()[0][1].games, (Tally{3, 0, 1}));
  EXPECT_EQ(end.rounds()[0][3].winner, 5);
}

// With one game at a time, colours alternate within a match.
TEST(Knockout, SingleGamesAlternateColours) {
  const MatchSettings settings{MatchRule::best_of, 3};
  std::vector<EncounterResult> results = {result(0, 1, {0, 1, 0})};
  EXPECT_EQ(Knockout(2, settings, results).open_encounters(), (std::vector<Encounter>{{1, 0, 0}}));
  results.push_back(result(1, 0, {0, 1, 0}));
  EXPECT_EQ(Knockout(2, settings, results).open_encounters(), (std::vector<Encounter>{{0, 1, 0}}));
}

TEST(Knockout, OfOneIsOverBeforeItStarts) {
  const Knockout alone(1, {}, {});
  EXPECT_TRUE(alone.rounds().empty());
  EXPECT_TRUE(alone.open_encounters().empty());
  EXPECT_EQ(alone.champion(), 0);
}

// Whatever happens, an event of n players ends after n - 1 matches.
TEST(Knockout, AlwaysEnds) {
  base::Rng rng(1);
  for (int players = 2; players <= 40; ++players)
    for (const MatchRule rule : {MatchRule::best_of, MatchRule::cutechess}) {
      const MatchSettings settings{rule, 1 + players % 4};
      std::vector<EncounterResult> results;
      std::set<std::pair<int, int>> matches;
      for (;;) {
        const std::vector<Encounter> open = Knockout(players, settings, results).open_encounters();
        if (open.empty()) break;
        const Encounter e = open[rng.below(open.size())];
        matches.insert(std::minmax(e.first, e.second));
        Tally games;
        for (int game = 0; game < 2; ++game) games.add(static_cast<GameScore>(rng.below(3)));
        results.push_back(result(e.first, e.second, games));
      }
      EXPECT_TRUE(Knockout(players, settings, results).champion());
      EXPECT_EQ(matches.size(), static_cast<std::size_t>(players - 1));
    }
}

}  // namespace
}  // namespace vitrine::arena
