#include "arena/schedule/perfect_matching.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "base/rng.h"

namespace vitrine::arena {
namespace {

MatchingCost total(const PairingCosts& costs, const std::vector<int>& mate) {
  MatchingCost sum = 0;
  for (int v = 0; v < costs.size(); ++v) {
    const int other = mate[static_cast<std::size_t>(v)];
    EXPECT_TRUE(other >= 0 && other < costs.size() && other != v);
    EXPECT_EQ(mate[static_cast<std::size_t>(other)], v);
    if (v < other) sum += costs.at(v, other);
  }
  return sum;
}

// The cheapest way to pair off each subset, from the small ones up.
MatchingCost brute_force(const PairingCosts& costs) {
  const unsigned all = (1u << costs.size()) - 1;
  std::vector<MatchingCost> best(all + 1, 0);
  for (unsigned set = 1; set <= all; ++set) {
    if (__builtin_popcount(set) % 2 == 1) continue;
    const int a = __builtin_ctz(set);
    bool found = false;
    for (int b = a + 1; b < costs.size(); ++b) {
      if (!(set >> b & 1)) continue;
      const MatchingCost cost = best[set & ~(1u << a) & ~(1u << b)] + costs.at(a, b);
      if (!found || cost < best[set]) best[set] = cost;
      found = true;
    }
  }
  return best[all];
}

PairingCosts random_costs(base::Rng& rng, int size, std::uint64_t range, std::int64_t lowest) {
  PairingCosts costs(size);
  for (int a = 0; a < size; ++a)
    for (int b = a + 1; b < size; ++b) costs.set(a, b, lowest + static_cast<std::int64_t>(rng.below(range)));
  return costs;
}

TEST(PerfectMatching, OfNobodyAndOfTwo) {
  EXPECT_TRUE(cheapest_perfect_matching(PairingCosts(0)).empty());
  EXPECT_EQ(cheapest_perfect_matching(PairingCosts(2)), (std::vector<int>{1, 0}));
}

// Two triangles joined by one dear edge: pairs inside triangles leave one over in each, so the edge must be
// taken. This is where blossoms are needed.
TEST(PerfectMatching, SeesThroughOddCycles) {
  PairingCosts costs(6);
  for (int a = 0; a < 6; ++a)
    for (int b = a + 1; b < 6; ++b) costs.set(a, b, a / 3 == b / 3 ? 1 : 1000);
  costs.set(2, 3, 100);
  const std::vector<int> mate = cheapest_perfect_matching(costs);
  EXPECT_EQ(mate, (std::vector<int>{1, 0, 3, 2, 5, 4}));
}

// The cheapest edge of all is not in the cheapest matching.
TEST(PerfectMatching, IsNotGreedy) {
  PairingCosts costs(4);
  costs.set(0, 1, 0);
  costs.set(2, 3, 100);
  costs.set(0, 2, 1);
  costs.set(1, 3, 1);
  costs.set(0, 3, 50);
  costs.set(1, 2, 50);
  EXPECT_EQ(cheapest_perfect_matching(costs), (std::vector<int>{2, 3, 0, 1}));
}

TEST(PerfectMatching, AgreesWithBruteForce) {
  base::Rng rng(1);
  for (const int size : {2, 4, 6, 8, 10, 12})
    for (int round = 0; round < (size < 10 ? 3000 : 400); ++round) {
      const std::uint64_t range = round % 3 == 0 ? 2 : round % 3 == 1 ? 20 : 1000;
      const PairingCosts costs = random_costs(rng, size, range, round % 5 == 0 ? -10 : 0);
      ASSERT_TRUE(total(costs, cheapest_perfect_matching(costs)) == brute_force(costs))
          << size << ' ' << round;
    }
}

// Costs as the Swiss rules have them: levels far apart, above 64 bits.
TEST(PerfectMatching, HandlesCostsBeyond64Bits) {
  base::Rng rng(2);
  for (int round = 0; round < 300; ++round) {
    PairingCosts costs(10);
    for (int a = 0; a < 10; ++a)
      for (int b = a + 1; b < 10; ++b)
        costs.set(a, b,
                  (MatchingCost{static_cast<std::int64_t>(rng.below(3))} << 100) +
                      (MatchingCost{static_cast<std::int64_t>(rng.below(3))} << 50) +
                      static_cast<std::int64_t>(rng.below(1000)));
    ASSERT_TRUE(total(costs, cheapest_perfect_matching(costs)) == brute_force(costs)) << round;
  }
}

// On a line, neighbours pair up: sum |x_i - x_j| is least for sorted pairs. Known for any size.
TEST(PerfectMatching, PairsNeighboursOnALine) {
  base::Rng rng(3);
  for (const int size : {32, 64, 128, 200}) {
    std::vector<std::int64_t> x(static_cast<std::size_t>(size));
    for (std::int64_t& value : x) value = static_cast<std::int64_t>(rng.below(1'000'000));
    PairingCosts costs(size);
    for (int a = 0; a < size; ++a)
      for (int b = a + 1; b < size; ++b)
        costs.set(a, b, std::abs(x[static_cast<std::size_t>(a)] - x[static_cast<std::size_t>(b)]));
    const MatchingCost found = total(costs, cheapest_perfect_matching(costs));
    std::sort(x.begin(), x.end());
    MatchingCost expected = 0;
    for (std::size_t i = 0; i < x.size(); i += 2) expected += x[i + 1] - x[i];
    EXPECT_TRUE(found == expected) << size;
  }
}

// No exchange of two or three pairs makes a large matching cheaper.
TEST(PerfectMatching, CantBeImprovedByExchanges) {
  base::Rng rng(4);
  for (int round = 0; round < 20; ++round) {
    const PairingCosts costs = random_costs(rng, 128, round % 2 ? 50 : 1'000'000, 0);
    const std::vector<int> mate = cheapest_perfect_matching(costs);
    total(costs, mate);
    const auto m = [&](int v) { return mate[static_cast<std::size_t>(v)]; };
    for (int a = 0; a < 128; ++a)
      for (int b = 0; b < 128; ++b) {
        if (b == a || b == m(a)) continue;
        const MatchingCost two = costs.at(a, m(a)) + costs.at(b, m(b));
        ASSERT_TRUE(costs.at(a, b) + costs.at(m(a), m(b)) >= two);
        for (int c = b + 1; c < 128; ++c) {
          if (c == a || c == m(a) || c == m(b)) continue;
          ASSERT_TRUE(costs.at(m(a), b) + costs.at(m(b), c) + costs.at(m(c), a) >= two + costs.at(c, m(c)));
        }
      }
  }
}

}  // namespace
}  // namespace vitrine::arena
