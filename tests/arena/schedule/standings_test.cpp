#include "arena/schedule/standings.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace vitrine::arena {
namespace {

// One game, from White's view.
EncounterResult game(int white, int black, GameScore score, int round = 0) {
  EncounterResult result{.encounter = {white, black, round}, .as_white = {}, .as_black = {}};
  result.as_white.add(score);
  return result;
}
constexpr GameScore W = GameScore::win, D = GameScore::draw, L = GameScore::loss;

const Standing& of(const std::vector<Standing>& table, int player) {
  return *std::find_if(table.begin(), table.end(), [&](const Standing& s) { return s.player == player; });
}

std::vector<int> order(const std::vector<Standing>& table) {
  std::vector<int> players;
  for (const Standing& s : table) players.push_back(s.player);
  return players;
}
std::vector<int> ranks(const std::vector<Standing>& table) {
  std::vector<int> result;
  for (const Standing& s : table) result.push_back(s.rank);
  return result;
}

// Four players, six games; everything below is added up by hand.
const std::vector<EncounterResult> kFour = {game(0, 1, W), game(2, 0, D), game(0, 3, L),
                                            game(1, 2, W), game(3, 1, L), game(2, 3, W)};

TEST(Standings, CountTieBreaks) {
  const std::vector<Standing> table = standings(4, kFour, {}, kRoundRobinTieBreaks);
  struct Row {
    int player;
    double points, buchholz, cut1, median, sonneborn_berger;
    int wins, blacks;
  };
  for (const Row& row : {Row{0, 1.5, 4.5, 3.5, 1.5, 2.75, 1, 1}, Row{1, 2, 4, 3, 1.5, 2.5, 2, 2},
                         Row{2, 1.5, 4.5, 3.5, 1.5, 1.75, 1, 1}, Row{3, 1, 5, 3.5, 1.5, 1.5, 1, 2}}) {
    const Standing& s = of(table, row.player);
    EXPECT_EQ(s.points, row.points) << row.player;
    EXPECT_EQ(s.buchholz, row.buchholz) << row.player;
    EXPECT_EQ(s.buchholz_cut1, row.cut1) << row.player;
    EXPECT_EQ(s.median_buchholz, row.median) << row.player;
    EXPECT_EQ(s.sonneborn_berger, row.sonneborn_berger) << row.player;
    EXPECT_EQ(s.wins, row.wins) << row.player;
    EXPECT_EQ(s.blacks, row.blacks) << row.player;
  }
  // 0 and 2 drew with each other; Sonneborn-Berger tells them apart.
  EXPECT_EQ(order(table), (std::vector<int>{1, 0, 2, 3}));
  EXPECT_EQ(ranks(table), (std::vector<int>{1, 2, 3, 4}));
  EXPECT_EQ(of(table, 0).direct_encounter, 0.5);
}

TEST(Standings, WithoutTieBreaksRanksAreShared) {
  const std::vector<Standing> table = standings(4, kFour, {}, {});
  EXPECT_EQ(order(table), (std::vector<int>{1, 0, 2, 3}));
  EXPECT_EQ(ranks(table), (std::vector<int>{1, 2, 2, 4}));
}

TEST(Standings, DirectEncounterDecidesBetweenThoseWhoMet) {
  // 0 and 1 tie on 2 of 3; 1 won their game.
  const std::vector<EncounterResult> met = {game(0, 1, L), game(0, 2, W), game(0, 3, W),
                                            game(1, 2, W), game(1, 3, L), game(2, 3, W)};
  const TieBreak direct[] = {TieBreak::direct_encounter};
  EXPECT_EQ(order(standings(4, met, {}, direct)), (std::vector<int>{1, 0, 2, 3}));
  EXPECT_EQ(ranks(standings(4, met, {}, direct)), (std::vector<int>{1, 2, 3, 4}));
  // It says nothing of those who never met.
  const std::vector<EncounterResult> not_met = {game(0, 2, W), game(1, 3, W)};
  EXPECT_EQ(ranks(standings(4, not_met, {}, direct)), (std::vector<int>{1, 1, 3, 3}));
}

TEST(Standings, WinsAndBlacksComeLast) {
  // 0 won and lost, 1 drew twice.
  const std::vector<EncounterResult> results = {game(0, 2, W), game(0, 3, L), game(1, 2, D), game(1, 3, D)};
  const TieBreak wins[] = {TieBreak::wins};
  EXPECT_EQ(of(standings(4, results, {}, wins), 0).rank, 2);
  EXPECT_EQ(of(standings(4, results, {}, wins), 1).rank, 3);
  const std::vector<EncounterResult> colours = {game(0, 1, D), game(2, 0, D), game(1, 2, D),
                                                game(3, 0, D), game(3, 1, D), game(3, 2, D)};
  const TieBreak blacks[] = {TieBreak::more_blacks};
  EXPECT_EQ(ranks(standings(4, colours, {}, blacks)), (std::vector<int>{1, 1, 1, 4}));
}

// A bye is a win against somebody with one's own final score: 2 points, so Buchholz 2 + 1 and
// Sonneborn-Berger 2 + 1.
TEST(Standings, ByesCountAgainstOneself) {
  const std::vector<EncounterResult> results = {game(0, 1, W, 0), game(2, 0, L, 1)};
  const std::vector<Bye> byes = {{2, 0, 2}, {1, 1, 2}};
  const std::vector<Standing> table = standings(3, results, byes, kSwissTieBreaks);
  EXPECT_EQ(of(table, 0).points, 2);
  EXPECT_EQ(of(table, 0).buchholz, 2);
  EXPECT_EQ(of(table, 1).points, 1);
  EXPECT_EQ(of(table, 1).byes, 1);
  EXPECT_EQ(of(table, 1).buchholz, 2 + 1);
  EXPECT_EQ(of(table, 1).sonneborn_berger, 1);
  EXPECT_EQ(of(table, 1).wins, 0);
  EXPECT_EQ(of(table, 1).games, (Tally{0, 0, 1}));
  EXPECT_EQ(of(table, 1).blacks, 1);
  EXPECT_EQ(of(table, 2).blacks, 0);
  // 1 and 2 are equal but for the colour.
  EXPECT_EQ(order(table), (std::vector<int>{0, 1, 2}));
  EXPECT_EQ(ranks(table), (std::vector<int>{1, 2, 3}));
}

// An encounter of two games: both count for points, the opponent once.
TEST(Standings, EncountersMayHaveTwoGames) {
  EncounterResult pair{.encounter = {0, 1, 0}, .as_white = {1, 0, 0}, .as_black = {0, 1, 0}};
  const std::vector<EncounterResult> results = {pair};
  const std::vector<Bye> byes = {{2, 0, 4}};
  const std::vector<Standing> table = standings(3, results, byes, kSwissTieBreaks);
  EXPECT_EQ(of(table, 0).points, 1.5);
  EXPECT_EQ(of(table, 1).points, 0.5);
  EXPECT_EQ(of(table, 2).points, 2);
  EXPECT_EQ(of(table, 0).buchholz, 0.5);
  EXPECT_EQ(of(table, 0).sonneborn_berger, 0.75);
  EXPECT_EQ(of(table, 0).blacks, 1);
  EXPECT_EQ(of(table, 1).blacks, 1);
}

TEST(Standings, OfNobody) { EXPECT_TRUE(standings(0, {}, {}, kSwissTieBreaks).empty()); }

TEST(CrossTable, HoldsBothViews) {
  const std::vector<EncounterResult> results = {game(0, 1, W), game(1, 0, D)};
  const CrossTable table(3, results);
  EXPECT_EQ(table.at(0, 1), (Tally{1, 1, 0}));
  EXPECT_EQ(table.at(1, 0), (Tally{0, 1, 1}));
  EXPECT_EQ(table.at(0, 2), Tally{});
  EXPECT_EQ(table.players(), 3);
}

}  // namespace
}  // namespace vitrine::arena
