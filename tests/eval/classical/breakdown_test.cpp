#include "eval/classical/breakdown.h"

#include <gtest/gtest.h>

#include "chess/support.h"

namespace vitrine::eval::classical {

using chess::position;

TEST(Breakdown, AddsUpToTheEvaluation) {
  for (const Position& pos : chess::random_positions(31, chess::scaled(4'000))) {
    const Breakdown parts = break_down(pos);
    Tapered sum;
    for (std::size_t term = 0; term < kTermNames.size(); ++term)
      sum += parts.white_minus_black(static_cast<Term>(term));
    EXPECT_EQ(sum, parts.conclusion.sum) << notation::to_fen(pos);
    if (pos.is_check()) continue;
    const int value = evaluate(pos, kBuiltInWeights);
    EXPECT_EQ(parts.value, pos.turn() == Color::white ? value : -value) << notation::to_fen(pos);
  }
}

TEST(Breakdown, MaterialAndSquaresBelongToTheMen) {
  const Position pos = position("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
  const Breakdown parts = break_down(pos);
  ASSERT_EQ(parts.men.size(), 32u);
  std::array<Tapered, 2> material;
  std::array<Tapered, 2> mobility;
  for (const Breakdown::Man& man : parts.men) {
    EXPECT_EQ(pos.piece_at(man.square), man.piece);
    material[index(man.piece.color)] += man.by_term[static_cast<std::size_t>(Term::material)];
    mobility[index(man.piece.color)] += man.by_term[static_cast<std::size_t>(Term::mobility)];
  }
  for (const Color color : {Color::white, Color::black}) {
    EXPECT_EQ(material[index(color)], parts.terms[index(color)][static_cast<std::size_t>(Term::material)]);
    EXPECT_EQ(mobility[index(color)], parts.terms[index(color)][static_cast<std::size_t>(Term::mobility)]);
  }
}

TEST(Breakdown, SaysWhenAnEndingIsKnown) {
  EXPECT_EQ(break_down(position("8/4k3/8/4K3/4P3/8/8/8 w - - 0 1")).known, 0);
  EXPECT_GT(break_down(position("8/4k3/8/4K3/4P3/8/8/8 b - - 0 1")).value, kKnownWin);
  EXPECT_FALSE(break_down(Position::initial()).known);
}

}  // namespace vitrine::eval::classical
