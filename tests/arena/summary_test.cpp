#include "arena/summary.h"

#include <gtest/gtest.h>

#include "arena/text_table.h"
#include "arena/tournament_support.h"

namespace vitrine::arena {
namespace {

using chess::Color;
using test::tournament_of;

// The games of a pair, from the first player's view.
void add_pair(ScoreBoard& scores, std::int64_t pair, int first, int second, GameScore one, GameScore other) {
  const auto winner = [](GameScore score, Color color) -> std::optional<Color> {
    if (score == GameScore::draw) return {};
    return score == GameScore::win ? color : !color;
  };
  scores.add({{pair, 0}, 2, first, second, winner(one, Color::white)});
  scores.add({{pair, 1}, 2, second, first, winner(other, Color::black)});
}

Progress progress_of(ScoreBoard scores) {
  Progress progress{.games = scores.games(), .scores = std::move(scores)};
  progress.standings =
      standings(progress.scores.players(), progress.scores.results(), {}, kRoundRobinTieBreaks);
  return progress;
}

constexpr GameScore W = GameScore::win, D = GameScore::draw, L = GameScore::loss;

// Pairs whose figures are published: fastchess's unit test of [34, 54, 63, 64, 75].
TEST(Summary, OfAMatchHasTheFiguresOfTheField) {
  ScoreBoard scores(2);
  std::int64_t pair = 0;
  // From the view of player 0, who is first in every other pair.
  const auto add_for_first = [&](int count, GameScore one, GameScore other) {
    for (int i = 0; i < count; ++i) {
      const bool is_first = pair % 2 == 0;
      add_pair(scores, pair++, is_first ? 0 : 1, is_first ? 1 : 0, is_first ? one : reversed(one),
               is_first ? other : reversed(other));
    }
  };
  add_for_first(34, L, L);
  add_for_first(54, L, D);
  add_for_first(40, W, L);
  add_for_first(23, D, D);
  add_for_first(64, D, W);
  add_for_first(75, W, W);
  TournamentSettings settings = tournament_of(2);
  settings.sprt = SprtSettings{.elo0 = 0, .elo1 = 5};
  Progress progress = progress_of(std::move(scores));
  progress.sprt = SprtState{1.5, {-2.944, 2.944}, SprtVerdict::go_on};
  EXPECT_EQ(match_text(settings, progress),
            "Results of A vs B (depth=1):\n"
            "Elo: 55.58 +/- 27.65, nElo: 57.94 +/- 28.28\n"
            "LOS: 100.00 %, DrawRatio: 28.28 %, PairsRatio: 1.58\n"
            "Games: 580, Wins: 254, Losses: 162, Draws: 164, Points: 336 (57.93 %)\n"
            "Ptnml(0-2): [34, 54, 63, 64, 75], WL/DD Ratio: 1.74\n"
            "LLR: 1.50 (51.0%) (-2.94, 2.94) [0.00, 5.00]\n");
}

TEST(Summary, WithoutPairsCountsGames) {
  // fastchess's unit test of W76 D123 L89.
  ScoreBoard scores(2);
  std::int64_t pair = 0;
  const auto add = [&](int count, std::optional<Color> winner) {
    for (int i = 0; i < count; ++i) scores.add({{pair++, 0}, 1, 0, 1, winner});
  };
  add(76, Color::white);
  add(123, {});
  add(89, Color::black);
  EXPECT_EQ(match_text(tournament_of(2), progress_of(std::move(scores))),
            "Results of A vs B (depth=1):\n"
            "Elo: -15.69 +/- 30.46, nElo: -20.76 +/- 40.13\n"
            "LOS: 15.53 %, DrawRatio: 42.71 %\n"
            "Games: 288, Wins: 76, Losses: 89, Draws: 123, Points: 137.5 (47.74 %)\n");
}

TEST(Summary, BeforeTheFirstGameIsReadable) {
  for (const int players : {2, 3}) {
    const std::string text = to_text(tournament_of(players), progress_of(ScoreBoard(players)));
    EXPECT_NE(text.find("A"), std::string::npos);
    EXPECT_EQ(text.find("nan"), std::string::npos) << text;
  }
}

TEST(Summary, OfManyIsATableAndACrosstable) {
  ScoreBoard scores(3);
  add_pair(scores, 0, 0, 1, L, D);
  add_pair(scores, 1, 1, 2, W, W);
  add_pair(scores, 2, 2, 0, D, W);
  scores.add({{3, 0}, 2, 0, 1, Color::black, GameEnd::illegal_move});
  TournamentSettings settings = tournament_of(3);
  settings.players[1].name = "Bärbel";
  Progress progress = progress_of(std::move(scores));
  progress.drops = {{0, 0, "A has lost 4 games by breaking"}};
  progress.champion = 1;
  const std::string table = table_text(settings, progress);
  EXPECT_EQ(crosstable_text(settings, progress),
            "#  Name        1      2      3\n"
            "1  Bärbel      *    2/2  2.5/3\n"
            "2  C         0/2      *  1.5/2\n"
            "3  A       0.5/3  0.5/2      *\n");
  EXPECT_NE(table.find("Bärbel"), std::string::npos);
  EXPECT_NE(table.find("4.5      5  90.0 %  20.0 %       0"), std::string::npos) << table;
  EXPECT_EQ(faults_text(settings, progress), "A: 1 illegal move\nDropped: A has lost 4 games by breaking\n");
  EXPECT_TRUE(to_text(settings, progress).ends_with("\nChampion: Bärbel\n"));
}

TEST(Summary, OfASwissHasTieBreaks) {
  // Three rounds of single games, four players: 0 beats 1 and 2, draws 3; 3 beats 2, draws 1; 1 beats 2.
  const std::vector<EncounterResult> results = {{{0, 1, 0}, {1, 0, 0}, {}}, {{2, 3, 0}, {0, 0, 1}, {}},
                                                {{0, 2, 1}, {1, 0, 0}, {}}, {{1, 3, 1}, {0, 1, 0}, {}},
                                                {{3, 0, 2}, {0, 1, 0}, {}}, {{1, 2, 2}, {1, 0, 0}, {}}};
  TournamentSettings settings = tournament_of(4, Format::swiss);
  Progress progress = progress_of(ScoreBoard(4));
  progress.standings = standings(4, results, {}, kSwissTieBreaks);
  const std::string table = table_text(settings, progress);
  EXPECT_NE(table.find("BH-C1   BH    SB"), std::string::npos) << table;
  // 0 has 2.5 points from 1 (1.5), 2 (0) and 3 (2): Buchholz 3.5, without the lowest 3.5, SB 1.5 + 0 + 1.
  EXPECT_NE(table.find("3.5  3.5  2.50"), std::string::npos) << table;
}

TEST(TextTable, AlignsWhatTerminalsShow) {
  TextTable table({{"n"}, {"name", TextTable::Align::left}, {"x"}});
  table.add({"1", "é", "10"});
  table.add({"10", "abcdef", ""});
  EXPECT_EQ(table.text(), " n  name     x\n 1  é       10\n10  abcdef\n");
  EXPECT_EQ(fixed(-0.001, 2), "0.00");
  EXPECT_EQ(fixed(-1.005e300, 0).substr(0, 5), "-1005");
}

TEST(ScoreBoard, CountsOnlyFinishedPairs) {
  ScoreBoard scores(2);
  EXPECT_FALSE(scores.add({{0, 0}, 2, 0, 1, Color::white}));
  EXPECT_FALSE(scores.add({{1, 0}, 2, 1, 0, Color::white}));
  EXPECT_EQ(scores.pairing(0, 1).pairs.pairs(), 0);
  EXPECT_TRUE(scores.add({{0, 1}, 2, 1, 0, Color::black}));
  EXPECT_EQ(scores.pairing(0, 1).pairs.win_win, 1);
  EXPECT_EQ(scores.pairing(1, 0).pairs.loss_loss, 1);
  EXPECT_EQ(scores.pairing(0, 1).games(), (Tally{2, 0, 1}));
  EXPECT_EQ(scores.games_of(1), (Tally{1, 0, 2}));
}

}  // namespace
}  // namespace vitrine::arena
