#include "engines/mailbox/search.h"

#include <gtest/gtest.h>

#include "engines/exhibit_support.h"

namespace vitrine::engines::mailbox {

namespace {

// The evaluation once more, from its description.
int worth(const chess::Position& pos) {
  static const chess::Bitboard centre = chess::squares("d4 e4 d5 e5");
  const auto of = [&](chess::Color color) {
    int value = 40 * (pos.pieces(color) & centre).count();
    for (const chess::PieceType type : chess::kPieceTypes)
      value += std::array{100, 350, 300, 500, 900, 0}[index(type)] * pos.pieces(color, type).count();
    return value;
  };
  return of(pos.turn()) - of(!pos.turn());
}

// Plain minimax by the library's rules, without any cut.
int minimax(chess::Game& game, std::size_t root, int depth) {
  const chess::Position pos = game.position();
  const auto ply = game.ply() - root;
  if (ply > 0) {
    for (std::size_t earlier = root; earlier < game.ply(); ++earlier)
      if (pos.is_same_position(game.position_at(earlier))) return kDraw;
    if (game.repetitions() >= 3 || pos.is_insufficient_material()) return kDraw;
  }
  if (!pos.has_legal_moves()) return pos.is_check() ? -kMate + static_cast<int>(ply) : kDraw;
  if (ply > 0 && pos.halfmove_clock() >= 100) return kDraw;
  if (depth == 0) return worth(pos);
  int best = -kMate;
  for (const chess::Move move : pos.legal_moves()) {
    game.play_unchecked(move);
    best = std::max(best, -minimax(game, root, depth - 1));
    game.undo();
  }
  return best;
}

struct Found {
  int value;
  std::vector<Search::RootMove> root_moves;
  std::vector<Report> reports;
};

Found search(const chess::Game& game, int depth, const Limits& limits = {}) {
  Budget budget(limits, game.position().turn(), {});
  const auto search = std::make_unique<Search>(Board(game), limits, budget);
  Found found;
  search->run(depth, [&](const Report& report) { found.reports.push_back(report); });
  found.root_moves = search->root_moves();
  found.value = found.root_moves.front().value;
  return found;
}

}  // namespace

TEST(MailboxSearch, FindsWhatMinimaxFinds) {
  const char* const fens[] = {
      "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
      "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
      "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",                         // en passant and pins
      "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",  // in check
      "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",         // promotions
      "7k/5Q2/8/6K1/8/8/8/8 w - - 0 1",                                    // stalemates beside mates
      "8/8/8/8/8/5k2/5p2/5K2 b - - 0 1",
      "k7/8/1K6/8/8/8/8/1R6 w - - 97 90",  // the fifty-move rule comes near
      "4k3/8/8/8/8/8/3p4/4K3 w - - 0 1",   // taking it leaves bare kings
  };
  const int depth = chess::scaled(20) >= 20 ? 4 : 3;
  for (const char* fen : fens)
    for (int plies = 1; plies <= (chess::position(fen).legal_move_count() > 20 ? 3 : depth); ++plies) {
      chess::Game game = game_from(fen);
      EXPECT_EQ(search(game, plies).value, minimax(game, 0, plies)) << fen << " to depth " << plies;
    }
}

TEST(MailboxSearch, FindsWhatMinimaxFindsInRandomGames) {
  for (const chess::Position& pos : chess::random_positions(9, chess::scaled(400), 7)) {
    if (!pos.has_legal_moves()) continue;
    chess::Game game(pos);
    EXPECT_EQ(search(game, 2).value, minimax(game, 0, 2)) << notation::to_fen(pos);
  }
}

// A pawn behind, White wants the game to repeat itself; what has stood on the board before counts.
TEST(MailboxSearch, KnowsThePastOfTheGame) {
  const std::string shuffle = "a1b1 c6d6 b1a1 d6c6 ";
  for (const std::string& moves : {shuffle, shuffle + shuffle, shuffle + shuffle + "a1b1 c6d6 "}) {
    chess::Game game = game_from("6k1/6p1/2r5/8/8/8/8/R5K1 w - - 0 1", moves);
    for (int depth = 1; depth <= 3; ++depth)
      EXPECT_EQ(search(game, depth).value, minimax(game, game.ply(), depth)) << moves << "to depth " << depth;
  }
  // b1a1 makes it three times.
  const chess::Game game = game_from("6k1/6p1/2r5/8/8/8/8/R5K1 w - - 0 1", shuffle + shuffle + "a1b1 c6d6");
  EXPECT_EQ(search(game, 1, {.search_moves = {chess::move(game.position(), "b1a1")}}).value, kDraw);
}

// What the ancestor answered, measured: the same values at the same depths.
TEST(MailboxSearch, AgreesWithItsAncestor) {
  const struct {
    const char* fen;
    int depth;
    const char* move;
    int value;
  } rows[] = {
      {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 5, "e2e4", 100},
      {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 6, "c2c3", -60},
      {"rnb1k1nr/3p1p1p/2p1p3/p4Bp1/PbP1P1P1/2N2b2/1P1BPP1P/R3KBNR w KQkq - 0 1", 6, "e2f3", -10},
  };
  for (const auto& [fen, depth, move, value] : rows) {
    if (chess::scaled(20) < 20 && depth > 5) continue;
    Budget budget({}, chess::Color::white, {});
    const auto search = std::make_unique<Search>(Board(chess::setup(fen)), Limits{}, budget);
    search->run(depth, {});
    EXPECT_EQ(search->root_moves().front().value, value) << fen;
    EXPECT_EQ(notation::to_uci(to_chess(search->root_moves().front().move)), move) << fen;
  }
}

TEST(MailboxSearch, ReportsSeveralLines) {
  const chess::Game game = game_from("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
  const Found found = search(game, 3, {.multi_pv = 5});
  // Each line has the value that it has alone; the best one is repeated at the end.
  for (int line = 0; line < 5; ++line) {
    const Report& report = found.reports[found.reports.size() - 6 + static_cast<std::size_t>(line)];
    EXPECT_EQ(report.line, line + 1);
    ASSERT_FALSE(report.pv.empty());
    EXPECT_EQ(report.score, to_score(search(game, 3, {.search_moves = {report.pv[0]}}).value));
    EXPECT_GE(found.root_moves[line == 0 ? 0 : line - 1].value, found.root_moves[line].value);
  }
  EXPECT_EQ(found.value, search(game, 3).value);
}

TEST(MailboxSearch, CountsWhatItDoes) {
  const chess::Game game;
  const Found found = search(game, 4);
  const Report& last = found.reports.back();
  ASSERT_TRUE(last.statistics);
  EXPECT_EQ(last.statistics->counters.nodes, last.nodes);
  ASSERT_EQ(last.statistics->iterations.size(), 4u);
  EXPECT_EQ(last.statistics->iterations[0].nodes, 20u);
  std::uint64_t nodes = 0;
  for (const Iteration& iteration : last.statistics->iterations) nodes += iteration.nodes;
  EXPECT_EQ(nodes, last.nodes);
  EXPECT_EQ(last.statistics->root_moves.size(), 20u);
  EXPECT_EQ(last.statistics->root_moves[0].move, last.pv[0]);
  EXPECT_EQ(last.pv.size(), 4u);
  EXPECT_GT(last.statistics->counters.cutoffs_by_move[0], last.statistics->counters.cutoffs_by_move[1]);
}

}  // namespace vitrine::engines::mailbox
