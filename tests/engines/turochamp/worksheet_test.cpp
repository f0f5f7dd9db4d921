#include "engines/turochamp/worksheet.h"

#include <gtest/gtest.h>

#include "engines/turochamp/turochamp_support.h"

namespace vitrine::engines::turochamp {

TEST(TurochampWorksheet, HasEveryMoveBestFirst) {
  const Worksheet sheet = worksheet(kStart);
  EXPECT_EQ(sheet.play_before.tenths(), 102);
  ASSERT_EQ(sheet.moves.size(), 20u);
  EXPECT_EQ(best_moves(sheet), "e2e3");
  EXPECT_EQ(notation::to_uci(sheet.moves[1].candidate.move), "e2e4");
  for (const WorksheetMove& move : sheet.moves) {
    EXPECT_EQ(move.play.tenths(), move.candidate.play);
    EXPECT_EQ(move.increment, move.candidate.play - 102);
    EXPECT_EQ(move.is_starred, move.is_best);
  }
}

TEST(TurochampWorksheet, MarksAllThatAreTied) {
  EXPECT_EQ(best_moves(worksheet("5bnr/1p1n2pp/3rkp2/p1p1p3/NPP1P3/4K3/P3N2P/R1B2R2 b - b3 0 17")),
            "a5b4 c5b4");
  Rules rules;
  rules.play_taken = PlayTaken::added;  // then value and position-play are one number
  EXPECT_EQ(best_moves(worksheet(kStart, rules)), "e2e3");
}

TEST(TurochampWorksheet, IsEmptyWhenThereIsNoMove) {
  EXPECT_TRUE(worksheet("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").moves.empty());
}

TEST(TurochampWorksheet, ShowsEveryReplyTheBestFirst) {
  const chess::Game game;
  const auto lines = considered_lines(game, chess::move(game.position(), "e2e4"), {});
  ASSERT_EQ(lines.size(), 20u);
  EXPECT_EQ(lines.front().worth.value.to_string(), "1");
  for (std::size_t i = 1; i < lines.size(); ++i) EXPECT_LE(lines[i - 1].worth.value, lines[i].worth.value);
  EXPECT_EQ(to_text(lines.back().line), "e2e4 f7f5 e4f5");
  EXPECT_EQ(lines.back().worth.value.to_string(), "41/40");

  // With one full ply only considerable replies are looked at.
  Rules rules;
  rules.plies = 1;
  EXPECT_TRUE(considered_lines(game, chess::move(game.position(), "e2e4"), rules).empty());
}

TEST(TurochampWorksheet, TheBestReplyMakesTheValue) {
  const auto games = published_games();
  for (const Turn& turn : games[0]) {
    const chess::Game game(turn.position);
    for (const WorksheetMove& move : make_worksheet(game, {}).moves) {
      const auto lines = considered_lines(game, move.candidate.move, {});
      ASSERT_FALSE(lines.empty());  // no move of this game mates
      EXPECT_EQ(lines.front().worth.value, move.candidate.worth.value);
    }
  }
}

}  // namespace vitrine::engines::turochamp
