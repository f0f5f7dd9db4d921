#pragma once

// One rating list from the games of many players: maximum likelihood under Elo's own model, in which the
// expected score is logistic in the rating difference and a draw is half a win and half a loss. Models that
// give draws a probability of their own (Davidson, Rao-Kupper, BayesElo) put the ratings on a scale that
// stretches with the share of draws; here a difference means the same score as in elo(), and two players get
// exactly what elo() says of their match. Draws matter for the error bars instead: results scatter less than
// coins do, and the bars shrink by as much as was observed.

#include <span>
#include <string>
#include <vector>

#include "arena/statistics/elo.h"
#include "arena/statistics/results.h"
#include "base/result.h"

namespace vitrine::arena {

// Games of two players with these colours, from White's view. There may be several for the same two.
struct ColouredTally {
  int white = 0;
  int black = 0;
  Tally games;
};

// A player whose rating is known beforehand.
struct Anchor {
  int player = 0;
  double elo = 0;
};

struct RatingSettings {
  std::vector<Anchor> anchors = {};
  // The average rating of players that no chain of games joins to an anchor.
  double mean = 0;
  bool fit_white_advantage = true;
  double white_advantage = 0;  // in Elo, where it is not fitted
  // Where one group of players scored everything against another, likelihood would push them apart for ever;
  // so many imagined draws, spread over the games between the two groups, hold them. Nothing is imagined
  // anywhere else.
  double prior_draws = 1;
};

struct PlayerRating {
  double elo = 0;
  // Half of the 95% interval: against the anchors, or where there are none against the average of the
  // component. Infinite without games.
  double margin = 0;
  Tally games;
  int component = 0;  // players of different components are joined by no chain of games
  bool anchored = false;
  bool held_by_prior = false;  // finite only thanks to the imagined draws
};

class Ratings {
 public:
  [[nodiscard]] const std::vector<PlayerRating>& players() const { return players_; }
  // 1 if all ratings can be compared.
  [[nodiscard]] int components() const { return components_; }
  // In Elo, with its interval; only the value where it was given.
  [[nodiscard]] const Estimate& white_advantage() const { return white_advantage_; }
  // How much the results scatter: 1 as coins of the expected score would, less with draws.
  [[nodiscard]] double dispersion() const { return dispersion_; }

  // How much `one` is above `other`. The interval is everything where nothing joins the two: no chain of
  // games, and not an anchor at either end. Contract: both are players.
  [[nodiscard]] Estimate difference(int one, int other) const;
  // The probability that `one` is the stronger; one half where nothing joins them.
  [[nodiscard]] double likelihood_of_superiority(int one, int other) const;

 private:
  friend class RatingFit;

  // Of the difference in Elo; infinite where nothing joins the two.
  [[nodiscard]] double standard_error(int one, int other) const;

  std::vector<PlayerRating> players_;
  std::vector<bool> component_is_anchored_;
  std::vector<double> covariance_;  // in Elo squared, row by row
  int components_ = 0;
  Estimate white_advantage_;
  double dispersion_ = 1;
};

// An error says which player or setting is impossible.
[[nodiscard]] base::Result<Ratings, std::string> fit_ratings(int players,
                                                             std::span<const ColouredTally> games,
                                                             const RatingSettings& settings = {});

}  // namespace vitrine::arena
