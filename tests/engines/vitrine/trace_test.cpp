#include "engines/trace.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "chess/game.h"
#include "engines/vitrine/support.h"
#include "notation/fen.h"
#include "notation/san.h"
#include "notation/uci_move.h"

namespace vitrine::engines {

namespace {

chess::Game game_from(const char* fen) { return chess::Game(*notation::parse_fen(fen)); }

chess::Move san(const chess::Position& pos, const char* text) { return *notation::parse_san(pos, text); }

bool is_try(const TraceNode& node) {
  return node.role == TraceRole::move || node.role == TraceRole::again || node.role == TraceRole::full_window;
}

}  // namespace

TEST(SearchTrace, IsTheSearchThatPlays) {
  for (const char* fen : {kBusy, kPawns}) {
    const chess::Game game = game_from(fen);
    const auto engine = make_vitrine();
    const Trace played = trace(*engine, game, {.depth = 8});
    const SearchTrace traced = trace_search(game, {.nodes = ~0ULL, .depth = 8});
    EXPECT_EQ(traced.total_nodes(), played.nodes) << fen;
    ASSERT_TRUE(traced.best()) << fen;
    EXPECT_EQ(notation::to_uci(traced.node(*traced.best()).move), played.move) << fen;
    EXPECT_EQ(traced.node(0).score, played.score.value) << fen;
  }
}

TEST(SearchTrace, CountsEveryNodeOnce) {
  const SearchTrace trace = trace_search(game_from(kBusy), {.nodes = 30'000});
  std::uint64_t all = 0;
  for (const TraceLook& look : trace.looks()) all += look.nodes;
  EXPECT_EQ(all, trace.total_nodes());
  EXPECT_EQ(trace.total_nodes(), 30'000U);
  EXPECT_GT(trace.nodes().size(), 100U);
  for (std::size_t i = 0; i < trace.nodes().size(); ++i) {
    if (trace.node(i).is_skipped()) continue;
    std::uint64_t below = 1;
    for (const std::size_t child : trace.children(i)) below += trace.node(child).nodes;
    ASSERT_EQ(trace.node(i).nodes, below) << i;
  }
}

TEST(SearchTrace, WindowsNestAndMovesAreLegal) {
  const SearchTrace trace = trace_search(game_from(kBusy), {.nodes = 20'000});
  for (std::size_t i = 1; i < trace.nodes().size(); ++i) {
    const TraceNode& node = trace.node(i);
    const TraceNode& parent = trace.node(node.parent);
    ASSERT_LT(node.alpha, node.beta) << i;
    EXPECT_EQ(node.ply, parent.ply + (node.changes_side() ? 1 : 0)) << i;
    if (is_try(node) || node.role == TraceRole::passing) {
      ASSERT_GE(node.alpha, -parent.beta) << i;
      ASSERT_LE(node.beta, -parent.alpha) << i;
    }
    if (node.role == TraceRole::passing) continue;
    if (node.changes_side()) {
      ASSERT_TRUE(trace.position(node.parent).is_legal(node.move)) << i;
    }
  }
}

TEST(SearchTrace, TellsWhatItsParentMadeOfIt) {
  const SearchTrace trace = trace_search(game_from(kBusy), {.nodes = 20'000});
  for (std::size_t i = 0; i < trace.nodes().size(); ++i) {
    const TraceNode& node = trace.node(i);
    const auto children = trace.children(i);
    const auto decided = std::ranges::count_if(children, [&](std::size_t child) {
      const TraceReason verdict = trace.node(child).verdict;
      return is_try(trace.node(child)) && (verdict == TraceReason::best || verdict == TraceReason::refutes);
    });
    ASSERT_LE(decided, 1) << i;
    for (const std::size_t child : children) {
      const TraceNode& move = trace.node(child);
      if (!is_try(move)) continue;
      if (move.verdict == TraceReason::refutes) {
        ASSERT_GE(-move.score, node.beta) << i;
        ASSERT_GE(node.score, node.beta) << i;
      }
      if (move.verdict == TraceReason::not_better) {
        ASSERT_LE(-move.score, -move.beta) << child;
      }
    }
  }
}

TEST(SearchTrace, SeesMate) {
  const chess::Game game = game_from("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1");
  const SearchTrace trace = trace_search(game, {.nodes = 20'000, .depth = 3});
  ASSERT_TRUE(trace.best());
  EXPECT_EQ(trace.title(*trace.best()), "Ra8#");
  EXPECT_EQ(trace.reason(*trace.best()), TraceReason::mate);
  EXPECT_EQ(trace.explain(*trace.best()), "Black is mated. The best: mate in 1 for White.");
}

TEST(SearchTrace, SeesStalemate) {
  // Whatever White does is a draw; Ke6 leaves Black no move.
  const chess::Game game = game_from("4k3/4P3/3K4/8/8/8/8/8 w - - 0 1");
  const SearchTrace trace = trace_search(game, {.nodes = 20'000, .depth = 4});
  const auto node = trace.find_root_move(san(game.position(), "Ke6"));
  ASSERT_TRUE(node);
  EXPECT_EQ(trace.reason(*node), TraceReason::draw);
  EXPECT_NE(trace.explain(*node).find("Stalemate"), std::string::npos) << trace.explain(*node);
}

TEST(SearchTrace, SeesRepetition) {
  chess::Game game;
  for (const char* move : {"Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1"})
    game.play_unchecked(san(game.position(), move));
  const SearchTrace trace = trace_search(game, {.nodes = 20'000, .depth = 3});
  const auto node = trace.find_root_move(san(game.position(), "Ng8"));
  ASSERT_TRUE(node);
  EXPECT_EQ(trace.reason(*node), TraceReason::draw);
  EXPECT_NE(trace.explain(*node).find("repeated"), std::string::npos) << trace.explain(*node);
}

TEST(SearchTrace, LeavesOutLosingCaptures) {
  // The queen on f3 can take a knight on f6 that bishop and queen defend.
  const SearchTrace trace = trace_search(game_from(kBusy), {.nodes = 100'000, .depth = 6});
  int queens_lost = 0;
  for (std::size_t i = 0; i < trace.nodes().size(); ++i) {
    const TraceNode& node = trace.node(i);
    if (!node.is_skipped() || node.verdict != TraceReason::bad_exchange) continue;
    // In quiescence a capture that gains nothing is left out too.
    EXPECT_FALSE(trace.position(node.parent).exchange_gains(node.move, 1)) << trace.title(i);
    if (trace.title(i) != "Qxf6") continue;
    ++queens_lost;
    EXPECT_EQ(trace.explain(i), "Not looked at: it loses too much in the exchange on f6.");
  }
  EXPECT_GT(queens_lost, 0);
}

TEST(SearchTrace, RefutesTheScholarsBlunder) {
  chess::Game game = game_from("r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3");
  const chess::Move blunder = san(game.position(), "Nf6");
  int remembered = 0;
  for (const int depth : {3, 4, 5, 6, 7, 8, 9}) {
    const SearchTrace before = trace_search(game, {.nodes = 100'000, .depth = depth});
    const auto node = before.find_root_move(blunder);
    ASSERT_TRUE(node && before.best());
    EXPECT_NE(before.node(*before.best()).move, blunder);
    EXPECT_EQ(before.view(*node).score, -31'998) << "mated two plies from the root";
    if (before.reason(*node) == TraceReason::table_cutoff) {
      // The table knows the mate from a smaller depth, so nothing had to be searched.
      ++remembered;
      EXPECT_NE(before.explain(*node).find("mate in 1"), std::string::npos) << before.explain(*node);
      EXPECT_NE(before.explain(*node).find("with Qxf7#"), std::string::npos) << before.explain(*node);
    } else {
      const auto line = before.line_from(*node);
      ASSERT_EQ(line.size(), 2U) << before.explain(*node);
      EXPECT_EQ(before.title(line[1]), "Qxf7#");
    }
  }
  EXPECT_GT(remembered, 0);

  game.play_unchecked(blunder);
  const SearchTrace after = trace_search(game, {.nodes = 100'000, .depth = 4});
  ASSERT_TRUE(after.best());
  EXPECT_EQ(after.title(*after.best()), "Qxf7#");
  EXPECT_EQ(after.reason(*after.best()), TraceReason::mate);
}

TEST(SearchTrace, FollowsBestPlay) {
  // Two rooks mate in two: one cuts the king off on his seventh rank, the other mates on the eighth.
  const SearchTrace trace =
      trace_search(game_from("6k1/8/8/8/8/8/8/RR4K1 w - - 0 1"), {.nodes = 100'000, .depth = 9});
  EXPECT_EQ(trace.node(0).score, 31'997);
  ASSERT_TRUE(trace.best());
  const auto line = trace.line_from(*trace.best());
  ASSERT_EQ(line.size(), 3U) << trace.explain(line.back());
  EXPECT_TRUE(trace.position(line[2]).is_checkmate());
  EXPECT_EQ(trace.reason(line[2]), TraceReason::mate);
}

TEST(SearchTrace, CountsWhatItDoesNotRecord) {
  const SearchTrace all = trace_search(game_from(kBusy), {.nodes = 20'000});
  const SearchTrace some = trace_search(game_from(kBusy), {.nodes = 20'000, .records = 50});
  ASSERT_GT(all.nodes().size(), 50U);
  EXPECT_EQ(some.nodes().size(), 50U);
  EXPECT_EQ(some.node(0).nodes, all.node(0).nodes);
  EXPECT_EQ(some.total_nodes(), all.total_nodes());
}

TEST(SearchTrace, MovesLeftOutTogetherAreQuietAndUnseen) {
  const SearchTrace trace = trace_search(game_from(kBusy), {.nodes = 20'000});
  std::size_t left_out = 0;
  for (std::size_t i = 0; i < trace.nodes().size() && left_out < 1000; ++i) {
    for (const chess::Move move : trace.left_out(i)) {
      ++left_out;
      EXPECT_FALSE(trace.position(i).is_capture(move));
      for (const std::size_t child : trace.children(i))
        EXPECT_FALSE(trace.node(child).nodes > 0 && is_try(trace.node(child)) &&
                     trace.node(child).move == move);
    }
  }
  EXPECT_GT(left_out, 0U);
}

TEST(SearchTrace, OneNodeIsEnough) {
  const SearchTrace trace = trace_search(game_from(kBusy), {.nodes = 1});
  EXPECT_EQ(trace.nodes().size(), 1U);
  EXPECT_FALSE(trace.best());
  EXPECT_EQ(trace.explain(0), "The search was stopped here.");
}

TEST(SearchTrace, ScoresInWords) {
  EXPECT_EQ(trace_score_text(35, 0), "+0.35");
  EXPECT_EQ(trace_score_text(-107, 3), "-1.07");
  EXPECT_EQ(trace_score_text(31'999, 0), "mate in 1");
  EXPECT_EQ(trace_score_text(31'995, 2), "mate in 2");
  EXPECT_EQ(trace_score_text(-31'998, 0), "mated in 1");
  EXPECT_EQ(trace_score_text(-31'998, 2), "mated");
}

}  // namespace vitrine::engines
