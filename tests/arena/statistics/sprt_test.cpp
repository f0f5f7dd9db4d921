#include "arena/statistics/sprt.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>

#include "arena/statistics/elo.h"

namespace vitrine::arena {
namespace {

constexpr SprtModel kLogistic = SprtModel::logistic, kNormalized = SprtModel::normalized,
                    kBayesian = SprtModel::bayesian;

Pentanomial penta(std::int64_t ll, std::int64_t ld, std::int64_t even, std::int64_t wd, std::int64_t ww) {
  return {ll, ld, 0, even, wd, ww};
}

// Published tests of fishtest and fastchess, recomputed independently.
TEST(Sprt, AgreesWithPublishedGames) {
  struct Row {
    Tally games;
    SprtSettings settings;
    double llr;
    double precision = 5e-5;
  };
  for (const auto& [games, settings, llr, precision] : {
           Row{{36433, 68692, 36027}, {kNormalized, 0, 2}, 0.9233},
           Row{{10871, 20431, 10650}, {kNormalized, -1.75, 0.25}, 2.2975},
           Row{{21404, 40708, 21184}, {kLogistic, 0.5, 2.5}, -1.5719},
           Row{{4250, 0, 0}, {kNormalized, 0, 10}, 120.55, 5e-3},
       })
    EXPECT_NEAR(sprt_llr(games, settings), llr, precision) << llr;
}

TEST(Sprt, AgreesWithPublishedPairs) {
  struct Row {
    Pentanomial pairs;
    SprtSettings settings;
    double llr;
    double precision = 5e-5;
  };
  for (const auto& [pairs, settings, llr, precision] : {
           Row{penta(365, 16618, 36229, 16974, 390), {kNormalized, 0, 2}, 2.2504},
           Row{penta(365, 16618, 36229, 16974, 390), {kLogistic, 0, 2}, -0.0059},
           Row{penta(127, 4883, 10712, 5150, 104), {kNormalized, -1.75, 0.25}, 3.0102},
           Row{penta(127, 4883, 10712, 5150, 104), {kLogistic, -1.75, 0.25}, 6.8620},
           Row{penta(223, 9863, 21279, 10037, 246), {kLogistic, 0.5, 2.5}, -3.0741},
           Row{penta(871, 26175, 55983, 26678, 821), {kLogistic, 0, 2}, -4.9787},
           Row{penta(0, 0, 0, 0, 5550), {kNormalized, 0, 5}, 111.80, 5e-3},
       })
    EXPECT_NEAR(sprt_llr(pairs, settings), llr, precision) << llr;
}

// cutechess's formula, computed apart: half a game more in each class, bounds scaled by the share of draws.
TEST(Sprt, BayesianIsCutechesss) {
  EXPECT_NEAR(sprt_llr(Tally{136, 111, 96}, {kBayesian, 0, 10}), 1.50294979, 1e-7);
  EXPECT_NEAR(sprt_llr(Tally{76, 123, 89}, {kBayesian, -5, 5}), -0.65372962, 1e-7);
  EXPECT_NEAR(sprt_llr(Tally{3000, 4000, 2900}, {kBayesian, 0, 5}), 0.69441454, 1e-7);
  EXPECT_NEAR(sprt_llr(Tally{10, 0, 0}, {kBayesian, 0, 20}), 0.68376223, 1e-7);
  const Pentanomial pairs{3, 4, 5, 6, 7, 8};
  EXPECT_EQ(sprt_llr(pairs, {kBayesian, 0, 5}), sprt_llr(pairs.games(), {kBayesian, 0, 5}));
}

// The closed form that holds near 50%: n (s1 - s0) (2 mu - s0 - s1) / (2 v).
TEST(Sprt, LogisticIsNearItsClosedForm) {
  const Pentanomial pairs = penta(223, 9863, 21279, 10037, 246);
  const double s0 = score_of_elo(0.5), s1 = score_of_elo(2.5);
  const Moments m = moments(pairs);
  EXPECT_NEAR(sprt_llr(pairs, {kLogistic, 0.5, 2.5}),
              m.count * (s1 - s0) * (2 * m.mean - s0 - s1) / (2 * m.variance), 0.01);
}

// Seen from the other side, with the hypotheses exchanged, the evidence is the opposite.
TEST(Sprt, IsTheSameFromBothSides) {
  for (const SprtModel model : {kLogistic, kNormalized, kBayesian})
    for (int classes = 1; classes < 32; ++classes)
      for (const std::int64_t k : {1, 10, 1000, 1'000'000})
        for (const auto& [elo0, elo1] :
             {std::pair{-200.0, 200.0}, {-200.0, -199.0}, {-3.0, 1.0}, {0.0, 10.0}, {150.0, 200.0}}) {
          const auto count = [&](int bit) { return classes >> bit & 1 ? k : 0; };
          const Pentanomial pairs = penta(count(0), count(1), count(2), count(3), count(4));
          const double llr = sprt_llr(pairs, {model, elo0, elo1});
          ASSERT_TRUE(std::isfinite(llr)) << to_string(model) << ' ' << classes << ' ' << k << ' ' << elo0;
          ASSERT_NEAR(sprt_llr(pairs.reversed(), {model, -elo1, -elo0}), -llr,
                      1e-6 * std::max(1.0, std::abs(llr)))
              << to_string(model) << ' ' << classes << ' ' << k << ' ' << elo0;
        }
}

// Newton's first step ended next to a pole here, and a match that went well was given up with an LLR of -65.
// The values are from a bisection in decimals of 50 digits.
TEST(Sprt, DoesNotTakeAPoleForTheAnswer) {
  EXPECT_NEAR(sprt_llr(penta(2, 2, 2, 22, 2), {kNormalized, 0, 20}), 1.11390, 5e-5);
  EXPECT_NEAR(sprt_llr(penta(2, 14, 1, 2, 1), {kNormalized, 0, 20}), -0.91401, 5e-5);
  EXPECT_NEAR(sprt_llr(penta(2, 2, 2, 22, 2), {kLogistic, 0, 20}), 1.19977, 5e-5);
}

TEST(Sprt, IsMovedLittleByOnePair) {
  for (const SprtModel model : {kLogistic, kNormalized})
    for (int code = 0; code < 7 * 7 * 7 * 7 * 7; ++code) {
      std::array<std::int64_t, 5> counts;
      for (int rest = code, i = 0; i < 5; rest /= 7) counts[i++] = 1 + 3 * (rest % 7);
      const auto [ll, ld, even, wd, ww] = counts;
      const SprtSettings settings{model, 0, 20};
      const double llr = sprt_llr(penta(ll, ld, even, wd, ww), settings);
      ASSERT_NEAR(sprt_llr(penta(ll, ld, even, wd + 1, ww), settings), llr, 0.5) << code;
      ASSERT_NEAR(sprt_llr(penta(ll, ld + 1, even, wd, ww), settings), llr, 0.5) << code;
    }
}

TEST(Sprt, KnowsNothingBeforeTheFirstResult) {
  for (const SprtModel model : {kLogistic, kNormalized, kBayesian}) {
    EXPECT_EQ(sprt_llr(Tally{}, {model, 0, 5}), 0);
    EXPECT_EQ(sprt_llr(Pentanomial{}, {model, 0, 5}), 0);
  }
}

TEST(Sprt, BoundsAreWalds) {
  const SprtBounds even = sprt_bounds({kNormalized, 0, 2, 0.05, 0.05});
  EXPECT_NEAR(even.lower, -2.9444, 5e-5);
  EXPECT_NEAR(even.upper, 2.9444, 5e-5);
  const SprtBounds uneven = sprt_bounds({kNormalized, 0, 2, 0.01, 0.1});
  EXPECT_NEAR(uneven.lower, std::log(0.1 / 0.99), 1e-12);
  EXPECT_NEAR(uneven.upper, std::log(0.9 / 0.01), 1e-12);
}

TEST(Sprt, StopsAtItsBounds) {
  const SprtSettings settings{kNormalized, 0, 2};
  const auto [lower, upper] = sprt_bounds(settings);
  EXPECT_EQ(sprt_verdict(0, settings), SprtVerdict::go_on);
  EXPECT_EQ(sprt_verdict(2.94, settings), SprtVerdict::go_on);
  EXPECT_EQ(sprt_verdict(-2.94, settings), SprtVerdict::go_on);
  EXPECT_EQ(sprt_verdict(upper, settings), SprtVerdict::accept_h1);
  EXPECT_EQ(sprt_verdict(lower, settings), SprtVerdict::accept_h0);
  EXPECT_EQ(sprt_verdict(100, settings), SprtVerdict::accept_h1);
  EXPECT_EQ(sprt_verdict(-100, settings), SprtVerdict::accept_h0);
}

TEST(Sprt, SaysWhatIsWrongWithSettings) {
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  struct Row {
    SprtSettings settings;
    const char* error;
  };
  for (const auto& [settings, error] : {
           Row{{kLogistic, 5, 0}, "elo0 (5) must be less than elo1 (0)"},
           Row{{kLogistic, 2, 2}, "elo0 (2) must be less than elo1 (2)"},
           Row{{kLogistic, kNan, 2}, "elo0 (nan) must lie between -1000 and 1000"},
           Row{{kLogistic, 0, 1001}, "elo1 (1001) must lie between -1000 and 1000"},
           Row{{kNormalized, -201, 2}, "elo0 (-201) must lie between -200 and 200"},
           Row{{kNormalized, 0, 2, 0}, "alpha (0) must lie between 0 and 1"},
           Row{{kNormalized, 0, 2, 0.05, 1}, "beta (1) must lie between 0 and 1"},
           Row{{kNormalized, 0, 2, 0.5, 0.5}, "alpha and beta together (1) must be less than 1"},
       }) {
    ASSERT_TRUE(sprt_error(settings)) << error;
    EXPECT_EQ(*sprt_error(settings), error);
  }
  EXPECT_FALSE(sprt_error({}));
  EXPECT_FALSE(sprt_error({kLogistic, -5, 0, 0.1, 0.2}));
}

TEST(Sprt, ModelsHaveNames) {
  for (const SprtModel model : {kLogistic, kNormalized, kBayesian})
    EXPECT_EQ(parse_sprt_model(to_string(model)), model);
  EXPECT_FALSE(parse_sprt_model("trinomial"));
}

}  // namespace
}  // namespace vitrine::arena
