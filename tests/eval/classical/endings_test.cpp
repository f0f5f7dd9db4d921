#include "eval/classical/endings.h"

#include <gtest/gtest.h>

#include <vector>

#include "arena/tablebase.h"
#include "chess/support.h"
#include "eval/classical/evaluation.h"
#include "eval/classical/kpk.h"

namespace vitrine::eval::classical {

namespace {

using chess::Piece;
using chess::position;

int value_of(const char* fen) { return evaluate(position(fen), kBuiltInWeights); }

}  // namespace

// Every legal placement of a white pawn, both kings and either side to move.
TEST(Kpk, AgreesWithSyzygyOnEveryPosition) {
  const arena::Tablebase tables = arena::open_tablebase(test::data_path("arena/syzygy"));
  int seen = 0;
  int won = 0;
  chess::Setup setup = Position::initial().to_setup();
  setup.board.fill({});
  setup.castling_rooks = Bitboard();
  for (int pawn = 8; pawn < 56; ++pawn)
    for (int white = 0; white < 64; ++white)
      for (int black = 0; black < 64; ++black)
        for (const Color turn : {Color::white, Color::black}) {
          if (white == pawn || black == pawn || white == black) continue;
          setup.board[pawn] = Piece{Color::white, PieceType::pawn};
          setup.board[white] = Piece{Color::white, PieceType::king};
          setup.board[black] = Piece{Color::black, PieceType::king};
          setup.turn = turn;
          const auto pos = Position::from_setup(setup, chess::Unreachable::allowed);
          setup.board[pawn] = setup.board[white] = setup.board[black] = {};
          if (!pos) continue;
          const auto solved = tables(*pos);
          ASSERT_TRUE(solved) << notation::to_fen(*pos);
          const bool is_win = solved->winner == Color::white;
          EXPECT_EQ(is_kpk_win(*pos), is_win) << notation::to_fen(*pos);
          ++seen;
          won += is_win;
        }
  EXPECT_GT(seen, 300'000);
  EXPECT_EQ(won, static_cast<int>(2 * count_kpk_wins()));
}

TEST(Kpk, KnowsBothColorsAndTheTextbook) {
  struct Row {
    const char* fen;
    bool is_win;
  };
  const std::vector<Row> rows = {
      {"4k3/8/4K3/4P3/8/8/8/8 w - - 0 1", true},  // king on the sixth before his pawn
      {"4k3/8/4K3/4P3/8/8/8/8 b - - 0 1", true},  // whoever moves
      {"4k3/8/8/4K3/4P3/8/8/8 w - - 0 1", true},
      {"8/4k3/8/4K3/4P3/8/8/8 w - - 0 1", false},  // opposition
      {"8/4k3/8/4K3/4P3/8/8/8 b - - 0 1", true},
      {"k7/8/K7/P7/8/8/8/8 w - - 0 1", false},    // a rook's pawn and the corner
      {"8/8/8/8/4p3/4k3/8/4K3 w - - 0 1", true},  // Black's pawn
      {"8/8/8/4p3/4k3/8/4K3/8 b - - 0 1", false},
  };
  for (const Row& row : rows) EXPECT_EQ(is_kpk_win(position(row.fen)), row.is_win) << row.fen;
}

TEST(Endings, DrawsWithoutMatingMaterialAreZero) {
  for (const char* fen : {"4k3/8/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/4KN2 w - - 0 1",
                          "4k3/8/8/8/8/8/8/4KB2 b - - 0 1", "4k3/8/8/8/8/8/8/3NKN2 w - - 0 1",
                          "4k3/8/8/8/8/8/1B6/B3K3 w - - 0 1"})  // both bishops on dark squares
    EXPECT_EQ(value_of(fen), 0) << fen;
}

TEST(Endings, KnownWinsAreLargeButNoMate) {
  for (const char* fen : {"3k4/8/8/8/8/8/8/4K2Q w - - 0 1", "3k4/8/8/8/8/8/8/4K1R1 w - - 0 1",
                          "4k3/8/8/8/8/8/8/4KBB1 w - - 0 1", "4k3/8/8/8/8/8/8/4KBN1 w - - 0 1",
                          "7k/8/8/8/8/8/RRRRRR2/K7 w - - 0 1", "3k4/8/3K4/3P4/8/8/8/8 w - - 0 1"}) {
    EXPECT_GT(value_of(fen), kKnownWin) << fen;
    EXPECT_LT(value_of(fen), 20'000) << fen;
  }
}

TEST(Endings, MatingNetsDriveTheKingTheRightWay) {
  // To the edge, and the kings together.
  EXPECT_GT(value_of("8/8/8/7k/5K2/8/8/R7 w - - 0 1"), value_of("8/8/8/4k3/8/2K5/8/R7 w - - 0 1"));
  // With bishop and knight only corners of the bishop's colour will do: h1 and a8 for a light one.
  const int light_a8 = -value_of("k7/8/2K5/8/8/3B4/3N4/8 b - - 0 1");
  const int light_h8 = -value_of("7k/8/5K2/8/8/3B4/3N4/8 b - - 0 1");
  EXPECT_GT(light_a8, light_h8);
  const int dark_a8 = -value_of("k7/8/2K5/8/8/4B3/3N4/8 b - - 0 1");
  const int dark_h8 = -value_of("7k/8/5K2/8/8/4B3/3N4/8 b - - 0 1");
  EXPECT_GT(dark_h8, dark_a8);
}

TEST(Endings, AWrongBishopWinsNothing) {
  const int wrong = value_of("k7/8/2K5/P7/8/8/5B2/8 w - - 0 1");  // dark bishop, light corner
  const int right = value_of("k7/8/2K5/P7/8/8/4B3/8 w - - 0 1");
  EXPECT_LT(wrong, 50);
  EXPECT_GT(right, 200);
}

TEST(Endings, PawnlessAdvantagesAndOppositeBishopsShrink) {
  struct Row {
    const char* fen;
    int scale;
  };
  const std::vector<Row> rows = {
      {"4k3/4b3/8/8/8/8/8/R3K3 w - - 0 1", 4},           // rook against bishop
      {"4k3/4n3/8/8/8/8/8/R3K3 w - - 0 1", 4},           // rook against knight
      {"4k3/4r3/8/8/8/8/4B3/R3K3 w - - 0 1", 14},        // rook and bishop against rook
      {"4k3/4r3/8/8/8/8/8/3QK3 w - - 0 1", kFullScale},  // a queen beats a rook
      {"4k3/3b4/8/8/8/4P3/8/2B1K3 w - - 0 1", 24},       // opposite bishops, one passed pawn
      {"4k3/2b5/8/8/8/4P3/8/2B1K3 w - - 0 1", 45},       // the same colour: one pawn left
      {"4k3/8/8/4P3/8/8/r7/4K2R w - - 0 1", 16},         // the king stands before the pawn
  };
  for (const Row& row : rows) {
    const Position pos = position(row.fen);
    SumLedger ledger;
    const PawnFacts pawns = add_pawns(pos, kBuiltInWeights, ledger);
    EXPECT_EQ(drawish_scale(pos, Color::white, pawns.passed[0]), row.scale) << row.fen;
  }
}

}  // namespace vitrine::eval::classical
