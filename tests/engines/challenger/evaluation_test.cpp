#include "engines/challenger/evaluation.h"

#include <gtest/gtest.h>

#include "chess/support.h"

namespace vitrine::engines::challenger {

namespace {

using chess::position;

struct Row {
  const char* fen;
  int value;  // of 7000 to a pawn
};

}  // namespace

// Reckoned by hand: a move is worth 100, to the middle 110.
TEST(ChallengerEvaluation, MaterialAndMoves) {
  for (const auto& [fen, value] : {
           Row{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0},
           // A pawn one rank up; it has two moves to the middle; the kings have four moves and five.
           Row{"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", 7070 + 220 + 400 - 500},
           Row{"4k3/8/8/8/8/8/4P3/4K3 b - - 0 1", -(7070 + 220 + 400 - 500)},
           // 7000 * 1.01^6; promotion is four moves.
           Row{"4k3/P7/8/8/8/8/8/4K3 w - - 0 1", 7431 + 400},
           // The knight's eight moves, four of them to the middle.
           Row{"4k3/8/8/8/3N4/8/8/4K3 w - - 0 1", 21000 + 840},
           // The queen's moves are not counted.
           Row{"4k3/8/8/8/8/8/8/Q3K3 w - - 0 1", 56000},
           // A rook on a1: seven moves up, three aside; queen-side castling is a move of the king.
           Row{"4k3/8/8/8/8/8/8/R3K3 w - - 0 1", 31500 + 1000},
           Row{"4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", 31500 + 1100},
           // A bishop on d4: 13 moves, five of them in the middle (c3, e3, c5, e5, f6); it takes f2 from
           // nobody.
           Row{"4k3/8/8/8/3B4/8/8/4K3 w - - 0 1", 21000 + 1300 + 50},
           // In check only material counts.
           Row{"4k3/8/8/8/8/8/8/4QK2 b - - 0 1", -56000},
       })
    EXPECT_EQ(Evaluation().judge(position(fen)).value, value) << fen;
}

TEST(ChallengerEvaluation, SeesTheEnd) {
  EXPECT_TRUE(Evaluation().judge(chess::Position::initial()).has_moves);
  EXPECT_FALSE(Evaluation().judge(position("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")).has_moves);
  EXPECT_FALSE(Evaluation().judge(position("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1")).has_moves);
  const eval::PieceSquareModel model;
  EXPECT_FALSE(Evaluation(&model).judge(position("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")).has_moves);
}

TEST(ChallengerEvaluation, IsTheSameForBothSides) {
  for (const chess::Position& pos : chess::random_positions(31, 500))
    EXPECT_EQ(Evaluation().judge(pos).value, Evaluation().judge(chess::mirrored(pos)).value)
        << notation::to_fen(pos);
}

TEST(ChallengerEvaluation, AModelTakesItsPlace) {
  eval::PieceSquareModel model;
  model.set_weight(eval::Phase::middlegame, chess::PieceType::pawn, chess::square("a1"), chess::square("e2"),
                   1.5F);
  EXPECT_EQ(Evaluation(&model).judge(position("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")).value, 10500);
  EXPECT_EQ(Evaluation(&model).judge(position("4k3/8/8/8/8/8/4P3/4K3 b - - 0 1")).value, -10500);
}

}  // namespace vitrine::engines::challenger
