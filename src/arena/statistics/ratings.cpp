#include "arena/statistics/ratings.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <limits>
#include <map>
#include <optional>
#include <utility>

#include "arena/statistics/cholesky.h"
#include "arena/statistics/digraph.h"

namespace vitrine::arena {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
// Ratings are fitted in natural units, in which the expected score is 1 / (1 + exp(-difference)).
constexpr double kEloPerUnit = 173.71779276130073;
// White's advantage is some 30 Elo. This wide a bell around 0 decides nothing, except where the games can't:
// where White always won, or where each player always had the same colour.
constexpr double kWhiteAdvantageDeviation = 200 / kEloPerUnit;

constexpr double kLargestElo = 10'000;
// Far below what a single game says, but enough to keep the equations solvable where ratings are far apart.
constexpr double kLeastInformation = 1e-9;
// In natural units. Where the likelihood is nearly flat, Newton's step would lead out of the world.
constexpr double kLongestStep = 5;

std::size_t at(int index) { return static_cast<std::size_t>(index); }

double expected_score(double difference) { return 1 / (1 + std::exp(-difference)); }

// ln(1 + exp(x)), which doesn't overflow.
double softplus(double x) { return std::max(x, 0.0) + std::log1p(std::exp(-std::abs(x))); }

// Games with one colouring, imagined draws among them.
struct Meeting {
  int white;
  int black;
  double games;
  double points;  // White's
};

std::optional<std::string> rating_error(int players, std::span<const ColouredTally> games,
                                        const RatingSettings& settings) {
  const auto is_player = [&](int index) { return index >= 0 && index < players; };
  if (players < 0) return "the number of players is negative";
  for (const ColouredTally& g : games) {
    for (const int player : {g.white, g.black})
      if (!is_player(player)) return "there is no player " + std::to_string(player);
    if (g.white == g.black) return "player " + std::to_string(g.white) + " played against itself";
    if (std::min({g.games.wins, g.games.draws, g.games.losses}) < 0) return "a count of games is negative";
  }
  std::vector<bool> anchored(at(players), false);
  for (const Anchor& anchor : settings.anchors) {
    if (!is_player(anchor.player))
      return "there is no player " + std::to_string(anchor.player) + " to anchor";
    if (anchored[at(anchor.player)]) return "player " + std::to_string(anchor.player) + " is anchored twice";
    if (!(std::abs(anchor.elo) <= kLargestElo))
      return "the anchor of player " + std::to_string(anchor.player) + " is no rating";
    anchored[at(anchor.player)] = true;
  }
  if (!(std::abs(settings.mean) <= kLargestElo)) return "the mean is no rating";
  if (!(std::abs(settings.white_advantage) <= kLargestElo))
    return "White's advantage is no rating difference";
  if (!(settings.prior_draws > 0 && std::isfinite(settings.prior_draws)))
    return "prior_draws must be above 0";
  return {};
}

}  // namespace

// One fit, step by step: who hangs together, Newton's method, error bars. Unknowns are the ratings of the
// players that are not anchored and, where it is fitted, White's advantage behind them.
class RatingFit {
 public:
  RatingFit(int players, std::span<const ColouredTally> games, const RatingSettings& settings)
      : settings_(settings), games_(games), rating_(at(players), settings.mean / kEloPerUnit) {
    ratings_.players_.resize(at(players));
    for (const ColouredTally& g : games) {
      ratings_.players_[at(g.white)].games += g.games;
      ratings_.players_[at(g.black)].games += g.games.reversed();
    }
    for (const Anchor& anchor : settings.anchors) {
      ratings_.players_[at(anchor.player)].anchored = true;
      rating_[at(anchor.player)] = anchor.elo / kEloPerUnit;
    }
    if (!settings.fit_white_advantage) white_advantage_ = settings.white_advantage / kEloPerUnit;
  }

  Ratings run() {
    find_components();
    collect_meetings();
    number_unknowns();
    if (unknowns_ > 0) climb();
    measure_dispersion();
    write_covariance();
    write_players();
    return std::move(ratings_);
  }

