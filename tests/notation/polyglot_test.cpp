#include "notation/polyglot.h"

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>

#include "notation/pgn_support.h"
#include "support/paths.h"

namespace vitrine::notation {
namespace {

using chess::Position;

constexpr std::array<std::uint64_t, 781> kRandom = {
#include "notation/polyglot_random.inc"
};

Position after(std::string_view moves) {
  const auto games = read_games(std::string(moves) + " *");
  EXPECT_FALSE(games.at(0).error);
  return games[0].end_position();
}

std::string san(const Position& pos, const std::vector<BookMove>& moves) {
  std::string text;
  for (const auto& [move, weight] : moves) text += to_san(pos, move) + ":" + std::to_string(weight) + " ";
  return text;
}

TEST(Polyglot, HasThePublishedConstants) {
  EXPECT_EQ(kRandom[0], 0x9D39247E33776D41u);
  EXPECT_EQ(kRandom[767], 0xD20D8C88C8FFE65Fu);
  EXPECT_EQ(kRandom[768], 0x31D71DCE64B2C310u);
  EXPECT_EQ(kRandom[772], 0x70CC73D90BC26E24u);
  EXPECT_EQ(kRandom[780], 0xF8D626AAAF278509u);
  std::uint64_t all = 0;
  for (const std::uint64_t value : kRandom) all ^= value;
  EXPECT_EQ(all, 0xEAA4DC0DD06542B6u);
}

TEST(Polyglot, HasThePublishedKeys) {
  struct Row {
    std::string_view moves;
    std::uint64_t key;
  };
  for (const auto& [moves, key] : {
           Row{"", 0x463b96181691fc9c},
           Row{"e4", 0x823c9b50fd114196},
           Row{"e4 d5", 0x0756b94461c50fb0},
           Row{"e4 d5 e5", 0x662fafb965db29d4},
           Row{"e4 d5 e5 f5", 0x22a48b5a8e47ff78},
           Row{"e4 d5 e5 f5 Ke2", 0x652a607ca3f242c1},
           Row{"e4 d5 e5 f5 Ke2 Kf7", 0x00fdd303c946bdd9},
           Row{"a4 b5 h4 b4 c4", 0x3c8123ea7b067637},
           Row{"a4 b5 h4 b4 c4 bxc3 Ra3", 0x5c3f9b829b279560},
       })
    EXPECT_EQ(polyglot_key(after(moves)), key) << moves;
}

TEST(Polyglot, KeysOfSetupsFollowTheFormatWherePositionsCannot) {
  // The pawn on e5 stands beside d5 but is pinned: the format counts the en-passant file all the same.
  const auto setup = *parse_fen_setup("4r2k/8/8/3pP3/8/8/8/4K3 w - d6 0 1", FenMode::strict);
  auto without = setup;
  without.en_passant.reset();
  EXPECT_EQ(polyglot_key(setup) ^ polyglot_key(without), kRandom[772 + 3]);
  const auto far_away = *parse_fen_setup("7k/8/8/3p1P2/8/8/8/4K3 w - d6 0 1", FenMode::lenient);
  auto far_without = far_away;
  far_without.en_passant.reset();
  EXPECT_EQ(polyglot_key(far_away), polyglot_key(far_without));
}

TEST(Polyglot, FindsItsMoves) {
  const Position start = Position::initial();
  const Position castling = position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
  const Position promotion = position("7k/P7/8/8/8/8/8/K7 w - - 0 1");
  const auto record = [](const Position& pos, std::string_view san_text, std::uint16_t weight) {
    return PolyglotRecord{polyglot_key(pos), to_polyglot_move(*parse_san(pos, san_text)), weight, 7};
  };
  const auto book = PolyglotBook::parse(to_polyglot({
      record(start, "e4", 3),
      record(start, "d4", 5),
      record(start, "Nf3", 0),
      {polyglot_key(start), 0, 9, 0},                      // a1a1: not a move
      {polyglot_key(start), 0b000'011'100'100'100, 9, 0},  // e4e5: nobody there
      record(castling, "O-O", 1),
      record(castling, "O-O-O", 2),
      record(promotion, "a8=N", 1),
      record(promotion, "a8=Q", 2),
      {0, 0, 0, 0},
  }));
  ASSERT_TRUE(book) << book.error();
  EXPECT_EQ(book->size(), 10u);
  EXPECT_EQ(san(start, book->entries(start)), "d4:5 e4:3 Nf3:0 ");
  EXPECT_EQ(san(castling, book->entries(castling)), "O-O-O:2 O-O:1 ");
  EXPECT_EQ(san(promotion, book->entries(promotion)), "a8=Q+:2 a8=N:1 ");
  EXPECT_TRUE(book->entries(after("e4")).empty());
}

TEST(Polyglot, WritesCastlingAsTheKingTakingHisRook) {
  const Position pos = position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
  EXPECT_EQ(to_polyglot_move(*parse_san(pos, "O-O")), 4 << 6 | 7);    // e1h1
  EXPECT_EQ(to_polyglot_move(*parse_san(pos, "O-O-O")), 4 << 6 | 0);  // e1a1
}

TEST(Polyglot, ChoosesByWeight) {
  const Position start = Position::initial();
  const auto move = [&](std::string_view text) { return to_polyglot_move(*parse_san(start, text)); };
  const std::uint64_t key = polyglot_key(start);
  const auto book = PolyglotBook::parse(
      to_polyglot({{key, move("e4"), 3, 0}, {key, move("d4"), 1, 0}, {key, move("a3"), 0, 0}}));
  base::Rng rng(1);
  std::map<std::string, int> count;
  for (int i = 0; i < 4000; ++i) ++count[to_san(start, *book->choose(start, rng))];
  EXPECT_EQ(count.size(), 2u);
  EXPECT_NEAR(count["e4"], 3000, 150);
  EXPECT_FALSE(book->choose(after("e4"), rng));
  const auto zero = PolyglotBook::parse(to_polyglot({{key, move("e4"), 0, 0}}));
  EXPECT_FALSE(zero->choose(start, rng));
}

TEST(Polyglot, SaysWhatIsWrongWithAFile) {
  EXPECT_TRUE(PolyglotBook::parse(""));
  const auto odd = PolyglotBook::parse(std::string(33, 'x'));
  ASSERT_FALSE(odd);
  EXPECT_NE(odd.error().find("33 bytes: 1 "), std::string::npos) << odd.error();

  const std::string sorted = to_polyglot({{1, 0, 0, 0}, {2, 0, 0, 0}});
  EXPECT_TRUE(PolyglotBook::parse(sorted));
  const auto unsorted = PolyglotBook::parse(sorted.substr(16) + sorted.substr(0, 16));
  ASSERT_FALSE(unsorted);
  EXPECT_NE(unsorted.error().find("at byte 16"), std::string::npos) << unsorted.error();

  const auto missing = PolyglotBook::open("no/such/book.bin");
  ASSERT_FALSE(missing);
  EXPECT_NE(missing.error().find("no/such/book.bin"), std::string::npos);
  EXPECT_FALSE(PolyglotBook::open(std::filesystem::temp_directory_path().string()));
}

TEST(Polyglot, ReadsAnExcerptOfGnuChess) {
  const auto book = PolyglotBook::open(test::data_path("notation/gnuchess_excerpt.bin"));
  ASSERT_TRUE(book) << book.error();
  EXPECT_EQ(book->size(), 700u);
  const Position start = Position::initial();
  EXPECT_EQ(san(start, book->entries(start)),
            "e4:12135 d4:11257 Nf3:3745 c4:3294 g3:243 b3:38 f4:35 Nc3:16 b4:16 e3:7 d3:5 g4:4 a3:2 ");
  EXPECT_EQ(book->entries(after("e4")).front().move, *parse_san(after("e4"), "c5"));
}

}  // namespace
}  // namespace vitrine::notation
