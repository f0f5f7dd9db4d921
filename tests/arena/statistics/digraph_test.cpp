#include "arena/statistics/digraph.h"

#include <gtest/gtest.h>

#include "base/rng.h"

namespace vitrine::arena {
namespace {

TEST(Digraph, FindsWhoCanReachEachOther) {
  Digraph graph(6);
  for (const auto& [from, to] : {std::pair{0, 1}, {1, 2}, {2, 0}, {2, 3}, {3, 4}, {4, 3}})
    graph.add_edge(from, to);
  EXPECT_EQ(graph.strong_components(), (std::vector<int>{0, 0, 0, 1, 1, 2}));
  EXPECT_TRUE(Digraph(0).strong_components().empty());
}

// Against Warshall's closure on random graphs.
TEST(Digraph, AgreesWithTheClosure) {
  base::Rng rng(1);
  for (int round = 0; round < 300; ++round) {
    const int n = 1 + static_cast<int>(rng.below(12));
    Digraph graph(n);
    bool reach[12][12] = {};
    for (int i = 0; i < n; ++i) reach[i][i] = true;
    for (int edge = static_cast<int>(rng.below(20)); edge > 0; --edge) {
      const auto from = static_cast<int>(rng.below(static_cast<std::uint64_t>(n)));
      const auto to = static_cast<int>(rng.below(static_cast<std::uint64_t>(n)));
      graph.add_edge(from, to);
      reach[from][to] = true;
    }
    for (int k = 0; k < n; ++k)
      for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) reach[i][j] |= reach[i][k] && reach[k][j];
    const std::vector<int> group = graph.strong_components();
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        ASSERT_EQ(group[static_cast<std::size_t>(i)] == group[static_cast<std::size_t>(j)],
                  reach[i][j] && reach[j][i]);
  }
}

TEST(Digraph, FollowsLongChains) {
  constexpr int kLength = 200'000;
  Digraph ring(kLength);
  for (int i = 0; i < kLength; ++i) ring.add_edge(i, (i + 1) % kLength);
  EXPECT_EQ(ring.strong_components(), std::vector<int>(kLength, 0));
}

}  // namespace
}  // namespace vitrine::arena
