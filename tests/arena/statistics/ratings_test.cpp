#include "arena/statistics/ratings.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace vitrine::arena {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

RatingSettings without_colours() { return {.fit_white_advantage = false}; }

Ratings fit(int players, const std::vector<ColouredTally>& games, const RatingSettings& settings) {
  auto ratings = fit_ratings(players, games, settings);
  EXPECT_TRUE(ratings) << ratings.error();
  return std::move(ratings).value();
}

double elo_of(const Ratings& ratings, int player) {
  return ratings.players()[static_cast<std::size_t>(player)].elo;
}
const PlayerRating& player(const Ratings& ratings, int index) {
  return ratings.players()[static_cast<std::size_t>(index)];
}

// Two players are rated as their match is: value and interval of elo().
TEST(Ratings, OfTwoAreTheEloOfTheirMatch) {
  for (const Tally& games :
       {Tally{136, 111, 96}, Tally{76, 123, 89}, Tally{500, 0, 300}, Tally{100, 5000, 50}}) {
    const Ratings ratings = fit(2, {{0, 1, games}}, without_colours());
    EXPECT_NEAR(ratings.difference(0, 1).value, elo(games).value, 1e-6);
    EXPECT_NEAR(ratings.difference(0, 1).margin(), elo(games).margin(), elo(games).margin() * 0.01 + 0.05);
    EXPECT_NEAR(elo_of(ratings, 0), elo(games).value / 2, 1e-6);
    EXPECT_NEAR(elo_of(ratings, 1), -elo(games).value / 2, 1e-6);
    // Against their own average, each is known to half of what is known of the difference.
    EXPECT_NEAR(player(ratings, 0).margin, ratings.difference(0, 1).margin() / 2, 1e-6);
    EXPECT_NEAR(ratings.likelihood_of_superiority(0, 1), likelihood_of_superiority(games), 0.01);
    EXPECT_EQ(ratings.components(), 1);
    EXPECT_EQ(player(ratings, 1).games, games.reversed());
  }
}

// In a chain nothing joins the ends but the middle: differences add up, and so do their variances.
TEST(Ratings, OfAChainAddUp) {
  const Tally ab{30, 20, 10}, bc{50, 10, 20};
  const Ratings ratings = fit(3, {{0, 1, ab}, {2, 1, bc.reversed()}}, without_colours());
  EXPECT_NEAR(ratings.difference(0, 1).value, elo(ab).value, 1e-6);
  EXPECT_NEAR(ratings.difference(1, 2).value, elo(bc).value, 1e-6);
  EXPECT_NEAR(ratings.difference(0, 2).value, elo(ab).value + elo(bc).value, 1e-6);
  EXPECT_NEAR(elo_of(ratings, 0) + elo_of(ratings, 1) + elo_of(ratings, 2), 0, 1e-6);
  EXPECT_NEAR(std::pow(ratings.difference(0, 2).margin(), 2),
              std::pow(ratings.difference(0, 1).margin(), 2) + std::pow(ratings.difference(1, 2).margin(), 2),
              1e-3);
}

// Three who beat each other in a circle are equal.
TEST(Ratings, OfACircleAreEqual) {
  const Ratings ratings =
      fit(3, {{0, 1, {7, 0, 3}}, {1, 2, {7, 0, 3}}, {2, 0, {7, 0, 3}}}, without_colours());
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(elo_of(ratings, i), 0, 1e-6);
  EXPECT_NEAR(player(ratings, 0).margin, player(ratings, 2).margin, 1e-6);
}

// At the maximum everybody has scored what the ratings expect.
TEST(Ratings, ExpectWhatWasScored) {
  const std::vector<ColouredTally> games = {{0, 1, {12, 5, 3}}, {1, 0, {8, 7, 5}},  {0, 2, {9, 9, 2}},
                                            {2, 3, {11, 2, 7}}, {3, 1, {1, 10, 9}}, {1, 2, {6, 6, 8}},
                                            {3, 0, {2, 3, 15}}};
  const Ratings ratings = fit(4, games, {.mean = 2500});
  for (int i = 0; i < 4; ++i) {
    double expected = 0;
    for (const ColouredTally& g : games) {
      const double white =
          score_of_elo(elo_of(ratings, g.white) - elo_of(ratings, g.black) + ratings.white_advantage().value);
      const auto count = static_cast<double>(g.games.games());
      if (g.white == i) expected += count * white;
      if (g.black == i) expected += count * (1 - white);
    }
    EXPECT_NEAR(expected, player(ratings, i).games.points(), 1e-4) << i;
  }
  EXPECT_NEAR((elo_of(ratings, 0) + elo_of(ratings, 1) + elo_of(ratings, 2) + elo_of(ratings, 3)) / 4, 2500,
              1e-6);
}