 private:
  [[nodiscard]] int player_count() const { return static_cast<int>(rating_.size()); }
  [[nodiscard]] const PlayerRating& player(int index) const { return ratings_.players_[at(index)]; }
  [[nodiscard]] double difference(int white, int black) const {
    return rating_[at(white)] - rating_[at(black)] + white_advantage_;
  }

  void find_components() {
    Digraph met(player_count());
    for (const ColouredTally& g : games_)
      if (g.games.games() > 0) met.add_edge(g.white, g.black), met.add_edge(g.black, g.white);
    const std::vector<int> component = met.strong_components();
    for (const int c : component) ratings_.components_ = std::max(ratings_.components_, c + 1);
    ratings_.component_is_anchored_.assign(at(ratings_.components_), false);
    for (int i = 0; i < player_count(); ++i) {
      ratings_.players_[at(i)].component = component[at(i)];
      if (player(i).anchored) ratings_.component_is_anchored_[at(component[at(i)])] = true;
    }
  }

  // Ratings are finite inside a group in which everybody has scored, through others if need be, against
  // everybody (Ford 1957). Anchors are as good as games between them.
  [[nodiscard]] std::vector<int> find_groups() const {
    Digraph scored(player_count());
    for (const ColouredTally& g : games_) {
      if (g.games.wins + g.games.draws > 0) scored.add_edge(g.white, g.black);
      if (g.games.losses + g.games.draws > 0) scored.add_edge(g.black, g.white);
    }
    for (std::size_t i = 1; i < settings_.anchors.size(); ++i) {
      scored.add_edge(settings_.anchors[i - 1].player, settings_.anchors[i].player);
      scored.add_edge(settings_.anchors[i].player, settings_.anchors[i - 1].player);
    }
    return scored.strong_components();
  }

  void collect_meetings() {
    const std::vector<int> group = find_groups();
    const auto group_pair = [&](const ColouredTally& g) {
      return std::minmax({group[at(g.white)], group[at(g.black)]});
    };
    std::map<std::pair<int, int>, double> one_sided;  // games between two groups
    for (const ColouredTally& g : games_)
      if (group[at(g.white)] != group[at(g.black)])
        one_sided[group_pair(g)] += static_cast<double>(g.games.games());

    for (const ColouredTally& g : games_) {
      const auto count = static_cast<double>(g.games.games());
      if (count == 0) continue;
      meetings_.push_back({g.white, g.black, count, g.games.points()});
      if (group[at(g.white)] == group[at(g.black)]) continue;
      // Half with either colour: imagined games say nothing about White's advantage.
      const double draws = settings_.prior_draws * count / one_sided[group_pair(g)];
      meetings_.push_back({g.white, g.black, draws / 2, draws / 4});
      meetings_.push_back({g.black, g.white, draws / 2, draws / 4});
    }
    mark_held_players(group);
  }

  // Against the group of the anchors, or the largest group of a component, the others would be infinitely
  // far.
  void mark_held_players(const std::vector<int>& group) {
    std::vector<int> size(at(player_count()), 0);
    for (const int g : group) ++size[at(g)];
    for (const Anchor& anchor : settings_.anchors) size[at(group[at(anchor.player)])] = player_count() + 1;
    std::vector<int> reference(at(ratings_.components_), -1);
    for (int i = 0; i < player_count(); ++i) {
      int& best = reference[at(player(i).component)];
      if (best < 0 || size[at(group[at(i)])] > size[at(best)]) best = group[at(i)];
    }
    for (int i = 0; i < player_count(); ++i)
      ratings_.players_[at(i)].held_by_prior = group[at(i)] != reference[at(player(i).component)];
  }

  void number_unknowns() {
    unknown_.assign(at(player_count()), -1);
    for (int i = 0; i < player_count(); ++i)
      if (!player(i).anchored) unknown_[at(i)] = unknowns_++;
    if (settings_.fit_white_advantage) white_unknown_ = unknowns_++;
    for (int c = 0; c < ratings_.components_; ++c) floating_.emplace_back();
    for (int i = 0; i < player_count(); ++i)
      if (!ratings_.component_is_anchored_[at(player(i).component)])
        floating_[at(player(i).component)].push_back(unknown_[at(i)]);
  }

