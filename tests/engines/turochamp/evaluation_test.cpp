#include "engines/turochamp/evaluation.h"

#include <gtest/gtest.h>

#include "chess/support.h"

namespace vitrine::engines::turochamp {

using chess::Color;
using chess::position;

// Reckoned by hand.
TEST(TurochampEvaluation, CountsRuleByRule) {
  const Evaluation start = evaluate_side(chess::Position::initial(), Color::white);
  EXPECT_EQ(start.material, 4100);
  EXPECT_EQ(start.mobility, 2 * 141);  // two knights with two moves
  EXPECT_EQ(start.defence, 300);       // knights by rooks, c1 by the queen; f1 only by the king
  EXPECT_EQ(start.king_safety, -223);  // five men around him, whom a queen would see
  EXPECT_EQ(start.pawn_advance, 0);
  EXPECT_EQ(start.pawn_defence, 7 * 30);  // f2 only by the king

  const chess::Position queen = position("4k3/8/8/8/3Q4/8/8/4K3 w - - 0 1");
  const Evaluation white = evaluate_side(queen, Color::white);
  EXPECT_EQ(white, (Evaluation{.material = 1000, .mobility = 519 + 223, .king_safety = -458}));  // 27, 5, 21
  const Evaluation black = evaluate_side(queen, Color::black);
  EXPECT_EQ(black, (Evaluation{.mobility = 173, .king_safety = -458}));  // e7, f7 and f8
  EXPECT_EQ(evaluate(queen, 1), 1000 + 742 - 173);
  EXPECT_EQ(evaluate(queen, 2), 2000 + 742 - 173);

  // Two pawns and a rook hold the knight; nobody but the king holds d2, nobody at all b2 and c1.
  const Evaluation knight = evaluate_side(position("4k3/8/8/8/8/2N5/1P1P4/2R1K3 w - - 0 1"), Color::white);
  EXPECT_EQ(knight.defence, 150);
  EXPECT_EQ(knight.pawn_defence, 0);
  EXPECT_EQ(evaluate_side(position("4k3/P7/8/8/8/8/8/4K3 w - - 0 1"), Color::white).pawn_advance, 100);
  // Twelve moves: to take the king is none. The king himself has four: d2, d1, f2 and f1.
  EXPECT_EQ(evaluate_side(position("4k3/8/8/8/8/8/4R3/4K3 b - - 0 1"), Color::white).mobility, 346 + 200);
}

TEST(TurochampEvaluation, IsTheSameForBothSides) {
  for (const chess::Position& pos : chess::random_positions(36, 500)) {
    EXPECT_EQ(evaluate(pos, 1), evaluate(chess::mirrored(pos), 1)) << notation::to_fen(pos);
    EXPECT_EQ(evaluate_side(pos, Color::white), evaluate_side(chess::mirrored(pos), Color::black));
  }
}

TEST(TurochampEvaluation, CastlingBonus) {
  const struct {
    const char* fen;
    const char* move;
    int bonus;
  } rows[] = {
      {"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1h1", 300},
      {"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "a1b1", 200},  // the other rook still can
      {"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "h1g1", 200},  // on either wing: the ancestor looked at one twice
      {"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1e2", 0},
      {"4k3/8/8/8/8/8/7R/R3K3 w Q - 0 1", "h2h3", 200},
      {"4k3/8/8/8/8/8/7R/RN2K3 w Q - 0 1", "h2h3", 100},  // not lost, but not yet
      {"4k3/8/8/8/8/8/P7/R3K3 w Q - 0 1", "a2a3", 0},     // only moves of king and rook
      {"r3k3/8/8/8/8/8/8/4K3 b q - 0 1", "e8a8", 300},
  };
  for (const auto& [fen, move, bonus] : rows) {
    const chess::Position pos = position(fen);
    EXPECT_EQ(castling_bonus(pos, chess::move(pos, move)), bonus) << move << " in " << fen;
  }
}

}  // namespace vitrine::engines::turochamp
