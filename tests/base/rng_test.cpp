#include "base/rng.h"

#include <gtest/gtest.h>

#include <array>

namespace vitrine::base {
namespace {

// The outputs that the authors of splitmix64 published for this seed.
TEST(Rng, IsSplitmix64) {
  Rng rng(1234567);
  for (const std::uint64_t expected : {6457827717110365317ULL, 3203168211198807973ULL, 9817491932198370423ULL,
                                       4593380528125082431ULL, 16408922859458223821ULL})
    EXPECT_EQ(rng.next(), expected);
}

TEST(Rng, RepeatsItself) {
  Rng a(42), b(42), c(43);
  EXPECT_EQ(a.next(), b.next());
  EXPECT_NE(a.next(), c.next());
}

TEST(Rng, CanRunInTheCompiler) {
  constexpr std::uint64_t kFirst = Rng(1234567).next();
  static_assert(kFirst == 6457827717110365317ULL);
}

TEST(Rng, StaysBelowItsBound) {
  Rng rng(1);
  for (const std::uint64_t bound : {1ULL, 2ULL, 3ULL, 7ULL, 960ULL, 1ULL << 63, (1ULL << 63) + 1, ~0ULL})
    for (int i = 0; i < 1000; ++i) ASSERT_LT(rng.below(bound), bound);
}

// Six faces, 60,000 throws: chi-squared with 5 degrees of freedom stays below 20.5 in 999 of 1,000 fair dice.
TEST(Rng, IsAFairDie) {
  Rng rng(2);
  std::array<int, 6> faces{};
  for (int i = 0; i < 60'000; ++i) ++faces[rng.below(6)];
  double chi_squared = 0;
  for (const int count : faces) chi_squared += (count - 10'000.0) * (count - 10'000.0) / 10'000.0;
  EXPECT_LT(chi_squared, 20.5);
}

// A bound of 3/4 of the range: without rejection the lower half would come up twice as often as it should.
TEST(Rng, HasNoModuloBias) {
  Rng rng(3);
  const std::uint64_t bound = 3ULL << 62;
  int low = 0;
  for (int i = 0; i < 30'000; ++i) low += rng.below(bound) < bound / 3;
  EXPECT_NEAR(low, 10'000, 400);
}

}  // namespace
}  // namespace vitrine::base