  [[nodiscard]] double log_likelihood() const {
    double sum = 0;
    for (const Meeting& m : meetings_) {
      const double d = difference(m.white, m.black);
      sum -= m.points * softplus(-d) + (m.games - m.points) * softplus(d);
    }
    if (white_unknown_ >= 0) sum -= 0.5 * std::pow(white_advantage_ / kWhiteAdvantageDeviation, 2);
    return sum;
  }

  [[nodiscard]] std::vector<double> gradient() const {
    std::vector<double> slope(at(unknowns_), 0.0);
    for (const Meeting& m : meetings_) {
      const double surplus = m.points - m.games * expected_score(difference(m.white, m.black));
      if (unknown_[at(m.white)] >= 0) slope[at(unknown_[at(m.white)])] += surplus;
      if (unknown_[at(m.black)] >= 0) slope[at(unknown_[at(m.black)])] -= surplus;
      if (white_unknown_ >= 0) slope[at(white_unknown_)] += surplus;
    }
    if (white_unknown_ >= 0)
      slope[at(white_unknown_)] -= white_advantage_ / (kWhiteAdvantageDeviation * kWhiteAdvantageDeviation);
    return slope;
  }

  // Fisher's information. The games say nothing of the average of a component without an anchor; what is
  // added there holds that average where it is, and is taken out of the covariance again.
  [[nodiscard]] SymmetricMatrix information() const {
    SymmetricMatrix matrix(unknowns_);
    for (const Meeting& m : meetings_) {
      const double p = expected_score(difference(m.white, m.black));
      const double weight = m.games * p * (1 - p);
      const std::pair<int, double> terms[] = {
          {unknown_[at(m.white)], 1}, {unknown_[at(m.black)], -1}, {white_unknown_, 1}};
      for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j <= i; ++j)
          if (terms[i].first >= 0 && terms[j].first >= 0)
            matrix.add(terms[i].first, terms[j].first, weight * terms[i].second * terms[j].second);
    }
    if (white_unknown_ >= 0)
      matrix.add(white_unknown_, white_unknown_, 1 / (kWhiteAdvantageDeviation * kWhiteAdvantageDeviation));
    for (int i = 0; i < unknowns_; ++i) matrix.add(i, i, kLeastInformation);
    for (const std::vector<int>& members : floating_)
      for (std::size_t i = 0; i < members.size(); ++i)
        for (std::size_t j = 0; j <= i; ++j) matrix.add(members[i], members[j], kHold);
    return matrix;
  }

  void move(const std::vector<double>& step, double fraction) {
    for (int i = 0; i < player_count(); ++i)
      if (unknown_[at(i)] >= 0) rating_[at(i)] += fraction * step[at(unknown_[at(i)])];
    if (white_unknown_ >= 0) white_advantage_ += fraction * step[at(white_unknown_)];
  }

  // The likelihood has one top and no other, so Newton's steps, halved where they overshoot, find it from
  // anywhere.
  void climb() {
    double height = log_likelihood();
    for (int round = 0; round < 200; ++round) {
      const std::vector<double> step = Cholesky(information()).solve(gradient());
      double longest = 0;
      for (const double s : step) longest = std::max(longest, std::abs(s));

      double taken = std::min(1.0, kLongestStep / longest);
      move(step, taken);
      for (double next = log_likelihood(); next < height && taken * longest > 1e-9; next = log_likelihood()) {
        move(step, -taken / 2);
        taken /= 2;
      }
      height = log_likelihood();
      if (taken * longest < 1e-9) break;
    }
  }

  // Squared surprises over those that coins would give, corrected for what was fitted. One more game, as
  // scattered as a coin, keeps the bars of two draws from vanishing.
  void measure_dispersion() {
    constexpr double kOneCoin = 0.25;
    double surprise = 0, coins = 0, count = 0;
    for (const ColouredTally& g : games_) {
      const double p = expected_score(difference(g.white, g.black));
      const auto [losses, draws, wins] = g.games.counts();
      surprise += static_cast<double>(wins) * (1 - p) * (1 - p) +
                  static_cast<double>(draws) * (0.5 - p) * (0.5 - p) + static_cast<double>(losses) * p * p;
      coins += static_cast<double>(g.games.games()) * p * (1 - p);
      count += static_cast<double>(g.games.games());
    }
    double fitted = unknowns_;
    for (const std::vector<int>& members : floating_) fitted -= members.empty() ? 0 : 1;
    if (count <= fitted) return;
    surprise *= count / (count - fitted);
    ratings_.dispersion_ = std::min(1.0, (surprise + kOneCoin) / (coins + kOneCoin));
  }

  void write_covariance() {
    const double scale = ratings_.dispersion_ * kEloPerUnit * kEloPerUnit;
    ratings_.covariance_.assign(rating_.size() * rating_.size(), 0.0);
    ratings_.white_advantage_ = {white_advantage_ * kEloPerUnit, white_advantage_ * kEloPerUnit,
                                 white_advantage_ * kEloPerUnit};
    if (unknowns_ == 0) return;
    const SymmetricMatrix inverse = Cholesky(information()).inverse();
    for (int i = 0; i < player_count(); ++i)
      for (int j = 0; j < player_count(); ++j) {
        if (unknown_[at(i)] < 0 || unknown_[at(j)] < 0) continue;
        double value = inverse.at(unknown_[at(i)], unknown_[at(j)]);
        const auto held = static_cast<double>(floating_[at(player(i).component)].size());
        if (held > 0 && player(i).component == player(j).component) value -= 1 / (kHold * held * held);
        ratings_.covariance_[at(i) * rating_.size() + at(j)] = scale * value;
      }
    if (white_unknown_ < 0) return;
    const double reach = kTwoSided95 * std::sqrt(scale * inverse.at(white_unknown_, white_unknown_));
    ratings_.white_advantage_.low -= reach;
    ratings_.white_advantage_.high += reach;
  }

  void write_players() {
    for (int i = 0; i < player_count(); ++i) {
      PlayerRating& p = ratings_.players_[at(i)];
      p.elo = rating_[at(i)] * kEloPerUnit;
      const double variance = std::max(0.0, ratings_.covariance_[at(i) * (rating_.size() + 1)]);
      p.margin = p.games.games() == 0 && !p.anchored ? kInfinity : kTwoSided95 * std::sqrt(variance);
    }
    for (const Anchor& anchor : settings_.anchors) ratings_.players_[at(anchor.player)].elo = anchor.elo;
  }

  static constexpr double kHold = 1;

  const RatingSettings& settings_;
  std::span<const ColouredTally> games_;
  std::vector<Meeting> meetings_;
  std::vector<double> rating_;
  double white_advantage_ = 0;
  std::vector<int> unknown_;                // of each player; -1 if anchored
  std::vector<std::vector<int>> floating_;  // for each component without an anchor, the unknowns in it
  int white_unknown_ = -1;
  int unknowns_ = 0;
  Ratings ratings_;
};

