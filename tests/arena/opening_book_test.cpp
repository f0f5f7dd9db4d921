#include "arena/opening_book.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "arena/builtin_openings.h"
#include "arena/game_support.h"
#include "notation/fen.h"
#include "support/paths.h"

namespace vitrine::arena {

namespace {

using Kind = OpeningSettings::Kind;
using Order = OpeningSettings::Order;

// A file with this text, gone after the test.
class TextFile {
 public:
  TextFile(const std::string& name, const std::string& text)
      : path_(std::filesystem::path(testing::TempDir()) / (std::to_string(getpid()) + name)) {
    std::ofstream(path_, std::ios::binary) << text;
  }
  ~TextFile() { std::filesystem::remove(path_); }
  TextFile(const TextFile&) = delete;
  TextFile& operator=(const TextFile&) = delete;
  [[nodiscard]] std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

OpeningBook load(const OpeningSettings& settings, std::uint64_t seed = 0) {
  auto book = OpeningBook::load(settings, seed);
  if (!book) throw std::runtime_error(book.error().text);
  return *std::move(book);
}

std::string error_of(const OpeningSettings& settings) {
  const auto book = OpeningBook::load(settings, 0);
  return book ? "" : book.error().text;
}

std::vector<std::string> names(const OpeningBook& book, int count) {
  std::vector<std::string> all;
  for (int i = 0; i < count; ++i) all.push_back(book.opening(i).name);
  return all;
}

std::string moves_text(const Opening& opening) {
  std::string text;
  for (const chess::Move move : opening.moves) text += (text.empty() ? "" : " ") + notation::to_uci(move);
  return text;
}

std::string last_fen(const Opening& opening) { return notation::to_fen(opening.game().position()); }

const std::string kFiveLines =
    "# openings of a test\n"
    "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\n"
    "\n"
    "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - id \"open\";\r\n"
    "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - hmvc 0; fmvn 2;\n"
    "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1\n"
    "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1";

}  // namespace

TEST(OpeningBook, ReadsEpdAndFen) {
  const TextFile file("book.epd", kFiveLines);
  const OpeningBook book = load({.kind = Kind::epd, .file = file.path(), .order = Order::sequential});
  EXPECT_EQ(book.size(), 5u);
  const std::string name = std::filesystem::path(file.path()).filename().string();
  EXPECT_EQ(names(book, 6),
            (std::vector<std::string>{"line 2 of " + name, "open", "line 5 of " + name, "line 6 of " + name,
                                      "line 7 of " + name, "line 2 of " + name}))
      << "and begins again after the last";
  EXPECT_EQ(notation::to_fen(book.opening(2).start),
            "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
  EXPECT_TRUE(book.opening(0).moves.empty());
}

TEST(OpeningBook, OrderFollowsTheSeed) {
  const TextFile file("order.epd", kFiveLines);
  OpeningSettings settings{.kind = Kind::epd, .file = file.path(), .order = Order::random};
  const auto order = names(load(settings, 7), 5);
  EXPECT_EQ(names(load(settings, 7), 5), order);
  EXPECT_EQ(std::set(order.begin(), order.end()).size(), 5u) << "each once";
  int different = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) different += names(load(settings, seed), 5) != order;
  EXPECT_GE(different, 15);

  settings.start = 3;
  const auto from_third = names(load(settings, 7), 5);
  EXPECT_EQ(from_third, (std::vector<std::string>{order[2], order[3], order[4], order[0], order[1]}));
  settings.start = 8;
  EXPECT_EQ(names(load(settings, 7), 5), from_third);
  EXPECT_EQ(load(settings, 7).opening(5'000'000'000).name, from_third[0]);
  settings.start = 0;
  EXPECT_EQ(error_of(settings), "openings are counted from 1");
}

TEST(OpeningBook, NamesTheBadLine) {
  struct Row {
    const char* text;
    const char* error;
  };
  const std::vector<Row> rows = {
      {"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\nblah\n", ":2: "},
      {"\n\n8/8/8/8/8/8/8/8 w - - 0 1\n", ":3: "},
      {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - id \"open\n", ":1: column"},
      {"rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", ":1: nothing is left to play"},
      {"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", ":1: nothing is left to play"},
      {"k7/8/8/8/8/8/8/K7 b - - 0 1", ":1: nothing is left to play"},
      {"k7/8/8/8/8/8/8/K6R b - - 100 90", ":1: nothing is left to play"},
      {"", ": there is no opening in it"},
      {"# nothing\n\n", ": there is no opening in it"},
  };
  for (const auto& [text, expected] : rows) {
    const TextFile file("bad.epd", text);
    const std::string error = error_of({.kind = Kind::epd, .file = file.path()});
    EXPECT_TRUE(error.starts_with(file.path() + expected)) << text << " -> " << error;
  }
  EXPECT_NE(error_of({.kind = Kind::epd, .file = "/nowhere/book.epd"}).find("/nowhere/book.epd"),
            std::string::npos);
  EXPECT_NE(error_of({.kind = Kind::pgn, .file = "/nowhere/book.pgn"}), "");
  EXPECT_NE(error_of({.kind = Kind::polyglot, .file = "/nowhere/book.bin"}), "");
}

TEST(OpeningBook, ReadsPgn) {
  const TextFile file(
      "book.pgn",
      "[Event \"a\"]\n[ECO \"B20\"]\n[Opening \"Sicilian\"]\n\n1. e4 (1. d4 d5) c5 {x} 2. Nf3 d6 *\n\n"
      "[Event \"b\"]\n[Result \"1-0\"]\n\n1. d4 d5 1-0\n\n"
      "[Event \"c\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n[SetUp \"1\"]\n[Eco \"A00\"]\n\n1. e4 *\n");
  const OpeningSettings settings{.kind = Kind::pgn, .file = file.path(), .order = Order::sequential};
  const OpeningBook book = load(settings);
  ASSERT_EQ(book.size(), 3u);
  EXPECT_EQ(moves_text(book.opening(0)), "e2e4 c7c5 g1f3 d7d6");
  EXPECT_EQ(book.opening(0).name, "B20 Sicilian");
  EXPECT_EQ(moves_text(book.opening(1)), "d2d4 d7d5");
  EXPECT_EQ(book.opening(1).name, "game 2 of " + std::filesystem::path(file.path()).filename().string());
  EXPECT_EQ(last_fen(book.opening(2)), "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1");
  EXPECT_EQ(book.opening(2).name, "A00");

  OpeningSettings three = settings;
  three.plies = 3;
  EXPECT_EQ(moves_text(load(three).opening(0)), "e2e4 c7c5 g1f3");
  EXPECT_EQ(moves_text(load(three).opening(1)), "d2d4 d7d5") << "it has no more";
  three.plies = 0;
  EXPECT_EQ(moves_text(load(three).opening(0)), "");
}

TEST(OpeningBook, NamesTheBadGame) {
  struct Row {
    const char* text;
    const char* error;
  };
  const std::vector<Row> rows = {
      {"[Event \"a\"]\n\n1. e4 e5 *\n\n[Event \"b\"]\n\n1. e4 e5 2. Ke3 *\n", ":7: game 2, ply 3: "},
      {"[Event \"a\"]\n\n1. e4 -- 2. d4 *\n", ":1: game 1: a null move"},
      {"[Event \"a\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n", ":1: game 1: nothing is left to play: checkmate"},
      {"[Event \"a\"]\n\n1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 *\n",
       ":1: game 1: nothing is left to play"},
      {"[Event \"a\"]\n[FEN \"blah\"]\n\n1. e4 *\n", ":4: game 1"},
  };
  for (const auto& [text, expected] : rows) {
    const TextFile file("bad.pgn", text);
    const std::string error = error_of({.kind = Kind::pgn, .file = file.path()});
    EXPECT_TRUE(error.starts_with(file.path() + expected)) << text << " -> " << error;
  }
}

TEST(OpeningBook, WalksAPolyglotBook) {
  OpeningSettings settings{
      .kind = Kind::polyglot, .file = test::data_path("notation/gnuchess_excerpt.bin"), .plies = 3};
  const OpeningBook book = load(settings, 1);
  const auto records = notation::PolyglotBook::open(settings.file).value();
  EXPECT_EQ(book.size(), std::nullopt);
  std::set<std::string> lines;
  for (int i = 0; i < 100; ++i) {
    const Opening opening = book.opening(i);
    EXPECT_EQ(opening.moves.size(), 3u);
    EXPECT_EQ(opening, load(settings, 1).opening(i)) << "the same for the same seed";
    chess::Position pos = opening.start;
    for (const chess::Move move : opening.moves) {
      EXPECT_TRUE(std::ranges::any_of(records.entries(pos), [&](const notation::BookMove& entry) {
        return entry.move == move && entry.weight > 0;
      }));
      pos = pos.after(move);
    }
    lines.insert(moves_text(opening));
  }
  EXPECT_GE(lines.size(), 20u);
  EXPECT_NE(moves_text(load(settings, 2).opening(0)) + moves_text(load(settings, 2).opening(1)),
            moves_text(book.opening(0)) + moves_text(book.opening(1)));
  settings.start = 11;
  EXPECT_EQ(load(settings, 1).opening(5), book.opening(15));
  settings.plies.reset();
  EXPECT_GE(load(settings, 1).opening(0).moves.size(), 3u) << "to the end of the book";
}

TEST(OpeningBook, RefusesAPolyglotBookWithoutAFirstMove) {
  const auto record = [](int weight) {
    const auto key = notation::polyglot_key(chess::Position::initial());
    const chess::Game game;
    return notation::PolyglotRecord{.key = key,
                                    .move = notation::to_polyglot_move(move_in(game, "e2e4")),
                                    .weight = static_cast<std::uint16_t>(weight)};
  };
  const TextFile weightless("weightless.bin", notation::to_polyglot({record(0)}));
  EXPECT_NE(error_of({.kind = Kind::polyglot, .file = weightless.path()}).find("weight 0"),
            std::string::npos);
  const TextFile empty("other.bin", notation::to_polyglot({{.key = 1, .move = 1, .weight = 1}}));
  EXPECT_NE(error_of({.kind = Kind::polyglot, .file = empty.path()}).find("no move for the initial position"),
            std::string::npos);
  const TextFile broken("broken.bin", "abc");
  EXPECT_NE(error_of({.kind = Kind::polyglot, .file = broken.path()}), "");
}

// A book can lead in circles; the third time the game would be over.
TEST(OpeningBook, AWalkInCirclesEnds) {
  std::vector<notation::PolyglotRecord> records;
  chess::Game game;
  for (const char* text : {"g1f3", "g8f6", "f3g1", "f6g8"}) {
    const chess::Move move = move_in(game, text);
    records.push_back({notation::polyglot_key(game.position()), notation::to_polyglot_move(move), 1, 0});
    game.play_unchecked(move);
  }
  const TextFile file("circle.bin", notation::to_polyglot(records));
  const OpeningBook book = load({.kind = Kind::polyglot, .file = file.path()});
  EXPECT_EQ(book.opening(0).moves.size(), 7u);
  EXPECT_FALSE(book.opening(0).game().outcome(chess::DrawClaims::made));
}

TEST(OpeningBook, KnowsKindsByTheirNames) {
  EXPECT_EQ(opening_kind_of("a/b.epd"), Kind::epd);
  EXPECT_EQ(opening_kind_of("b.fen"), Kind::epd);
  EXPECT_EQ(opening_kind_of("b.pgn"), Kind::pgn);
  EXPECT_EQ(opening_kind_of("b.bin"), Kind::polyglot);
  EXPECT_EQ(opening_kind_of("b.txt"), std::nullopt);
  EXPECT_EQ(opening_kind_of(""), std::nullopt);
}

TEST(OpeningBook, HasOpeningsOfItsOwn) {
  const OpeningBook book = load({.order = Order::sequential});
  ASSERT_TRUE(book.size());
  EXPECT_GE(*book.size(), 500u);
  std::set<std::string> ends;
  std::set<std::string> codes;
  for (std::size_t i = 0; i < *book.size(); ++i) {
    // Each of its moves is read again here, so that an illegal one is told even where assertions are off.
    const std::string_view text = builtin_openings()[i].moves;
    const Opening opening = book.opening(static_cast<std::int64_t>(i));
    chess::Game game;
    for (const chess::Move move : opening.moves) ASSERT_TRUE(game.play(move)) << text;
    EXPECT_EQ(opening.moves.size(), 16u) << text;
    EXPECT_EQ(moves_text(opening), text);
    EXPECT_FALSE(game.outcome(chess::DrawClaims::made)) << text;
    const chess::Position& last = game.position();
    ends.insert(notation::to_fen(last).substr(0, notation::to_fen(last).find(" - ")));
    codes.insert(opening.name.substr(0, 3));
  }
  EXPECT_EQ(ends.size(), *book.size()) << "no two lead to the same position";
  EXPECT_GE(codes.size(), 100u) << "from all over the encyclopaedia";

  OpeningSettings short_ones{.plies = 4};
  EXPECT_EQ(load(short_ones).opening(0).moves.size(), 4u);
}

// Validating the whole book at the start must cost next to nothing.
TEST(OpeningBook, LoadsFortyThousandLinesQuickly) {
  std::string text;
  const OpeningBook builtin = load({});
  for (int i = 0; i < 40'000; ++i) text += last_fen(builtin.opening(i)) + "\n";
  const TextFile file("large.epd", text);
  const std::clock_t begin = std::clock();
  EXPECT_EQ(load({.kind = Kind::epd, .file = file.path()}).size(), 40'000u);
  const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
#ifdef NDEBUG
  EXPECT_LT(seconds, 1.0);
#endif
  RecordProperty("seconds", std::to_string(seconds));
}

}  // namespace vitrine::arena
