#include "engines/challenger/search.h"

#include <gtest/gtest.h>

#include <numeric>

#include "engines/exhibit_support.h"

namespace vitrine::engines::challenger {

namespace {

constexpr Features kPlain{.table = false, .quiescence = false, .reductions = false, .extensions = false};
const char* const kBusy = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

bool stood_since(const chess::Game& game, std::size_t root) {
  for (std::size_t ply = root; ply < game.ply(); ++ply)
    if (game.position_at(ply).is_same_position(game.position())) return true;
  return false;
}

// Plain minimax, with the rules of drawing taken from the game itself. `root` is the ply where it began.
int minimax(chess::Game& game, int depth, std::size_t root) {
  const chess::Position pos = game.position();
  const int ply = static_cast<int>(game.ply() - root);
  if (!pos.has_legal_moves()) return pos.is_check() ? mated_in(ply) : kDraw;
  if (ply > 0 && (game.outcome(chess::DrawClaims::made) || stood_since(game, root))) return kDraw;
  if (depth == 0) return Evaluation().judge(pos).value;
  int best = -kInfinity;
  for (const chess::Move move : pos.legal_moves()) {
    game.play_unchecked(move);
    best = std::max(best, -minimax(game, depth - 1, root));
    game.undo();
  }
  return best;
}

struct Result {
  BestLine line;
  Counters counters;
  std::uint64_t nodes;
};

template <bool is_counting = true>
Result search(const chess::Game& game, int depth, Features features = {}) {
  const Evaluation evaluation;
  Table table(4);
  table.start_search();
  Watch watch({}, {}, {});
  Search<is_counting> search(game, evaluation, table, watch, features);
  std::vector<RootMove> moves;
  for (const chess::Move move : game.position().legal_moves()) moves.push_back({move});
  BestLine line{};
  for (int d = 1; d <= depth; ++d) line = *search.best_line(d, moves);
  EXPECT_EQ(moves[0].move, line.pv[0]);
  return {line, search.counters(), search.nodes()};
}

template <class Get>
std::uint64_t total(const Counters& counters, Get get) {
  return std::accumulate(counters.table_by_depth.begin(), counters.table_by_depth.end(), std::uint64_t{0},
                         [&](std::uint64_t sum, const TableUse& use) { return sum + get(use); });
}

struct Row {
  const char* fen;
  const char* moves;
  int depth;
};

}  // namespace

TEST(ChallengerSearch, FindsWhatMinimaxFindsWhenPlain) {
  for (const auto& [fen, moves, depth] : {
           Row{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "", 4},
           Row{kBusy, "", 3},
           Row{"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", "", 4},
           Row{"r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1", "", 3},
           Row{"6k1/8/8/8/Q7/8/8/6K1 w - - 0 1", "g1h1 g8h8 h1g1 h8g8 g1h1 g8h8 h1g1", 4},
           Row{"7k/5Q2/8/6K1/8/8/8/8 w - - 0 1", "", 4},
           Row{"7k/8/5K2/8/8/8/8/Q7 w - - 97 80", "", 4},
           Row{"8/8/8/3k4/8/2Kn4/3P4/8 b - - 0 1", "", 4},
       }) {
    chess::Game game = game_from(fen, moves);
    const int plies = chess::scaled(100) < 100 ? std::min(depth, 2) : depth;  // assertions make minimax slow
    EXPECT_EQ(search(game, plies, kPlain).line.score, minimax(game, plies, game.ply())) << fen;
  }
}

// At one or two plies no position is met again: the table may save work, but not change the answer.
TEST(ChallengerSearch, TheTableAloneChangesNothingNearTheRoot) {
  Features with_table = kPlain;
  with_table.table = true;
  for (const chess::Position& pos : chess::random_positions(41, chess::scaled(100))) {
    if (!pos.has_legal_moves()) continue;
    const chess::Game game(pos);
    EXPECT_EQ(search(game, 2, with_table).line.score, search(game, 2, kPlain).line.score)
        << notation::to_fen(pos);
  }
}

TEST(ChallengerSearch, QuiescenceSeesTheRecapture) {
  // The pawn is guarded: one ply deep, taking it with the queen looks like a gain.
  const chess::Game game = game_from("4k3/8/2p5/3p4/8/8/3Q4/3K4 w - - 0 1");
  EXPECT_EQ(notation::to_uci(search(game, 1, kPlain).line.pv[0]), "d2d5");
  EXPECT_NE(notation::to_uci(search(game, 1).line.pv[0]), "d2d5");
}

TEST(ChallengerSearch, KnowsDraws) {
  for (const auto& [fen, moves, depth] : {
           Row{"6k1/8/8/8/Q7/8/8/6K1 w - - 0 1", "g1h1 g8h8 h1g1 h8g8 g1h1 g8h8 h1g1", 1},
           Row{"7k/8/6Q1/8/8/1r6/5q2/7K w - - 0 1", "", 3},
           Row{"7k/8/8/8/Q7/8/8/6K1 w - - 99 90", "", 1},
           Row{"8/8/8/8/8/3k4/1p6/K7 w - - 0 1", "", 1},
       })
    EXPECT_EQ(search(game_from(fen, moves), depth).line.score, kDraw) << fen;
}

TEST(ChallengerSearch, ExtensionsFireForChecksAndPawnsOnTheSeventh) {
  const Features only_extensions{
      .table = false, .quiescence = false, .reductions = false, .extensions = true};
  // Two checks and nothing else to extend: Ra8 and Rh2.
  EXPECT_EQ(search(game_from("7k/8/8/8/8/8/R7/6K1 w - - 0 1"), 1, only_extensions).counters.extensions, 2u);
  // One pawn step to the seventh.
  EXPECT_EQ(search(game_from("8/8/P6k/8/8/8/8/7K w - - 0 1"), 1, only_extensions).counters.extensions, 1u);
  EXPECT_EQ(search(game_from("8/8/8/P6k/8/8/8/7K w - - 0 1"), 1, only_extensions).counters.extensions, 0u);
  EXPECT_EQ(search(game_from("7K/8/8/8/8/p7/8/7k b - - 0 1"), 1, only_extensions).counters.extensions, 1u);
  EXPECT_EQ(search(game_from("8/8/P6k/8/8/8/8/7K w - - 0 1"), 1, kPlain).counters.extensions, 0u);
  // They see further: a mate of three plies at depth two.
  const chess::Game game = game_from("3r2k1/5ppp/8/8/8/8/4R3/4R2K w - - 0 1");
  EXPECT_FALSE(is_mate(search(game, 2, kPlain).line.score));
  EXPECT_EQ(search(game, 2, only_extensions).line.score, -mated_in(3));
}

TEST(ChallengerSearch, ReducesLateQuietMoves) {
  const Counters counters = search(game_from(kBusy), 5).counters;
  EXPECT_GT(counters.reductions, 100u);
  EXPECT_GT(counters.failed_reductions, 0u);
  EXPECT_LT(counters.failed_reductions, counters.reductions);
  Features without;
  without.reductions = false;
  EXPECT_EQ(search(game_from(kBusy), 3, without).counters.reductions, 0u);
  // Nothing is reduced where less than three plies are left.
  Features no_extensions;
  no_extensions.extensions = false;
  EXPECT_EQ(search(game_from(kBusy), 2, no_extensions).counters.reductions, 0u);
}

TEST(ChallengerSearch, CountersAddUp) {
  const Result result = search(game_from(kBusy), 5);
  const Counters& counters = result.counters;
  EXPECT_GT(counters.quiescence_nodes, 0u);
  EXPECT_LT(counters.quiescence_nodes, result.nodes);
  const auto probes = total(counters, [](const TableUse& use) { return use.probes; });
  EXPECT_GT(probes, 0u);
  EXPECT_LE(probes, result.nodes - counters.quiescence_nodes);
  for (const TableUse& use : counters.table_by_depth) {
    EXPECT_LE(use.hits, use.probes);
    EXPECT_LE(use.alpha_cutoffs + use.beta_cutoffs + use.exact_cutoffs, use.hits);
  }
  EXPECT_GT(total(counters, [](const TableUse& use) { return use.alpha_cutoffs; }), 0u);
  EXPECT_GT(total(counters, [](const TableUse& use) { return use.beta_cutoffs; }), 0u);
  // Most cut-offs come from the first move tried, or the order is no good.
  const auto& cutoffs = counters.cutoffs_by_move;
  EXPECT_GT(2 * cutoffs[0], std::accumulate(cutoffs.begin(), cutoffs.end(), std::uint64_t{0}));
}

TEST(ChallengerSearch, CountingChangesNothing) {
  const Result counted = search<true>(game_from(kBusy), 4);
  const Result uncounted = search<false>(game_from(kBusy), 4);
  EXPECT_EQ(counted.nodes, uncounted.nodes);
  EXPECT_EQ(counted.line.score, uncounted.line.score);
  EXPECT_EQ(counted.line.pv, uncounted.line.pv);
  EXPECT_EQ(uncounted.counters.quiescence_nodes, 0u);
}

}  // namespace vitrine::engines::challenger
