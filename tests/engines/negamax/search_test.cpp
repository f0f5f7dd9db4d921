#include "engines/negamax/search.h"

#include <gtest/gtest.h>

#include "engines/exhibit_support.h"

namespace vitrine::engines::negamax {

namespace {

std::vector<chess::Move> all_moves(const chess::Position& pos) {
  const chess::MoveList moves = pos.legal_moves();
  return {moves.begin(), moves.end()};
}

bool stood_since(const chess::Game& game, std::size_t root) {
  for (std::size_t ply = root; ply < game.ply(); ++ply)
    if (game.position_at(ply).is_same_position(game.position())) return true;
  return false;
}

// Plain minimax, with the rules of drawing taken from the game itself. `root` is the ply where it began.
int minimax(chess::Game& game, Version version, int depth, std::size_t root) {
  const chess::Position pos = game.position();
  const int ply = static_cast<int>(game.ply() - root);
  if (!pos.has_legal_moves()) return pos.is_check() ? ply - kMate : kDraw;
  if (ply > 0 && (game.outcome(chess::DrawClaims::made) || stood_since(game, root))) return kDraw;
  if (depth == 0) return evaluate(version, pos);
  int best = -kMate;
  for (const chess::Move move : pos.legal_moves()) {
    game.play_unchecked(move);
    best = std::max(best, -minimax(game, version, depth - 1, root));
    game.undo();
  }
  return best;
}

BestLine best_line(const chess::Game& game, Version version, int depth) {
  Watch watch({}, {}, {});
  return *Search(game, version, base::Rng(1), watch).best_line(depth, all_moves(game.position()));
}

struct Row {
  const char* fen;
  const char* moves;
  int depth;
};

}  // namespace

TEST(NegamaxSearch, FindsWhatMinimaxFinds) {
  for (const auto& [fen, moves, depth] : {
           Row{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "", 4},
           Row{"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", "", 3},
           Row{"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", "", 4},
           Row{"r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1", "", 3},
           Row{"6k1/8/8/8/Q7/8/8/6K1 w - - 0 1", "g1h1 g8h8 h1g1 h8g8 g1h1 g8h8 h1g1",
               4},                                          // repetitions near
           Row{"7k/5Q2/8/6K1/8/8/8/8 w - - 0 1", "", 4},    // stalemates near
           Row{"7k/8/5K2/8/8/8/8/Q7 w - - 97 80", "", 4},   // fifty moves near
           Row{"8/8/8/3k4/8/2Kn4/3P4/8 b - - 0 1", "", 4},  // bare kings near
       }) {
    chess::Game game = game_from(fen, moves);
    for (const Version version : {Version::v2_1, Version::v2_2}) {
      // Assertions make minimax slow.
      const int plies = chess::scaled(100) < 100 ? std::min(depth, 2) : depth;
      EXPECT_EQ(best_line(game, version, plies).score, minimax(game, version, plies, game.ply())) << fen;
    }
  }
}

TEST(NegamaxSearch, LinesAreAsLongAsTheSearch) {
  const chess::Game game;
  for (int depth = 1; depth <= 4; ++depth)
    EXPECT_EQ(best_line(game, Version::v2_2, depth).pv.size(), static_cast<std::size_t>(depth));
}

TEST(NegamaxSearch, KnowsDraws) {
  for (const auto& [fen, moves, depth] : {
           // A queen down, Black repeats for the third time.
           Row{"6k1/8/8/8/Q7/8/8/6K1 w - - 0 1", "g1h1 g8h8 h1g1 h8g8 g1h1 g8h8 h1g1", 1},
           // A rook down, White gives the queen for stalemate.
           Row{"7k/8/6Q1/8/8/1r6/5q2/7K w - - 0 1", "", 2},
           // No pawn moves, no captures, no mate in one, and 99 plies gone.
           Row{"7k/8/8/8/Q7/8/8/6K1 w - - 99 90", "", 1},
           // The pawn falls, and bare kings are left.
           Row{"8/8/8/8/8/3k4/1p6/K7 w - - 0 1", "", 1},
       })
    EXPECT_EQ(best_line(game_from(fen, moves), Version::v2_2, depth).score, kDraw) << fen;
}

}  // namespace vitrine::engines::negamax