TEST(Ratings, AnchorsStandStill) {
  const Tally games{30, 20, 10};
  const Ratings ratings = fit(2, {{0, 1, games}}, {.anchors = {{0, 2800}}, .fit_white_advantage = false});
  EXPECT_EQ(elo_of(ratings, 0), 2800);
  EXPECT_EQ(player(ratings, 0).margin, 0);
  EXPECT_TRUE(player(ratings, 0).anchored);
  EXPECT_NEAR(elo_of(ratings, 1), 2800 - elo(games).value, 1e-6);
  EXPECT_NEAR(player(ratings, 1).margin, ratings.difference(0, 1).margin(), 1e-9);
}

// Between two anchors even a player who only lost to the one and only beat the other has a place: the middle.
TEST(Ratings, BetweenTwoAnchors) {
  const RatingSettings settings{.anchors = {{0, 2000}, {1, 2400}}, .fit_white_advantage = false};
  for (const Tally& games : {Tally{0, 10, 0}, Tally{10, 0, 0}}) {
    const Ratings ratings = fit(3, {{2, 0, games}, {1, 2, games}}, settings);
    EXPECT_NEAR(elo_of(ratings, 2), 2200, 1e-6);
    EXPECT_FALSE(player(ratings, 2).held_by_prior);
  }
}

// One imagined draw makes ten wins out of ten 10.5 out of 11: 400 log10(21).
TEST(Ratings, OfTheUnbeatenAreHeldByThePrior) {
  const Ratings ratings = fit(2, {{0, 1, {10, 0, 0}}}, without_colours());
  EXPECT_NEAR(ratings.difference(0, 1).value, 400 * std::log10(21.0), 1e-6);
  EXPECT_GT(ratings.difference(0, 1).margin(), 200);
  EXPECT_NE(player(ratings, 0).held_by_prior, player(ratings, 1).held_by_prior);
}

// Two that are rated against each other, and one who lost everything to both: only that one is held, by one
// draw in all, and the rating between the two is not touched.
TEST(Ratings, PriorTouchesOnlyWhatHasNoRating) {
  const Tally match{30, 20, 10};
  const Ratings ratings = fit(3, {{0, 1, match}, {0, 2, {5, 0, 0}}, {1, 2, {5, 0, 0}}}, without_colours());
  EXPECT_FALSE(player(ratings, 0).held_by_prior);
  EXPECT_FALSE(player(ratings, 1).held_by_prior);
  EXPECT_TRUE(player(ratings, 2).held_by_prior);
  EXPECT_NEAR(ratings.difference(0, 1).value, elo(match).value, 5);
  const Ratings alone = fit(3, {{0, 1, match}, {2, 1, {0, 0, 10}}}, without_colours());
  EXPECT_NEAR(alone.difference(0, 1).value, elo(match).value, 1e-6);
  EXPECT_NEAR(alone.difference(1, 2).value, 400 * std::log10(21.0), 1e-6);
}

TEST(Ratings, ReportWhoNeverMet) {
  const Tally games{30, 20, 10};
  const Ratings ratings = fit(5, {{0, 2, games}, {1, 3, games}}, {.mean = 100, .fit_white_advantage = false});
  EXPECT_EQ(ratings.components(), 3);
  EXPECT_EQ(player(ratings, 0).component, player(ratings, 2).component);
  EXPECT_EQ(player(ratings, 1).component, player(ratings, 3).component);
  EXPECT_NE(player(ratings, 0).component, player(ratings, 1).component);
  EXPECT_NEAR(elo_of(ratings, 0) + elo_of(ratings, 2), 200, 1e-6);
  EXPECT_NEAR(elo_of(ratings, 1) + elo_of(ratings, 3), 200, 1e-6);
  EXPECT_NEAR(elo_of(ratings, 4), 100, 1e-9);
  EXPECT_EQ(player(ratings, 4).margin, kInfinity);
  EXPECT_EQ(ratings.difference(0, 1).margin(), kInfinity);
  EXPECT_EQ(ratings.difference(0, 4).margin(), kInfinity);
  EXPECT_EQ(ratings.likelihood_of_superiority(0, 1), 0.5);
  EXPECT_NEAR(ratings.difference(0, 2).value, elo(games).value, 1e-6);
}

