// Every row of the reference tables, which two independent programs agree on; see
// tests/data/engines/turochamp.

#include <gtest/gtest.h>

#include "engines/turochamp/turochamp_support.h"

namespace vitrine::engines::turochamp {

namespace {

std::string with_decimals(double value, int decimals) {
  std::ostringstream text;
  text << std::fixed;
  text.precision(decimals);
  text << value;
  return text.str();
}

std::string value_text(const Candidate& candidate, int decimals) {
  return with_decimals(candidate.worth.value.to_double(), decimals);
}

// The tables of the three games share these columns.
void expect_game(const std::string& name, const std::vector<Turn>& game) {
  const Table table(name);
  ASSERT_EQ(table.size(), game.size());
  for (std::size_t row = 0; row < table.size(); ++row) {
    SCOPED_TRACE(name + ", move " + table.at(row, "move"));
    ASSERT_EQ(table.at(row, "fen_before"), notation::to_fen(game[row].position));
    ASSERT_EQ(table.at(row, "uci"), notation::to_uci(game[row].move));
    const Worksheet sheet = worksheet(table.at(row, "fen_before"));
    const WorksheetMove& played = find(sheet, table.at(row, "uci"));
    EXPECT_EQ(to_signed_text(played.increment), table.at(row, "strict_increment"));
    EXPECT_EQ(to_text(played.candidate.play), table.at(row, "strict_pp_after"));
    EXPECT_EQ(value_text(played.candidate, 4), table.at(row, "strict_value"));
    EXPECT_EQ(played.is_best ? "MATCH" : "differ", table.at(row, "match"));
    const WorksheetMove& best = find(sheet, table.at(row, "strict_best"));
    EXPECT_TRUE(best.is_best);
    EXPECT_EQ(value_text(best.candidate, 4), table.at(row, "strict_best_value"));
    EXPECT_EQ(to_text(best.candidate.play), table.at(row, "strict_best_pp"));
    EXPECT_EQ(to_signed_text(best.increment), table.at(row, "strict_best_increment"));
  }
}

void expect_ties(const std::string& name) {
  const Table table(name);
  for (std::size_t row = 0; row < table.size(); ++row) {
    const auto tied = chess::words(best_moves(worksheet(table.at(row, "fen_before")))).size();
    EXPECT_EQ(std::to_string(tied), table.at(row, "ties")) << name << ", move " << table.at(row, "move");
  }
}

}  // namespace

TEST(TurochampReference, TheThreeGames) {
  const auto games = published_games();
  ASSERT_EQ(games.size(), 3u);
  expect_game("game1_turing_vs_strict.csv", games[0]);
  expect_game("game2_vs_strict.csv", games[1]);
  expect_game("kasparov2012_vs_strict.csv", games[2]);
  expect_ties("game2_vs_strict.csv");
  expect_ties("kasparov2012_vs_strict.csv");
}

TEST(TurochampReference, EveryMoveOfGame1WithItsExactFraction) {
  const Table game("game1_turing_vs_strict.csv");
  const Table all("strict_all_g1.csv");
  std::size_t row = 0;
  for (std::size_t turn = 0; turn < game.size(); ++turn) {
    const Worksheet sheet = worksheet(game.at(turn, "fen_before"));
    const std::string number = game.at(turn, "move") + "." + game.at(turn, "san");
    for (std::size_t i = 0; i < sheet.moves.size(); ++i, ++row) {
      SCOPED_TRACE("row " + std::to_string(row + 1));
      const WorksheetMove& move = sheet.moves[i];
      ASSERT_LT(row, all.size());
      ASSERT_EQ(all.at(row, "move"), number);
      EXPECT_EQ(all.at(row, "rank"), std::to_string(i + 1));
      EXPECT_EQ(all.at(row, "uci"), notation::to_uci(move.candidate.move));
      EXPECT_EQ(all.at(row, "value_fraction"), move.candidate.worth.value.to_string());
      EXPECT_EQ(all.at(row, "value"), value_text(move.candidate, 6));
      EXPECT_EQ(all.at(row, "pp"), to_text(move.candidate.play));
      EXPECT_EQ(all.at(row, "increment"), to_signed_text(move.increment));
    }
  }
  EXPECT_EQ(row, all.size());
}

TEST(TurochampReference, AHundredRandomPositions) {
  const Table table("regression_100.csv");
  ASSERT_EQ(table.size(), 100u);
  for (std::size_t row = 0; row < table.size(); ++row) {
    SCOPED_TRACE(table.at(row, "id"));
    // Some have an en-passant square that nobody can use.
    const auto pos = notation::parse_fen(table.at(row, "fen"), notation::FenMode::lenient);
    ASSERT_TRUE(pos);
    const Worksheet sheet = make_worksheet(chess::Game(*pos), {});
    EXPECT_EQ(std::to_string(sheet.moves.size()), table.at(row, "legal_moves"));
    EXPECT_EQ(value_text(sheet.moves[0].candidate, 6), table.at(row, "best_value"));
    EXPECT_EQ(to_text(sheet.moves[0].candidate.play), table.at(row, "best_pp"));
    EXPECT_EQ(best_moves(sheet), table.at(row, "best_moves_tied"));
    const auto second = std::ranges::find_if_not(sheet.moves, &WorksheetMove::is_best);
    std::string text = "-";
    if (second != sheet.moves.end())
      text = notation::to_uci(second->candidate.move) + ' ' + value_text(second->candidate, 6) + ' ' +
             to_text(second->candidate.play);
    EXPECT_EQ(text, table.at(row, "second_best_distinct"));
  }
}

}  // namespace vitrine::engines::turochamp
