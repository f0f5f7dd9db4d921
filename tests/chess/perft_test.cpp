#include "chess/perft.h"

#include <numeric>

#include "chess/support.h"

namespace vitrine::chess {
namespace {

constexpr std::string_view kKiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

TEST(Perft, CountsTheEmptyLine) {
  const PerftResult result = perft(Position::initial(), 0);
  EXPECT_EQ(result.nodes, 1u);
  EXPECT_TRUE(result.root_moves.empty());
  EXPECT_TRUE(result.is_complete);
}

TEST(Perft, CountsSmallDepths) {
  const std::vector<std::uint64_t> initial = {1, 20, 400, 8902, 197281};
  for (std::size_t depth = 0; depth < initial.size(); ++depth)
    EXPECT_EQ(perft(Position::initial(), static_cast<int>(depth)).nodes, initial[depth]);
}

TEST(Perft, OfAFinishedGameIsNothing) {
  const Position mate = position("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3");
  EXPECT_EQ(perft(mate, 3).nodes, 0u);
  EXPECT_TRUE(perft(mate, 3).is_complete);
}

TEST(Perft, DividesByRootMove) {
  const Position pos = position(kKiwipete);
  const PerftResult result = perft(pos, 3);
  ASSERT_EQ(result.root_moves.size(), 48u);
  std::uint64_t sum = 0;
  for (const auto& [m, nodes] : result.root_moves) {
    EXPECT_EQ(nodes, perft(pos.after(m), 2).nodes) << notation::to_uci(m);
    sum += nodes;
  }
  EXPECT_EQ(sum, result.nodes);
  EXPECT_EQ(result.nodes, 97862u);
}

TEST(Perft, IsTheSameWithThreadsAndHash) {
  const Position pos = position(kKiwipete);
  for (const int threads : {1, 2, 5})
    for (const std::size_t hash :
         {std::size_t{0}, std::size_t{1}, std::size_t{1} << 16, std::size_t{1} << 24})
      EXPECT_EQ(perft(pos, 4, {.threads = threads, .hash_bytes = hash}).nodes, 4085603u)
          << threads << " " << hash;
}

TEST(Perft, StopsWhenAsked) {
  const std::atomic<bool> stop = true;
  const PerftResult result = perft(Position::initial(), 9, {.stop = &stop});
  EXPECT_FALSE(result.is_complete);
  EXPECT_EQ(result.root_moves.size(), 20u);
}

TEST(Perft, StopsOnTheWay) {
  std::atomic<bool> stop = false;
  PerftOptions options{.threads = 2, .stop = &stop};
  options.on_progress = [&](const PerftProgress&) { stop = true; };
  const PerftResult result = perft(Position::initial(), 7, options);
  EXPECT_FALSE(result.is_complete);
  EXPECT_LT(result.nodes, 3195901860u);
}

TEST(Perft, ReportsProgress) {
  std::vector<PerftProgress> reports;
  PerftOptions options{.threads = 2};
  options.on_progress = [&](const PerftProgress& report) { reports.push_back(report); };
  const PerftResult result = perft(Position::initial(), 4, options);
  ASSERT_FALSE(reports.empty());
  for (std::size_t i = 1; i < reports.size(); ++i) {
    EXPECT_GE(reports[i].nodes, reports[i - 1].nodes);
    EXPECT_GE(reports[i].share, reports[i - 1].share);
  }
  EXPECT_EQ(reports.back().nodes, result.nodes);
  EXPECT_DOUBLE_EQ(reports.back().share, 1.0);
}

}  // namespace
}  // namespace vitrine::chess
