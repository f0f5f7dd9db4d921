#include "notation/pgn_writer.h"

#include <sstream>

#include "notation/pgn_support.h"
#include "notation/pgn_text.h"

namespace vitrine::notation {
namespace {

// The moves as they are written, in one line.
std::string movetext(std::string_view pgn) {
  const std::string text = to_pgn(read_games(pgn).at(0));
  std::string moves = text.substr(text.find("\n\n") + 2);
  std::replace(moves.begin(), moves.end(), '\n', ' ');
  return moves.substr(0, moves.size() - 2);
}

std::vector<std::string> lines_of(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

TEST(PgnWriter, WritesTheRosterFirstAndTheRestSorted) {
  PgnGame game;
  for (const std::string_view name : {"WhiteElo", "Black", "ECO", "White", "Annotator", "Round"})
    game.tags.set(name, name);
  game.result = GameResult::draw;
  EXPECT_EQ(to_pgn(game),
            "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"Round\"]\n[White \"White\"]\n"
            "[Black \"Black\"]\n[Result \"1/2-1/2\"]\n[Annotator \"Annotator\"]\n[ECO \"ECO\"]\n"
            "[WhiteElo \"WhiteElo\"]\n\n1/2-1/2\n\n");
}

TEST(PgnWriter, WritesAGameThatWasPlayed) {
  chess::Game game;
  for (const auto text : {"f3", "e5", "g4", "Qh4", "Nc3"})
    if (const auto move = parse_san(game.position(), text)) game.play_unchecked(*move);
  ASSERT_EQ(game.ply(), 4u) << "Nc3 is not legal after mate";
  EXPECT_EQ(
      to_pgn(to_pgn_game(game, {{"White", "A"}, {"Black", "B"}})),
      "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"A\"]\n[Black \"B\"]\n"
      "[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n");

  // Undone moves are not written; an unfinished game has no result, unless somebody says so.
  game.undo();
  EXPECT_EQ(to_pgn_game(game).moves().size(), 3u);
  EXPECT_EQ(to_pgn_game(game).result, GameResult::unknown);
  EXPECT_EQ(to_pgn_game(game, {}, GameResult::white_wins).result, GameResult::white_wins);
}

TEST(PgnWriter, KeepsTheStartOfAGameThatWasPlayed) {
  const auto start = parse_fen("4k3/8/8/8/8/8/4P3/4K3 b - - 0 17").value();
  chess::Game game(start);
  game.play_unchecked(parse_san(start, "Kd7").value());
  const PgnGame read = read_games(to_pgn(to_pgn_game(game, {{"White", "A"}}))).at(0);
  EXPECT_EQ(read.start, start);
  EXPECT_EQ(read.end_position(), game.position());
  EXPECT_EQ(read.tags.find("White"), "A");
}

TEST(GameResult, IsTheWinners) {
  static_assert(to_game_result(chess::Color::white) == GameResult::white_wins);
  static_assert(to_game_result(chess::Color::black) == GameResult::black_wins);
  static_assert(to_game_result(std::nullopt) == GameResult::draw);
}

TEST(PgnWriter, NumbersMoves) {
  struct Row {
    std::string_view pgn;
    std::string_view expected;
  };
  for (const auto& [pgn, expected] : {
           Row{"e4 e5 Nf3 Nc6 1-0", "1. e4 e5 2. Nf3 Nc6 1-0"},
           Row{"e4 {c} e5 Nf3 *", "1. e4 {c} 1... e5 2. Nf3 *"},
           Row{"e4! e5 Nf3 *", "1. e4 $1 1... e5 2. Nf3 *"},
           Row{"e4 (d4 d5 c4) e5 (c5 (e6 d4) Nf3) Nf3 *",
               "1. e4 (1. d4 d5 2. c4) 1... e5 (1... c5 (1... e6 2. d4) 2. Nf3) 2. Nf3 *"},
           Row{"[Event \"x\"]\n\n{start} e4 ({other} d4) e5 *", "{start} 1. e4 ({other} 1. d4) 1... e5 *"},
           Row{"[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 17\"]\n\nKd7 e4 Kd6 *", "17... Kd7 18. e4 Kd6 *"},
           Row{"e4 -- d4 *", "1. e4 -- 2. d4 *"},
           Row{"e4 ({only words}) e5 *", "1. e4 ({only words}) 1... e5 *"},
           Row{"*", "*"},
       })
    EXPECT_EQ(movetext(pgn), expected);
}

TEST(PgnWriter, NamesTheStartPositionWhereItIsNotTheUsualOne) {
  PgnGame game;
  game.tags.set("FEN", "nonsense");
  game.tags.set("Result", "1-0");
  EXPECT_EQ(to_pgn(game).find("FEN"), std::string::npos);
  EXPECT_NE(to_pgn(game).find("[Result \"*\"]"), std::string::npos);

  game.start = position("4k3/8/8/8/8/8/4P3/4K2R w K - 0 17");
  EXPECT_NE(to_pgn(game).find("[FEN \"4k3/8/8/8/8/8/4P3/4K2R w K - 0 17\"]\n[SetUp \"1\"]\n\n"),
            std::string::npos);

  game.start = position("nbbrknrq/pppppppp/8/8/8/8/PPPPPPPP/NBBRKNRQ w KQkq - 0 1");
  EXPECT_NE(to_pgn(game).find("[SetUp \"1\"]\n[Variant \"Chess960\"]\n\n"), std::string::npos);
}

TEST(PgnWriter, MakesAnyTextHarmless) {
  PgnGame game;
  game.tags.set("White", "a\"b\\c\nd\x01");
  game.tags.set("bad name]", "x");
  game.main_line.comment = "  a } b\n\tc ; % \x02 {";
  const std::string text = to_pgn(game);
  EXPECT_NE(text.find("[White \"a\\\"b\\\\cd\"]"), std::string::npos) << text;
  EXPECT_EQ(text.find("bad name"), std::string::npos);
  EXPECT_NE(text.find("{a ) b c ; % {} *"), std::string::npos) << text;
  const auto back = read_games(text);
  ASSERT_EQ(back.size(), 1u);
  EXPECT_EQ(back[0].tags.find("White"), "a\"b\\cd");
  EXPECT_EQ(back[0].main_line.comment, "a ) b c ; % {");
}

TEST(PgnWriter, KeepsLinesUnder80Columns) {
  for (const std::string& name : pgn_files())
    for (const PgnGame& game : read_games(data_text(name)))
      for (const std::string& line : lines_of(to_pgn(game))) {
        if (line.starts_with("[")) continue;
        EXPECT_LT(line.size(), 80u) << name;
        EXPECT_FALSE(line.starts_with(" ") || line.ends_with(" ")) << name;
      }
}

TEST(PgnWriter, CountsLettersNotBytes) {
  PgnGame game;
  for (int i = 0; i < 40; ++i) game.main_line.comment += "éé ";
  const auto lines = lines_of(to_pgn(game));
  EXPECT_EQ(lines.at(8).size(), 1 + 26 * 5 - 1u);  // { and 26 words of two letters
}

TEST(PgnWriter, NeverStartsALineWithAWordThatWouldMeanSomethingThere) {
  for (const std::string_view word : {"%x", "[Event"})
    for (int length = 60; length < 80; ++length) {
      PgnGame game;
      game.main_line.comment =
          std::string(static_cast<std::size_t>(length), 'x') + " " + std::string(word) + " \"y\"]";
      const auto back = read_games(to_pgn(game));
      ASSERT_EQ(back.size(), 1u);
      EXPECT_EQ(back[0].main_line, game.main_line);
      for (const std::string& line : lines_of(to_pgn(game)))
        EXPECT_FALSE(line.starts_with(word) && line[1] != 'E');
    }
}

TEST(PgnWriter, WritesWhatItReads) {
  int compared = 0;
  for (const std::string& name : pgn_files())
    for (const PgnGame& game : read_games(data_text(name))) {
      const std::string text = to_pgn(game);
      const auto back = read_games(text);
      ASSERT_EQ(back.size(), 1u) << name;
      EXPECT_EQ(back[0].main_line, game.main_line) << name;
      EXPECT_EQ(back[0].start, game.start) << name;
      EXPECT_EQ(back[0].result, game.result) << name;
      for (const auto& [tag, value] : game.tags)
        EXPECT_TRUE(tag == "Variant" || back[0].tags.find(tag) == value) << name << " " << tag;
      EXPECT_EQ(to_pgn(back[0]), text) << name;
      ++compared;
    }
  EXPECT_EQ(compared, 22);
}

TEST(PgnText, ConvertsLatin1ButLeavesUtf8) {
  std::string scratch;
  for (const auto& [bytes, expected] : {
           std::pair<std::string_view, std::string_view>{"plain", "plain"},
           {"\xe9", "é"},
           {"é", "é"},
           {"\xc3", "Ã"},                          // cut off
           {"\xc0\xaf", "À¯"},                     // overlong
           {"\xed\xa0\x80", "í\xc2\xa0\xc2\x80"},  // surrogate
           {"♘ \xF0\x9F\x99\x82", "♘ \xF0\x9F\x99\x82"},
       })
    EXPECT_EQ(as_utf8(bytes, scratch), expected);
}

}  // namespace
}  // namespace vitrine::notation