// Anchors join what never met.
TEST(Ratings, AnchoredGroupsCanBeCompared) {
  const Tally games{30, 20, 10};
  const Ratings ratings =
      fit(4, {{0, 1, games}, {2, 3, games}}, {.anchors = {{0, 100}, {2, 300}}, .fit_white_advantage = false});
  EXPECT_EQ(ratings.components(), 2);
  EXPECT_NEAR(ratings.difference(3, 1).value, 200, 1e-6);
  EXPECT_NEAR(ratings.difference(3, 1).margin(), ratings.difference(0, 1).margin() * std::sqrt(2.0), 1e-6);
}

// White scores 60% whoever it is: 70.4 Elo, and the players are equal.
TEST(Ratings, FitWhitesAdvantage) {
  const Ratings ratings = fit(2, {{0, 1, {400, 400, 200}}, {1, 0, {400, 400, 200}}}, {});
  EXPECT_NEAR(elo_of(ratings, 0), 0, 1e-6);
  EXPECT_NEAR(ratings.white_advantage().value, elo_of_score(0.6), 0.5);
  EXPECT_NEAR(ratings.white_advantage().margin(), elo(Tally{800, 800, 400}).margin(), 0.2);
}

TEST(Ratings, TakeWhitesAdvantageAsGiven) {
  const Ratings ratings = fit(2, {{0, 1, {0, 10, 0}}}, {.fit_white_advantage = false, .white_advantage = 40});
  EXPECT_NEAR(ratings.difference(0, 1).value, -40, 1e-6);
  EXPECT_EQ(ratings.white_advantage().value, 40);
}

// Where one always had White, nothing tells strength from colour: the fit says 0 for the colour, and admits
// it.
TEST(Ratings, AdmitWhatColoursHide) {
  const Ratings ratings = fit(2, {{0, 1, {1500, 0, 500}}}, {});
  EXPECT_NEAR(ratings.difference(0, 1).value, elo_of_score(0.75), 0.01);
  EXPECT_NEAR(ratings.white_advantage().value, 0, 0.01);
  EXPECT_GT(ratings.difference(0, 1).margin(), 350);
}

TEST(Ratings, StayFiniteWhereWhiteAlwaysWins) {
  const Ratings ratings = fit(2, {{0, 1, {10, 0, 0}}, {1, 0, {10, 0, 0}}}, {});
  EXPECT_NEAR(elo_of(ratings, 0), 0, 1e-6);
  EXPECT_TRUE(std::isfinite(ratings.white_advantage().value));
  EXPECT_GT(ratings.white_advantage().value, 200);
}

TEST(Ratings, SurviveHardCases) {
  EXPECT_EQ(fit(0, {}, {}).components(), 0);
  EXPECT_EQ(fit(1, {}, {}).players().size(), 1u);
  EXPECT_EQ(player(fit(3, {}, {}), 0).margin, kInfinity);
  // A ladder of 20 in which everyone beats all below 100 times.
  std::vector<ColouredTally> games;
  for (int i = 0; i < 20; ++i)
    for (int j = i + 1; j < 20; ++j) games.push_back({i, j, {100, 0, 0}});
  const Ratings ladder = fit(20, games, {});
  for (int i = 1; i < 20; ++i) EXPECT_GT(elo_of(ladder, i - 1), elo_of(ladder, i));
  // Anchors that contradict the games wildly.
  const Ratings torn =
      fit(3, {{2, 0, {50, 0, 50}}, {2, 1, {50, 0, 50}}}, {.anchors = {{0, -9000}, {1, 9000}}});
  EXPECT_NEAR(elo_of(torn, 2), 0, 1e-3);
}

TEST(Ratings, SayWhatIsImpossible) {
  const std::vector<ColouredTally> none;
  const std::vector<ColouredTally> stranger = {{0, 2, {1, 0, 0}}}, self = {{1, 1, {1, 0, 0}}},
                                   negative = {{0, 1, {1, -1, 0}}};
  EXPECT_EQ(fit_ratings(2, stranger).error(), "there is no player 2");
  EXPECT_EQ(fit_ratings(2, self).error(), "player 1 played against itself");
  EXPECT_EQ(fit_ratings(2, negative).error(), "a count of games is negative");
  EXPECT_EQ(fit_ratings(2, none, {.anchors = {{2, 0}}}).error(), "there is no player 2 to anchor");
  EXPECT_EQ(fit_ratings(2, none, {.anchors = {{1, 0}, {1, 5}}}).error(), "player 1 is anchored twice");
  EXPECT_EQ(fit_ratings(2, none, {.anchors = {{1, 1e9}}}).error(), "the anchor of player 1 is no rating");
  EXPECT_EQ(fit_ratings(2, none, {.mean = kInfinity}).error(), "the mean is no rating");
  EXPECT_EQ(fit_ratings(2, none, {.prior_draws = 0}).error(), "prior_draws must be above 0");
}

}  // namespace
}  // namespace vitrine::arena