double Ratings::standard_error(int one, int other) const {
  assert(one >= 0 && at(one) < players_.size() && other >= 0 && at(other) < players_.size());
  if (one == other) return 0;
  const PlayerRating &a = players_[at(one)], &b = players_[at(other)];
  const bool joined = a.component == b.component ||
                      (component_is_anchored_[at(a.component)] && component_is_anchored_[at(b.component)]);
  if (!joined) return kInfinity;
  const std::size_t n = players_.size();
  const double variance = covariance_[at(one) * (n + 1)] + covariance_[at(other) * (n + 1)] -
                          2 * covariance_[at(one) * n + at(other)];
  return std::sqrt(std::max(0.0, variance));
}

Estimate Ratings::difference(int one, int other) const {
  const double value = players_[at(one)].elo - players_[at(other)].elo;
  const double reach = kTwoSided95 * standard_error(one, other);
  return {value, value - reach, value + reach};
}

double Ratings::likelihood_of_superiority(int one, int other) const {
  const double error = standard_error(one, other);
  const double value = players_[at(one)].elo - players_[at(other)].elo;
  if (error == 0) return value > 0 ? 1 : value < 0 ? 0 : 0.5;
  return 0.5 * std::erfc(-value / (error * std::sqrt(2.0)));
}

base::Result<Ratings, std::string> fit_ratings(int players, std::span<const ColouredTally> games,
                                               const RatingSettings& settings) {
  if (auto error = rating_error(players, games, settings)) return *std::move(error);
  return RatingFit(players, games, settings).run();
}

}  // namespace vitrine::arena
