#include "chess/setup.h"

#include "chess/support.h"

namespace vitrine::chess {
namespace {

TEST(Setup, StartsEmpty) {
  const chess::Setup empty = Setup::empty();
  EXPECT_TRUE(empty.occupied().is_empty());
  EXPECT_EQ(empty.turn, Color::white);
  EXPECT_EQ(empty.fullmove_number, 1);
}

TEST(Setup, HoldsTheNormalArray) {
  const chess::Setup initial = Setup::initial();
  EXPECT_EQ(to_text(initial.pieces(Color::white, PieceType::bishop)), "c1 f1");
  EXPECT_EQ(to_text(initial.pieces(Color::black, PieceType::king)), "e8");
  EXPECT_EQ(to_text(initial.castling_rooks), "a1 h1 a8 h8");
  EXPECT_EQ(initial.pieces(Color::black).count(), 16);
  EXPECT_EQ(initial.occupied(),
            Bitboard::rank(0) | Bitboard::rank(1) | Bitboard::rank(6) | Bitboard::rank(7));
}

TEST(Setup, PutsAndRemovesMen) {
  chess::Setup board = Setup::empty();
  const Piece queen{Color::black, PieceType::queen};
  board.put(square("d8"), queen);
  EXPECT_EQ(board.piece_at(square("d8")), queen);
  EXPECT_EQ(to_text(board.pieces(Color::black, PieceType::queen)), "d8");
  board.remove(square("d8"));
  EXPECT_EQ(board, Setup::empty());
}

// Lenient readers drop rights that cannot be; whatever else is wrong stays for validation to name.
TEST(Setup, LosesImpossibleRightsOnRequest) {
  struct Row {
    std::string_view before, after;
  };
  for (const auto& [before, after] : {
           Row{"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"},
           Row{"r3k3/8/8/8/8/8/8/4K2R w KQkq - 0 1", "r3k3/8/8/8/8/8/8/4K2R w Kq - 0 1"},
           Row{"r3k2r/8/8/8/8/8/4K3/R6R w KQkq - 0 1", "r3k2r/8/8/8/8/8/4K3/R6R w kq - 0 1"},
           Row{"2b1k1nB/1p3p1p/n4b2/1NPp4/P7/8/2r1PPPP/R3KBNR b KQk - 0 14",
               "2b1k1nB/1p3p1p/n4b2/1NPp4/P7/8/2r1PPPP/R3KBNR b KQ - 0 14"},
           Row{"2k5/8/3K4/1p6/p7/P7/1B6/8 b KQkq - 0 1", "2k5/8/3K4/1p6/p7/P7/1B6/8 b - - 0 1"},
           // A king on the a or h file never castles.
           Row{"r2r3k/p7/3p4/8/8/P6P/8/R3K2R b KQq - 0 1", "r2r3k/p7/3p4/8/8/P6P/8/R3K2R b KQ - 0 1"},
           Row{"4k3/8/8/4P3/8/8/8/4K3 w - d6 0 1", "4k3/8/8/4P3/8/8/8/4K3 w - - 0 1"},
           Row{"4k3/3n4/8/3pP3/8/8/8/4K3 w - d6 0 1", "4k3/3n4/8/3pP3/8/8/8/4K3 w - - 0 1"},
           Row{"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"},
           Row{"8/8/8/8/8/8/8/R7 w Q - 0 1", "8/8/8/8/8/8/8/R7 w - - 0 1"},
       })
    EXPECT_EQ(notation::to_fen(without_impossible_rights(setup(before))), after);
}

TEST(PositionError, SaysWhatAndWhere) {
  using Kind = PositionError::Kind;
  struct Row {
    PositionError error;
    std::string_view message;
  };
  for (const auto& [error, message] : {
           Row{{Kind::no_king, Color::black}, "Black has no king"},
           Row{{Kind::pawn_on_back_rank, Color::white, square("a8")}, "White has a pawn on a8"},
           Row{{Kind::opponent_in_check, Color::black, square("e8")},
               "Black is not to move, but its king on e8 is in check"},
           Row{{Kind::castling_without_rook, Color::white, square("h1")},
               "White may castle with a rook on h1, but has no rook there"},
           Row{{Kind::en_passant_occupied, Color::black, square("d6")}, "en-passant square d6 is not empty"},
           Row{{Kind::halfmove_clock_out_of_range}, "the halfmove clock is not within 0 to 32767"},
       })
    EXPECT_EQ(error.message(), message);
}

}  // namespace
}  // namespace vitrine::chess
