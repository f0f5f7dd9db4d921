#include "arena/schedule/swiss.h"

#include <gtest/gtest.h>

#include <string>

namespace vitrine::arena {
namespace {

constexpr chess::Color kWhite = chess::Color::white, kBlack = chess::Color::black;

std::vector<chess::Color> colours(const std::string& text) {
  std::vector<chess::Color> result;
  for (const char c : text) result.push_back(c == 'W' ? kWhite : kBlack);
  return result;
}

// "1-5 6-2": players from 1, White first; a bye as "5-".
std::string to_text(const SwissRound& round) {
  std::string text;
  for (const Encounter& e : round.encounters)
    text += (text.empty() ? "" : " ") + std::to_string(e.first + 1) + "-" + std::to_string(e.second + 1);
  if (round.bye) text += (text.empty() ? "" : " ") + std::to_string(*round.bye + 1) + "-";
  return text;
}

EncounterResult game(int white, int black, GameScore score, int round) {
  EncounterResult result{.encounter = {white - 1, black - 1, round}, .as_white = {}, .as_black = {}};
  result.as_white.add(score);
  return result;
}
constexpr GameScore W = GameScore::win, D = GameScore::draw, L = GameScore::loss;

TEST(ColourPreference, HasFideStrengths) {
  struct Row {
    const char* history;
    ColourPreference preference;
  };
  for (const auto& [history, preference] : {
           Row{"", {PreferenceStrength::none, kWhite}},
           Row{"W", {PreferenceStrength::strong, kBlack}},
           Row{"B", {PreferenceStrength::strong, kWhite}},
           Row{"WB", {PreferenceStrength::mild, kWhite}},
           Row{"BW", {PreferenceStrength::mild, kBlack}},
           Row{"WW", {PreferenceStrength::absolute, kBlack}},
           Row{"WBB", {PreferenceStrength::absolute, kWhite}},
           Row{"BWBB", {PreferenceStrength::absolute, kWhite}},
           Row{"WBW", {PreferenceStrength::strong, kBlack}},
           Row{"WWBW", {PreferenceStrength::absolute, kBlack}},  // three to one
           Row{"BWWB", {PreferenceStrength::mild, kWhite}},
       })
    EXPECT_EQ(colour_preference(colours(history)), preference) << history;
}

// The top half against the bottom half, colours alternating down the list.
TEST(Swiss, FirstRoundFoldsTheList) {
  EXPECT_EQ(to_text(pair_swiss(std::vector<SwissPlayer>(8), 0)), "1-5 6-2 3-7 8-4");
  EXPECT_EQ(to_text(pair_swiss(std::vector<SwissPlayer>(5), 0)), "1-3 4-2 5-");
  EXPECT_EQ(to_text(pair_swiss(std::vector<SwissPlayer>(2), 0)), "1-2");
  EXPECT_EQ(to_text(pair_swiss(std::vector<SwissPlayer>(1), 0)), "1-");
  EXPECT_EQ(to_text(pair_swiss({}, 0)), "");
}

TEST(Swiss, RoundNumberIsPassedOn) {
  EXPECT_EQ(pair_swiss(std::vector<SwissPlayer>(2), 7).encounters[0].round, 7);
}

// After 1-5 6-2 3-7 8-4 with the higher seeds winning: winners 1..4 and losers 5..8 fold again, and colours
// turn.
TEST(Swiss, WinnersMeetWinners) {
  const std::vector<EncounterResult> results = {game(1, 5, W, 0), game(6, 2, L, 0), game(3, 7, W, 0),
                                                game(8, 4, L, 0)};
  const std::vector<SwissPlayer> players = swiss_players(8, results, {});
  // 1-3 and 2-4 would be the fold, but 1 and 3 both had White, 2 and 4 both Black. The Dutch system changes
  // the order of the bottom half before it would let 1 meet 2.
  EXPECT_EQ(to_text(pair_swiss(players, 1)), "4-1 2-3 5-8 7-6");
}

// 1 and 2 lead and must both have Black: neither can meet the other.
TEST(Swiss, AbsoluteColoursKeepPlayersApart) {
  std::vector<SwissPlayer> players(4);
  players[0] = {.half_points = 4, .colours = colours("WW"), .opponents = {}};
  players[1] = {.half_points = 4, .colours = colours("WW"), .opponents = {}};
  players[2] = {.half_points = 2, .colours = colours("BW"), .opponents = {}};
  players[3] = {.half_points = 2, .colours = colours("WB"), .opponents = {}};
  EXPECT_EQ(to_text(pair_swiss(players, 2)), "3-1 4-2");
  // In the last round the leaders meet all the same.
  EXPECT_EQ(to_text(pair_swiss(players, 2, {.top_score = 2})), "2-1 4-3");
}

TEST(Swiss, NobodyMeetsTwiceWhileThereIsAnother) {
  // 1 has met 2 and 3, so the leader gets 4, however far below.
  std::vector<SwissPlayer> players(4);
  players[0] = {.half_points = 4, .colours = colours("WB"), .opponents = {1, 2}};
  players[1] = {.half_points = 2, .colours = colours("BW"), .opponents = {0, 3}};
  players[2] = {.half_points = 2, .colours = colours("BW"), .opponents = {3, 0}};
  players[3] = {.half_points = 0, .colours = colours("WB"), .opponents = {2, 1}};
  EXPECT_EQ(to_text(pair_swiss(players, 2)), "1-4 3-2");
}

TEST(Swiss, RepeatsAsFewAsPossibleWhereAllHaveMet) {
  std::vector<SwissPlayer> two(2);
  two[0] = {.half_points = 2, .colours = colours("W"), .opponents = {1}};
  two[1] = {.half_points = 0, .colours = colours("B"), .opponents = {0}};
  EXPECT_EQ(to_text(pair_swiss(two, 1)), "2-1");

  // 1 and 2 met twice, 3 and 4 twice, all others once: everybody repeats, but nobody a third time.
  std::vector<SwissPlayer> four(4);
  four[0] = {.half_points = 8, .colours = colours("WBWB"), .opponents = {1, 2, 3, 1}};
  four[1] = {.half_points = 8, .colours = colours("BWBW"), .opponents = {0, 3, 2, 0}};
  four[2] = {.half_points = 0, .colours = colours("WBWB"), .opponents = {3, 0, 1, 3}};
  four[3] = {.half_points = 0, .colours = colours("BWBW"), .opponents = {2, 1, 0, 2}};
  const SwissRound round = pair_swiss(four, 4);
  for (const Encounter& e : round.encounters) EXPECT_NE(e.first / 2, e.second / 2) << to_text(round);
}

TEST(Swiss, ByesGoToTheLowestWhoHadNone) {
  std::vector<SwissPlayer> players(3);
  players[0] = {.half_points = 2, .colours = colours("W"), .opponents = {1}};
  players[1] = {.half_points = 0, .colours = colours("B"), .opponents = {0}};
  players[2] = {.half_points = 2, .colours = {}, .opponents = {}, .byes = 1, .last_float = Float::down};
  EXPECT_EQ(to_text(pair_swiss(players, 1)), "3-1 2-");
}

TEST(Swiss, NobodyFloatsDownTwiceRunning) {
  // Three leaders; the last of them, 3, floated down before, so 2 does now.
  std::vector<SwissPlayer> players(4);
  for (std::size_t i = 0; i < 4; ++i)
    players[i] = {.half_points = i < 3 ? 2 : 0, .colours = colours("WB"), .opponents = {}};
  EXPECT_EQ(to_text(pair_swiss(players, 2)), "1-2 3-4");
  players[2].last_float = Float::down;
  EXPECT_EQ(to_text(pair_swiss(players, 2)), "1-3 2-4");
}

TEST(Swiss, WhoLeftIsNotPaired) {
  std::vector<SwissPlayer> players(5);
  players[1].active = false;
  EXPECT_EQ(to_text(pair_swiss(players, 0)), "1-4 3-5");
}

// One unplayed round, a draw, and floats: what the players look like after two rounds of three.
TEST(Swiss, StateFollowsFromResults) {
  const std::vector<EncounterResult> results = {game(3, 1, D, 1), game(1, 2, W, 0)};  // in any order
  const std::vector<Bye> byes = {{2, 0, 2}, {1, 1, 2}};
  const std::vector<SwissPlayer> players = swiss_players(3, results, byes);
  EXPECT_EQ(players[0].half_points, 3);
  EXPECT_EQ(players[0].colours, colours("WB"));
  EXPECT_EQ(players[0].opponents, (std::vector<int>{1, 2}));
  EXPECT_EQ(players[0].last_float, Float::none);
  EXPECT_EQ(players[1].half_points, 2);
  EXPECT_EQ(players[1].byes, 1);
  EXPECT_EQ(players[1].last_float, Float::down);
  EXPECT_EQ(players[2].half_points, 3);
  EXPECT_EQ(players[2].colours, colours("W"));

  const std::vector<EncounterResult> floated = {game(1, 2, W, 0), game(3, 4, W, 0), game(4, 1, D, 1),
                                                game(2, 3, D, 1)};
  const std::vector<SwissPlayer> after = swiss_players(4, floated, {});
  EXPECT_EQ(after[0].last_float, Float::down);
  EXPECT_EQ(after[1].last_float, Float::up);
  EXPECT_EQ(after[2].last_float, Float::down);
  EXPECT_EQ(after[3].last_float, Float::up);
}

TEST(Swiss, UsualNumberOfRounds) {
  struct Row {
    int players, rounds;
  };
  for (const auto& [players, rounds] :
       {Row{0, 0}, Row{1, 0}, Row{2, 1}, Row{3, 3}, Row{4, 3}, Row{5, 5}, Row{6, 5}, Row{8, 5}, Row{9, 6},
        Row{16, 6}, Row{17, 7}, Row{64, 8}, Row{128, 9}})
    EXPECT_EQ(usual_swiss_rounds(players), rounds) << players;
}

}  // namespace
}  // namespace vitrine::arena
