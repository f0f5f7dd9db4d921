#include "notation/pgn_reader.h"

#include <sstream>

#include "notation/pgn_support.h"

namespace vitrine::notation {
namespace {

using Kind = PgnError::Kind;

struct Row {
  std::string_view pgn;
  std::string_view expected;  // see describe()
};

void expect_all(std::initializer_list<Row> rows) {
  for (const auto& [pgn, expected] : rows) {
    const auto games = read_games(pgn);
    EXPECT_EQ(describe(games), expected) << pgn;
    for (const PgnGame& game : games) EXPECT_FALSE(game.error) << pgn << ": " << game.error->to_string();
  }
}

TEST(PgnReader, ReadsMovesHoweverTheyAreNumbered) {
  expect_all({
      {"1. e4 e5 2. Nf3 1-0", "e4 e5 Nf3 1-0"},
      {"1.e4 e5 2.Nf3 0-1", "e4 e5 Nf3 0-1"},
      {"1.e4 1...e5 2.Nf3 2... Nc6 1/2-1/2", "e4 e5 Nf3 Nc6 1/2-1/2"},
      {"e4 e5 Nf3 *", "e4 e5 Nf3 *"},
      {"7. e4 99. e5 1 Nf3 *", "e4 e5 Nf3 *"},
      {"1e4 e5 2Nf3 *", "e4 e5 Nf3 *"},
      {"1 . e4 . . . e5 *", "e4 e5 *"},
      {"1.\ne4\n\n\ne5\n*", "e4 e5 *"},
      {"1. e4 e5 1/2", "e4 e5 1/2-1/2"},
  });
}

TEST(PgnReader, ReadsMovesHoweverTheyAreSpelled) {
  expect_all({
      {"1. e2-e4 e7e5 2. Ng1-f3 Nb8c6 3. Bf1b5 a7-a6 *", "e4 e5 Nf3 Nc6 Bb5 a6 *"},
      {"1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. 0-0 *", "e4 e5 Nf3 Nc6 Bc4 Bc5 O-O *"},
      {"1. e4 Nf6 2. e5 d5 3. exd6 e.p. *", "e4 Nf6 e5 d5 exd6 *"},
      {"1. e4 Nf6 2. e5 d5 3. exd6e.p. exd6 *", "e4 Nf6 e5 d5 exd6 exd6 *"},
      {"1. e4 Nf6 2. e5 d5 3. exd6 ep *", "e4 Nf6 e5 d5 exd6 *"},
      {"1. f3 e5 2. g4 Qh4++ 0-1", "f3 e5 g4 Qh4# 0-1"},
      {"1. f3 e5 2. g4 Qh4 0-1", "f3 e5 g4 Qh4# 0-1"},
      {"1. e4!e5?2. Nf3!!*", "e4 $1 e5 $2 Nf3 $3 *"},
  });
  for (const std::string_view promotion : {"b8=Q", "b8Q", "b8(Q)", "b8/Q", "b8=q", "b7b8q"}) {
    const std::string pgn =
        "[FEN \"7k/1P6/8/8/8/8/8/K7 w - - 0 1\"]\n\n1. " + std::string(promotion) + " Kg7 *";
    EXPECT_EQ(describe(read_games(pgn)), "b8=Q+ Kg7 *") << promotion;
  }
}

TEST(PgnReader, ReadsCommentsAndSigns) {
  expect_all({
      {"{first} 1. e4 {a} {b} e5 ; to the end { of line\n2. Nf3 *",
       "e4 {a b} e5 {to the end { of line} Nf3 *"},
      {"[White \"A\"]\n\n{first} 1. e4 *", "{first} e4 *"},
      {"[White \"A\"]\n;one\n[Black \"B\"]\n{two}\n1. e4 *", "{one two} e4 *"},
      {"1. e4 {two\r\n  lines;%} e5 *", "e4 {two lines;%} e5 *"},
      {"% 1. d4 d5\n1. e4\n%e5 {\n c5 *", "e4 c5 *"},
      {"1. e4 % e5 *", "e4 e5 *"},
      {"1. e4 $1 $14 e5 $255 $256 $ *", "e4 $1 $14 e5 $255 *"},
      {"1. e4! e5? 2. Nf3!! Nc6?? 3. Bb5!? a6?! *", "e4 $1 e5 $2 Nf3 $3 Nc6 $4 Bb5 $5 a6 $6 *"},
      {"1. e4 += e5 =+ 2. Nf3 +/- Nc6 -/+ 3. Bb5 +- a6 -+ 4. Ba4 = *",
       "e4 $14 e5 $15 Nf3 $16 Nc6 $17 Bb5 $18 a6 $19 Ba4 $10 *"},
      {"1. e4 ± e5 ∓ 2. Nf3 ∞ *", "e4 $16 e5 $17 Nf3 $13 *"},
      {"1. e4 < > e5 *", "e4 e5 *"},
  });
}

TEST(PgnReader, ReadsVariations) {
  expect_all({
      {"1. e4 (1. d4 d5) 1... e5 *", "e4 ( d4 d5 ) e5 *"},
      {"1. e4 e5 (1... c5 2. Nf3 (2. Nc3 {closed}) 2... d6) (1... e6) 2. Nf3 *",
       "e4 e5 ( c5 Nf3 ( Nc3 {closed} ) d6 ) ( e6 ) Nf3 *"},
      {"1. e4 ({why not} 1. d4 $1) e5 *", "e4 ( {why not} d4 $1 ) e5 *"},
      {"1. e4 (1. d4 d5 *) e5 1-0", "e4 ( d4 d5 ) e5 1-0"},
      {"1. e4 () e5 ) *", "e4 e5 *"},
      {"1. e4 (1. d4) {about both} e5 *", "e4 {about both} ( d4 ) e5 *"},
  });
}

TEST(PgnReader, PassesForNullMoves) {
  expect_all({
      {"1. e4 -- 2. d4 Z0 3. c4 0000 4. b4 @@@@ 5. a4 *", "e4 -- d4 -- c4 -- b4 -- a4 *"},
      {"1. e4 e5 (1... -- 2. d4) *", "e4 e5 ( -- d4 ) *"},
  });
  const auto games = read_games("1. e4 e5 2. Qh5 Nc6 3. Qxf7+ -- *");
  EXPECT_EQ(describe(games), "e4 e5 Qh5 Nc6 Qxf7+ *");
  ASSERT_TRUE(games[0].error);
  EXPECT_EQ(games[0].error->ply, 6);
}

TEST(PgnReader, FindsTheEndOfAGame) {
  expect_all({
      {"", ""},
      {" \r\n\t\n", ""},
      {"; only a remark\n{and another}", ""},
      {"*", "*"},
      {"1. e4", "e4 *"},
      {"[Result \"1-0\"]\n\n1. e4", "e4 1-0"},
      {"1. e4 1-0 1. d4 0-1", "e4 1-0 | d4 0-1"},
      {"[Event \"A\"]\n\n1. e4\n\n[Event \"B\"]\n\n1. d4 *", "e4 * | d4 *"},
      {"[Event \"A\"]\n1. e4\n[Event \"B\"]\n1. d4 *", "e4 * | d4 *"},
      {"[Event \"A\"]\n[Event \"B\"]\n\n1. d4 *", "* | d4 *"},
      {"[Event \"A\"]\n\n[Site \"S\"]\n\n1. d4 *", "d4 *"},
      {"1. e4 * ; the last one\n", "e4 *"},
      {"1. e4 * ; the last one", "e4 *"},
      {"1. e4 ; no end of line", "e4 {no end of line} *"},
      {"1. e4 *\n% no end of line", "e4 *"},
  });
}

struct TagRow {
  std::string_view pgn;
  std::string_view name;
  std::string_view value;
};

TEST(PgnReader, ReadsTags) {
  for (const auto& [pgn, name, value] : {
           TagRow{"[Event \"A\"] *", "Event", "A"},
           TagRow{"[Event \"A\"] [Site \"B\"] *", "Site", "B"},
           TagRow{"[\n Event\n\"A\"\n]\n*", "Event", "A"},
           TagRow{"[Event\"A\"]*", "Event", "A"},
           TagRow{"[Event \"\"]*", "Event", ""},
           TagRow{R"([Event "a \"b\" \\ c"] *)", "Event", R"(a "b" \ c)"},
           TagRow{R"([Event "the "big" one"] *)", "Event", R"(the "big" one)"},
           TagRow{R"([Event "C:\dir"] *)", "Event", R"(C:\dir)"},
           TagRow{"[Event \"A\"\n[Site \"B\"]\n*", "Event", "A"},
           TagRow{"[Event \"A\"\n[Site \"B\"]\n*", "Site", "B"},
           TagRow{"[Event \"A\"", "Event", "A"},
           TagRow{"[White \"J\xfcrgen\"] *", "White", "Jürgen"},      // Latin-1
           TagRow{"[White \"J\xc3\xbcrgen\"] *", "White", "Jürgen"},  // UTF-8
           TagRow{"\xEF\xBB\xBF[White \"A\"] *", "White", "A"},       // byte-order mark
           TagRow{"\xEF\xBB\xBF%x\n[White \"A\"] *", "White", "A"},
           TagRow{"[White \"a\tb\x01\x7f\"] *", "White", "ab"},
           TagRow{"[White \"first\"]\n[White \"second\"]\n*", "White", "second"},
       }) {
    const auto games = read_games(pgn);
    ASSERT_EQ(games.size(), 1u) << pgn;
    EXPECT_FALSE(games[0].error) << pgn << games[0].error->to_string();
    EXPECT_EQ(games[0].tags.find(name), value) << pgn;
  }
}

TEST(PgnReader, TakesAnyLineEnd) {
  const std::string unix =
      "[Event \"A\"]\n\n1. e4 ; x\n%skip\n e5 {a\nb}\n*\n\n[Event \"B\"]\n\n1. d4 d6 e5 *\n";
  for (const std::string_view line_end : {"\n", "\r\n", "\r"}) {
    std::string text;
    for (const char c : unix) text += c == '\n' ? std::string(line_end) : std::string(1, c);
    const auto games = read_games(text);
    EXPECT_EQ(describe(games), "e4 {x} e5 {a b} * | d4 d6 *");
    ASSERT_TRUE(games[1].error);
    EXPECT_EQ(games[1].error->line, 11u);
  }
}

TEST(PgnReader, StartsWhereTheTagsSay) {
  const auto games = read_games(
      "[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 17\"]\n[SetUp \"1\"]\n\n17... Kd7 18. e4 *\n\n"
      "[Variant \"fischerandom\"]\n[FEN \"nbbrknrq/pppppppp/8/8/8/8/PPPPPPPP/NBBRKNRQ w KQkq - 0 1\"]\n\n1. "
      "d4 *\n\n"
      "[Variant \"Chess960\"]\n\n1. d4 *\n");
  EXPECT_EQ(describe(games), "Kd7 e4 * | d4 * | d4 *");
  EXPECT_EQ(to_fen(games[0].start), "4k3/8/8/8/8/8/4P3/4K3 b - - 0 17");
}

TEST(PgnReader, SkipsOtherVariants) {
  const auto games = read_games(
      "[Variant \"Crazyhouse\"]\n\n1. e4 N@f3 (P@e5 1-0) 0-1\n\n[Variant \"Antichess\"]\n\n1. e4 *\n"
      "[Variant \"Standard\"]\n\n1. e4 1-0\n");
  EXPECT_EQ(describe(games), "* | * | e4 1-0");
  ASSERT_TRUE(games[0].error);
  EXPECT_EQ(games[0].error->kind, Kind::unknown_variant);
  EXPECT_NE(games[0].error->reason.find("Crazyhouse"), std::string::npos);
  EXPECT_TRUE(games[1].error);
  EXPECT_FALSE(games[2].error);
}

struct BrokenRow {
  std::string_view pgn;
  std::string_view expected;
  Kind kind;
  std::size_t line;
  std::size_t game;
  int ply;
};

TEST(PgnReader, KeepsABrokenGameUpToItsErrorAndGoesOn) {
  for (const auto& [pgn, expected, kind, line, game, ply] : {
           BrokenRow{"1. e4 e5 2. Ke3 1-0\n\n[Event \"B\"]\n\n1. d4 *", "e4 e5 * | d4 *", Kind::illegal_move,
                     1, 1, 3},
           BrokenRow{"1. e4 *\n\n[Event \"B\"]\n[Result \"1-0\"]\n\n1. d4\nhello 1-0\n", "e4 * | d4 *",
                     Kind::illegal_move, 7, 2, 2},
           BrokenRow{"1. e4 (1. d4 Kd4) e5 *", "e4 ( d4 ) *", Kind::illegal_move, 1, 1, 2},
           BrokenRow{"1. \xe2\x99\x98"
                     "f3 *",
                     "*", Kind::illegal_move, 1, 1, 1},
           BrokenRow{"[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n1. e4 *\n\n[Event \"B\"]\n\n1. d4 *", "* | d4 *",
                     Kind::bad_fen, 3, 1, 0},
           BrokenRow{"[Event]\n[Site \"x\"]\n\n1. e4 *\n\n[Event \"B\"]\n\n1. d4 *", "* | d4 *",
                     Kind::bad_tag, 1, 1, 0},
           BrokenRow{"[Event \"A\"]\n\n1. e4 {no end\n e5 *\n\n[Event \"B\"]\n\n1. d4 *", "e4 * | d4 *",
                     Kind::unclosed_comment, 3, 1, 2},
           BrokenRow{"[Event \"A\"]\n\n1. e4 {no end\n e5 *\n\n[Event \"B\"]\n\n1. d4 {end} *",
                     "e4 * | d4 {end} *", Kind::unclosed_comment, 3, 1, 2},
           BrokenRow{"1. e4\n(1. d4\n d5 1-0\n\n[Event \"B\"]\n\n1. d4 *", "e4 ( d4 d5 ) * | d4 *",
                     Kind::unclosed_variation, 2, 1, 3},
           BrokenRow{"(1. e4) 1. d4 *", "*", Kind::misplaced_variation, 1, 1, 1},
           BrokenRow{"1. d4 *\n\n1. e4 ((1. d4) ) *", "d4 * | e4 *", Kind::misplaced_variation, 3, 2, 1},
           BrokenRow{"[Event \"A\"]\n\n1. e4 *\n\n[Event \"B", "e4 * | *", Kind::bad_tag, 5, 2, 0},
       }) {
    const auto games = read_games(pgn);
    EXPECT_EQ(describe(games), expected) << pgn;
    const auto broken =
        std::find_if(games.begin(), games.end(), [](const PgnGame& g) { return g.error.has_value(); });
    ASSERT_NE(broken, games.end()) << pgn;
    EXPECT_EQ(broken->error->kind, kind) << pgn;
    EXPECT_EQ(broken->error->line, line) << pgn;
    EXPECT_EQ(broken->error->game, game) << pgn;
    EXPECT_EQ(broken->error->ply, ply) << pgn;
    EXPECT_FALSE(broken->error->reason.empty());
  }
}

TEST(PgnReader, SaysWhereAndWhy) {
  TextSource source("1. e4 *\n\n1. e4 e5\n2. Ke3 *");
  PgnReader reader(source, "games.pgn");
  (void)read_game(reader);
  const auto game = read_game(reader);
  ASSERT_TRUE(game && game->error);
  EXPECT_TRUE(game->error->to_string().starts_with("games.pgn:4: game 2, ply 3: 'Ke3'"))
      << game->error->to_string();
  EXPECT_EQ(reader.game_number(), 2u);
  EXPECT_EQ(reader.game_line(), 3u);
}

TEST(PgnReader, HasLimits) {
  std::string deep = "1. e4 ";
  for (int i = 0; i < 65; ++i) deep += "(1. d4 ";
  const auto too_deep = read_games(deep);
  ASSERT_TRUE(too_deep[0].error);
  EXPECT_EQ(too_deep[0].error->kind, Kind::too_deep);
  EXPECT_NE(too_deep[0].error->reason.find("64"), std::string::npos);

  std::string just_deep_enough = "1. e4 ";
  for (int i = 0; i < 64; ++i) just_deep_enough += "(1. d4 ";
  EXPECT_FALSE(read_games(just_deep_enough + std::string(64, ')') + " *")[0].error);

  for (const PgnLimits limits : {PgnLimits{.plies = 4}, PgnLimits{.moves = 4}})
    for (const std::string_view last : {"--", "d4"}) {
      const std::string text = "1. e4 e5 2. Nf3 Nc6 " + std::string(last) + " *";
      TextSource source(text);
      const auto too_long = read_all(source, limits);
      ASSERT_TRUE(too_long.at(0).error);
      EXPECT_EQ(too_long[0].error->kind, Kind::too_long);
      EXPECT_EQ(describe(too_long[0]), "e4 e5 Nf3 Nc6 *");
    }
}

TEST(PgnReader, ReadsTheSameFromPiecesOfAnySize) {
  for (const std::string& name : pgn_files()) {
    const std::string text = data_text(name);
    const auto whole = read_games(text);
    for (const std::size_t piece : {1, 2, 7, 511, 4096}) {
      DrippingSource source(text, piece);
      const auto games = read_all(source);
      ASSERT_EQ(games.size(), whole.size()) << name;
      for (std::size_t i = 0; i < games.size(); ++i) {
        EXPECT_EQ(games[i].main_line, whole[i].main_line) << name;
        EXPECT_EQ(games[i].tags, whole[i].tags) << name;
      }
    }
  }
}

TEST(PgnReader, ReadsTokensThatMeetTheEndOfTheBuffer) {
  const std::string game =
      "[Event \"x\"]\n[Result \"1-0\"]\n\n1. e4 {comment} e5 $1 (1... c5 2. Nf3) 2. Nf3 1-0\n\n";
  for (std::size_t shift = 0; shift < game.size() + 2; ++shift) {
    std::string text = "%" + std::string(PgnLexer::kBufferSize - 2 * game.size() + shift, 'x') + "\n";
    for (int i = 0; i < 4; ++i) text += game;
    const auto games = read_games(text);
    ASSERT_EQ(games.size(), 4u) << shift;
    for (const PgnGame& g : games) EXPECT_EQ(describe(g), "e4 {comment} e5 $1 ( c5 Nf3 ) Nf3 1-0") << shift;
  }
}

TEST(PgnReader, CountsLinesAcrossBuffers) {
  for (const std::string_view line_end : {"\n", "\r\n", "\r"}) {
    std::string text;
    for (int i = 0; i < 300'000; ++i) text += line_end;
    const auto games = read_games(text + "1. Ke2 *");
    ASSERT_TRUE(games.at(0).error);
    EXPECT_EQ(games[0].error->line, 300'001u);
  }
}

TEST(PgnReader, RefusesACommentLargerThanTheBuffer) {
  const auto games = read_games("1. e4 {" + std::string(2 * PgnLexer::kBufferSize, 'x') +
                                "} e5 *\n\n[Event \"B\"]\n\n1. d4 *");
  EXPECT_EQ(describe(games), "e4 * | d4 *");
  EXPECT_EQ(games[0].error->kind, Kind::unclosed_comment);
}

TEST(PgnReader, ReadsFromAStream) {
  std::istringstream stream("1. e4 e5 1-0\n1. d4 *");
  StreamSource source(stream);
  EXPECT_EQ(describe(read_all(source)), "e4 e5 1-0 | d4 *");
}

TEST(PgnReader, SurvivesEveryByte) {
  for (int byte = 0; byte < 256; ++byte) {
    const std::string c(1, static_cast<char>(byte));
    for (const std::string& text :
         {c, c + c + c, "[Event \"" + c + "\"]\n\n1. e4 " + c + " e5 {" + c + "} *"})
      for (const PgnGame& game : read_games(text)) (void)describe(game);
  }
}

struct Recorder : PgnVisitor {
  void on_game_start() { log += "start "; }
  void on_tag(std::string_view name, std::string_view value) {
    ((log += name) += "=") += std::string(value) + " ";
  }
  void on_position(const chess::Position& pos) { log += "at" + std::to_string(pos.fullmove_number()) + " "; }
  void on_move(const chess::Position& before, chess::Move move) { log += to_san(before, move) + " "; }
  void on_null_move(const chess::Position&) { log += "null "; }
  void on_comment(std::string_view text) { log += "{" + std::string(text) + "} "; }
  void on_nag(int nag) { log += "$" + std::to_string(nag) + " "; }
  void on_variation_start() { log += "( "; }
  void on_variation_end() { log += ") "; }
  void on_error(const PgnError&) { log += "error "; }
  void on_game_end(GameResult result) { log += to_string(result); }

  std::string log;
};

TEST(PgnReader, TellsItsVisitorInOrder) {
  for (const auto& [pgn, expected] : {
           Row{"[White \"A\"]\n{c}\n1. e4 $1 (1. d4 --) e5 1-0",
               "start White=A at1 {c} e4 $1 ( d4 null ) e5 1-0"},
           Row{"1. e4 (1. d4 (1. c4 Ke5", "start at1 e4 ( d4 ( c4 ) ) error *"},
           Row{"[Variant \"Atomic\"]\n\n1. e4 *", "start Variant=Atomic error *"},
       }) {
    TextSource source(pgn);
    PgnReader reader(source);
    Recorder recorder;
    EXPECT_TRUE(reader.read(recorder));
    EXPECT_EQ(recorder.log, expected);
    EXPECT_FALSE(reader.read(recorder));
  }
}

}  // namespace
}  // namespace vitrine::notation
