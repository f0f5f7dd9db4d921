#include "engines/turochamp/search.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "chess/support.h"
#include "engines/turochamp/evaluation.h"

namespace vitrine::engines::turochamp {

namespace {

using chess::Position;

const char* const kEnding = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1";

// The same without a window: what every move comes to if both do their best. No draws but stalemate and bare
// kings, which is all that so few plies can bring about from fresh counters.
int plain(const Position& pos, int depth, int ply) {
  if (pos.is_insufficient_material()) return kDraw;
  if (!pos.has_legal_moves()) return pos.is_check() ? ply - kMate : kDraw;
  int best = depth == 0 ? evaluate(pos, 1) : -kMate;
  for (const chess::Move move : depth == 0 ? pos.legal_captures() : pos.legal_moves())
    best = std::max(best, -plain(pos.after(move), std::max(depth - 1, 0), ply + 1));
  return best;
}

std::optional<BestLine> search(const Position& pos, int depth) {
  const chess::Game game(pos);
  Watch watch({}, {}, pos.turn());
  Search search(game, 1, watch);
  std::vector<RootMoveScore> scores;
  const chess::MoveList moves = pos.legal_moves();
  return search.best_line(depth, {moves.begin(), moves.end()}, scores);
}

}  // namespace

TEST(TurochampSearch, FindsWhatAPlainSearchFinds) {
  for (const char* fen : {kEnding, "4k3/P6P/8/8/8/8/p6p/4K3 w - - 0 1", "r3k3/8/8/8/8/8/8/R3K3 w Qq - 0 1",
                          "4k2r/8/8/8/8/8/8/R3K2R w KQk - 0 1"}) {
    const Position pos = chess::position(fen);
    for (int depth = 1; depth <= 3; ++depth) {
      int best = -kMate;
      for (const chess::Move move : pos.legal_moves()) {
        const int score = -plain(pos.after(move), depth - 1, 1);
        best = std::max(best, is_mate(score) ? score : score + castling_bonus(pos, move));
      }
      const auto found = search(pos, depth);
      ASSERT_TRUE(found);
      EXPECT_EQ(found->score, best) << fen << ", depth " << depth;
    }
  }
}

TEST(TurochampSearch, FindsMates) {
  const struct {
    const char* fen;
    const char* move;
    int plies;
  } rows[] = {{"6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", "a1a8", 1},
              {"kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", "a1a6", 3},  // Morphy
              {"r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", "f6a6", 5}};
  for (const auto& [fen, move, plies] : rows) {
    const auto found = search(chess::position(fen), plies);
    EXPECT_EQ(notation::to_uci(found->pv[0]), move) << fen;
    EXPECT_EQ(plies_to_mate(found->score), plies) << fen;
  }
}

// The ancestor didn't: one ply, and then captures only.
TEST(TurochampSearch, SeesMateAndStalemateAmongCaptures) {
  EXPECT_EQ(plies_to_mate(search(chess::position("6k1/5ppp/5B2/8/8/8/8/6QK w - - 0 1"), 1)->score), 1);
  // Queen and king against a pawn: to take it would be stalemate.
  const Position pos = chess::position("7k/5p2/5KQ1/8/8/8/8/8 w - - 0 1");
  const auto found = search(pos, 1);
  EXPECT_NE(notation::to_uci(found->pv[0]), "g6f7");
}

TEST(TurochampSearch, KnowsDraws) {
  // Black is a queen down and has a perpetual: the position has stood twice, and comes back.
  chess::Game game(chess::position("6k1/6p1/8/8/8/8/q7/4Q2K w - - 0 1"));
  for (const char* text : {"h1g1", "g8h8", "g1h1", "h8g8", "h1g1", "g8h8", "g1h1"})
    game.play_unchecked(chess::move(game.position(), text));
  Watch watch({}, {}, chess::Color::black);
  Search search(game, 1, watch);
  std::vector<RootMoveScore> scores;
  const chess::Move back = chess::move(game.position(), "h8g8");
  EXPECT_EQ(search.best_line(1, {&back, 1}, scores)->score, kDraw);
  const chess::Position fifty = chess::position("k7/8/8/8/8/8/8/KR6 w - - 99 80");
  EXPECT_EQ(turochamp::search(fifty, 2)->score, kDraw);
}

TEST(TurochampSearch, CountsWhatItDoes) {
  const chess::Game game;
  Watch watch({}, {}, chess::Color::white);
  Search search(game, 1, watch);
  std::vector<RootMoveScore> scores;
  const chess::MoveList moves = game.position().legal_moves();
  ASSERT_TRUE(search.best_line(1, {moves.begin(), moves.end()}, scores));
  EXPECT_EQ(search.nodes(), 20u);  // nothing to capture after any first move
  EXPECT_EQ(search.counters().quiescence_nodes, 20u);
  EXPECT_EQ(scores.size(), 20u);
  ASSERT_TRUE(search.best_line(3, {moves.begin(), moves.end()}, scores));
  EXPECT_LT(search.counters().quiescence_nodes, search.nodes());
}

TEST(TurochampSearch, AnInterruptedIterationCountsForNothing) {
  const chess::Game game;
  Watch watch({.nodes = 100}, {}, chess::Color::white);
  Search search(game, 1, watch);
  std::vector<RootMoveScore> scores;
  const chess::MoveList moves = game.position().legal_moves();
  EXPECT_FALSE(search.best_line(4, {moves.begin(), moves.end()}, scores));
  EXPECT_EQ(search.nodes(), 100u);
}

}  // namespace vitrine::engines::turochamp
