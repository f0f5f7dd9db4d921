#include "engines/negamax/evaluation.h"

#include <gtest/gtest.h>

#include "chess/support.h"

namespace vitrine::engines::negamax {

namespace {

using chess::position;

struct Row {
  const char* fen;
  int value;
};

}  // namespace

// Reckoned by hand; the kings' own squares and attacks cancel where they mirror each other.
TEST(NegamaxEvaluation, Version22) {
  for (const auto& [fen, value] : {
           Row{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0},
           // Pawn 128 - 77 + 22; attacks two squares, 10; passed 100; next to its king 100.
           Row{"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", 283},
           Row{"4k3/8/8/8/8/8/4P3/4K3 b - - 0 1", -283},
           // The same pawn, no longer passed: e7 stops it, and is worth the same itself.
           Row{"4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1", 0},
           // d6 guards e5, not e4's way past d5: e4 is held up, d6 too.
           // e4: 128 - 77 + 66, attacks 10, three from its king 25. d6: 128 - 77 + 44, attacks 10, two from
           // e8 50.
           Row{"4k3/8/3p4/8/4P3/8/8/4K3 w - - 0 1", 117 + 10 + 25 - (95 + 10 + 50)},
           // Bishops on c1 and f1: middlegame 2 * 810, endgame 2 * 805, mixed 2 to 22; fourteen squares; the
           // pair; two steps and one from their king.
           Row{"4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1", (2 * 1620 + 22 * 1610) / 24 + 280 + 100 + 150},
           // A knight on a1: middlegame 781 - 80, endgame 781 - 68, mixed 1 to 23; two squares; four steps
           // away.
           Row{"4k3/8/8/8/8/8/8/N3K3 w - - 0 1", (701 + 23 * 713) / 24 + 60 + 10},
           // A king in the middle: 30 * 3 + 30 * 3 + 6 * 3 against 30 * 3; eight squares against five.
           Row{"4k3/8/8/8/3K4/8/8/8 w - - 0 1", 198 - 90 + 30},
       })
    EXPECT_EQ(evaluate(Version::v2_2, position(fen)), value) << fen;
}

TEST(NegamaxEvaluation, Version21IsTheSimplifiedEvaluationFunction) {
  for (const auto& [fen, value] : {
           Row{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0},
           Row{"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", -40},  // e2 is -20, e4 is +20
           Row{"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", 80},
           Row{"4k3/8/8/8/8/8/4P3/4K3 b - - 0 1", -80},
           Row{"4k3/8/8/8/3K4/8/8/8 w - - 0 1", 40 + 30},              // an endgame: the king comes out
           Row{"3qk3/8/8/8/3N4/8/8/3QK3 w - - 0 1", 340},              // still one
           Row{"3qk3/8/8/8/8/8/8/3Q2K1 w - - 0 1", -30 + 30},          // still one: g1 and e8 are alike
           Row{"r2qk3/8/8/8/8/8/8/R2Q2K1 w - - 0 1", 30},              // rooks besides: g1 30, e8 0
           Row{"4k3/8/8/2b5/8/8/8/R3K3 b - - 0 1", (330 + 10) - 500},  // c5 is Black's c4
           Row{"4k3/P7/8/8/8/8/8/4K3 w - - 0 1", 150},
       })
    EXPECT_EQ(evaluate(Version::v2_1, position(fen)), value) << fen;
}

TEST(NegamaxEvaluation, IsTheSameForBothSides) {
  for (const chess::Position& pos : chess::random_positions(21, 500))
    for (const Version version : {Version::v2_1, Version::v2_2})
      EXPECT_EQ(evaluate(version, pos), evaluate(version, chess::mirrored(pos))) << notation::to_fen(pos);
}

TEST(NegamaxEvaluation, PlacementFollowsTheMoves) {
  for (const Version version : {Version::v2_1, Version::v2_2})
    chess::for_random_plies(22, 3000, [&](const chess::Position& pos, chess::Move move) {
      Placement placement(version, pos);
      const chess::Position next = pos.after(move, placement);
      EXPECT_TRUE(placement == Placement(version, next)) << notation::to_fen(next);
    });
}

TEST(NegamaxEvaluation, LooksDeeperWithFewerPieces) {
  for (const auto& [fen, depth] : {
           Row{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 6},
           Row{"rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1", 6},
           Row{"rnb1k2r/pppppppp/8/8/8/8/PPPPPPPP/RNB1K2R w KQkq - 0 1", 6},  // eight
           Row{"rn2k2r/pppppppp/8/8/8/8/PPPPPPPP/RNB1K2R w KQkq - 0 1", 7},
           Row{"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", 7},
           Row{"r3k3/8/8/8/8/8/8/R3K2R w KQq - 0 1", 8},
           Row{"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", 8},
           Row{"4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", 9},
           Row{"4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1", 9},
           Row{"4k3/8/8/8/8/8/8/Q3K3 w - - 0 1", 6},
       })
    EXPECT_EQ(depth_by_material(position(fen)), depth) << fen;
}

}  // namespace vitrine::engines::negamax
