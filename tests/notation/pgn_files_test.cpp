// What is known of the games in tests/data/notation/pgn. The final positions are pgn-extract's.

#include <charconv>

#include "notation/pgn_support.h"

namespace vitrine::notation {
namespace {

struct FileRow {
  std::string_view file;
  std::vector<std::string_view> results;
  std::vector<std::string_view> final_fens;  // none: not compared
};

const std::vector<FileRow>& files() {
  static const std::vector<FileRow> rows = {
      {"anastasian-lewis.pgn", {"1-0"}, {}},
      {"antichess-programfox.pgn", {"*", "*"}, {}},
      {"chessbase-empty-line.pgn", {"0-1"}, {"8/8/R2bk3/6p1/1Pr3P1/8/5K2/8 w - - 12 68"}},
      {"cutechess-fischerrandom.pgn",
       {"0-1", "1-0", "0-1", "1-0"},
       {"8/p7/P7/7K/4bk2/8/7r/8 w - - 14 61", "8/2Q5/2k5/pN3R2/1p6/1PP5/PK6/8 b - - 6 50",
        "1k5r/pr6/8/4qbpK/8/P3bR1P/6P1/8 w - - 1 36", "2R3k1/4Q3/7p/8/5Pp1/6P1/7P/7K b - - 2 54"}},
      {"kasparov-deep-blue-1997.pgn",
       {"1-0", "1-0", "1/2-1/2", "1/2-1/2", "1/2-1/2", "1-0"},
       {"4r3/6P1/2p2P1k/1p6/pP2p1R1/P1B5/2P2K2/3r4 b - - 0 45",
        "1r6/5kp1/RqQb1p1p/1p1PpP2/1Pp1B3/2P4P/6P1/5K2 b - - 14 45",
        "3r3k/2r2p2/R4Pbp/1Bp1p3/2P1P2K/3P1R2/8/8 b - - 12 48", "8/2R1P3/8/2pp4/P3r3/1k6/8/2K5 b - - 2 56",
        "8/pp4P1/8/8/1kp2N2/1n2R1P1/3r4/1K6 w - - 1 50",
        "r1k4r/p2nb1p1/2b4p/1p1n1p2/2PP4/3Q1NB1/1P3PPP/R5K1 b - - 0 19"}},
      {"knightvuillaume-jannlee-zh-lichess.pgn", {"*"}, {}},
      {"molinari-bordais-1979.pgn",
       {"0-1"},
       {"r1bqkb1r/pp1ppppp/5n2/2p5/2P1P3/2Nn2P1/PP1PNP1P/R1BQKB1R w KQkq - 1 6"}},
      {"nepomniachtchi-liren-game1.pgn",
       {"1/2-1/2"},
       {"8/3b1kp1/5p2/1p5p/1BpN1P1P/P1P1K1P1/8/2n5 b - - 2 49"}},
      {"saturs-jannlee-zh-lichess.pgn", {"*"}, {}},
      {"stockfish-learning.pgn", {"1-0"}, {"8/2p2k2/1pR3p1/1P1P4/p1P2P2/P4K2/8/5r2 w - - 7 78"}},
      {"uci-moves.pgn", {"1/2-1/2"}, {"8/8/2B5/4k3/4Pp2/1b6/1P3K2/8 b - - 0 57"}},
      {"utf8-bom.pgn", {"*", "*"}, {}},
  };
  return rows;
}

std::vector<PgnGame> games_of(std::string_view file) {
  return read_games(data_text("pgn/" + std::string(file)));
}

TEST(PgnFiles, AreAllKnown) {
  ASSERT_EQ(files().size(), pgn_files().size());
  for (const FileRow& row : files()) {
    const auto games = games_of(row.file);
    ASSERT_EQ(games.size(), row.results.size()) << row.file;
    for (std::size_t i = 0; i < games.size(); ++i)
      EXPECT_EQ(to_string(games[i].result), row.results[i]) << row.file;
    for (std::size_t i = 0; i < row.final_fens.size(); ++i)
      EXPECT_EQ(to_fen(games[i].end_position()), row.final_fens[i]) << row.file << " game " << i + 1;
  }
}

TEST(PgnFiles, HaveAsManyMovesAsTheirTagsSay) {
  int compared = 0;
  for (const FileRow& row : files())
    for (const PgnGame& game : games_of(row.file)) {
      const auto tag = game.tags.find("PlyCount");
      if (!tag || game.error) continue;
      std::size_t plies = 0;
      std::from_chars(tag->data(), tag->data() + tag->size(), plies);
      EXPECT_EQ(game.main_line.moves.size(), plies) << row.file;
      ++compared;
    }
  EXPECT_EQ(compared, 15);
}

TEST(PgnFiles, OnlyOtherVariantsAreRefused) {
  for (const FileRow& row : files())
    for (const PgnGame& game : games_of(row.file)) {
      const std::string variant(game.tags.find("Variant").value_or(""));
      EXPECT_EQ(game.error.has_value(), variant == "Antichess" || variant == "Crazyhouse") << row.file;
    }
}

TEST(PgnFiles, ShowWhatTheyAreHereFor) {
  const auto null_move = games_of("anastasian-lewis.pgn").at(0);
  EXPECT_FALSE(null_move.main_line.moves.at(81).move);
  EXPECT_EQ(games_of("chessbase-empty-line.pgn").at(0).tags.find("Date"), "2017.12.04");
  EXPECT_EQ(games_of("utf8-bom.pgn").at(0).tags.find("Event"), "A");
  EXPECT_EQ(games_of("utf8-bom.pgn").at(1).tags.find("Event"), "B");
  EXPECT_TRUE(games_of("molinari-bordais-1979.pgn").at(0).end_position().is_checkmate());
  const auto chess960 = games_of("cutechess-fischerrandom.pgn").at(0);
  EXPECT_EQ(to_fen(chess960.start), "nbbrknrq/pppppppp/8/8/8/8/PPPPPPPP/NBBRKNRQ w KQkq - 0 1");
  EXPECT_EQ(chess960.main_line.moves.at(0).comment, "+0.13/12 0.29s");
  EXPECT_EQ(games_of("stockfish-learning.pgn").at(0).main_line.moves.at(0).comment, "book");
}

}  // namespace
}  // namespace vitrine::notation
