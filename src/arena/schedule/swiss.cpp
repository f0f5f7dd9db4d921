#include "arena/schedule/swiss.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdlib>
#include <iterator>
#include <numeric>
#include <utility>

#include "arena/schedule/perfect_matching.h"

namespace vitrine::arena {
namespace {

using chess::Color;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

int colour_difference(std::span<const Color> colours) {
  const auto whites = std::count(colours.begin(), colours.end(), Color::white);
  return static_cast<int>(2 * whites - std::ssize(colours));
}

// What a pair, or a bye, costs under each rule, the weightiest rule first.
enum Rule : std::size_t {
  kSecondBye,
  kRematch,
  kAbsoluteColour,
  kByeScore,
  kScoreDifference,
  kColour,
  kStrongColour,
  kRepeatedFloat,
  kSameHalf,
  kOrder,
  kRules
};
using Breach = std::array<std::int64_t, kRules>;

// A player in the order of the standings.
struct Entrant {
  int player;
  const SwissPlayer* state;
  ColourPreference preference;
  int rank;   // among all, from 0
  int place;  // in the score group
  int group_size;

  [[nodiscard]] bool is_in_top_half() const { return place < group_size / 2; }
};

std::vector<Entrant> rank_entrants(std::span<const SwissPlayer> players) {
  std::vector<Entrant> entrants;
  for (int i = 0; i < static_cast<int>(players.size()); ++i)
    if (players[at(i)].active)
      entrants.push_back({i, &players[at(i)], colour_preference(players[at(i)].colours), 0, 0, 0});
  std::stable_sort(entrants.begin(), entrants.end(), [](const Entrant& a, const Entrant& b) {
    return a.state->half_points > b.state->half_points;
  });
  for (auto first = entrants.begin(); first != entrants.end();) {
    const auto last = std::find_if(first, entrants.end(), [&](const Entrant& s) {
      return s.state->half_points != first->state->half_points;
    });
    for (auto entrant = first; entrant != last; ++entrant) {
      entrant->rank = static_cast<int>(entrant - entrants.begin());
      entrant->place = static_cast<int>(entrant - first);
      entrant->group_size = static_cast<int>(last - first);
    }
    first = last;
  }
  return entrants;
}

std::int64_t squared(std::int64_t x) { return x * x; }

bool wants_same_colour(const Entrant& a, const Entrant& b, PreferenceStrength least) {
  return a.preference.colour == b.preference.colour && a.preference.strength >= least &&
         b.preference.strength >= least;
}

// Inside a score group of m the ideal distance is m/2. Who floats down should be the last of the group and
// meet the first of the next, and several who float should keep their order.
std::int64_t disorder(const Entrant& upper, const Entrant& lower, bool same_score) {
  const int distance = lower.rank - upper.rank;
  return squared(same_score ? distance - upper.group_size / 2 : distance);
}

// Contract: upper sits before lower.
Breach pair_breach(const Entrant& upper, const Entrant& lower, const SwissSettings& settings) {
  const SwissPlayer &a = *upper.state, &b = *lower.state;
  const bool same_score = a.half_points == b.half_points;
  const bool plays_for_the_top = settings.top_score && a.half_points > *settings.top_score;
  Breach breach{};
  breach[kRematch] = std::count(a.opponents.begin(), a.opponents.end(), lower.player);
  breach[kAbsoluteColour] =
      !plays_for_the_top && wants_same_colour(upper, lower, PreferenceStrength::absolute);
  breach[kScoreDifference] = squared(a.half_points - b.half_points);
  breach[kColour] = wants_same_colour(upper, lower, PreferenceStrength::mild);
  breach[kStrongColour] = wants_same_colour(upper, lower, PreferenceStrength::strong);
  if (!same_score) breach[kRepeatedFloat] = (a.last_float == Float::down) + (b.last_float == Float::up);
  breach[kSameHalf] = same_score && upper.is_in_top_half() == lower.is_in_top_half();
  breach[kOrder] = disorder(upper, lower, same_score);
  return breach;
}

Breach bye_breach(const Entrant& entrant, int lowest_score) {
  Breach breach{};
  breach[kSecondBye] = entrant.state->byes;
  breach[kByeScore] = entrant.state->half_points - lowest_score;
  breach[kRepeatedFloat] = entrant.state->last_float == Float::down;
  breach[kOrder] = squared(entrant.group_size - 1 - entrant.place);
  return breach;
}

// One breach of a rule must weigh more than all breaches of the rules below that a whole round can have.
class Prices {
 public:
  Prices(const std::vector<Breach>& breaches, std::int64_t pairs) {
    MatchingCost price = 1;
    for (std::size_t rule = kRules; rule-- > 0;) {
      price_[rule] = price;
      std::int64_t worst = 0;
      for (const Breach& breach : breaches) worst = std::max(worst, breach[rule]);
      const bool is_about_the_bye = rule == kSecondBye || rule == kByeScore;
      price *= 1 + MatchingCost{worst} * (is_about_the_bye ? 1 : pairs);
    }
    assert(price < MatchingCost{1} << 116);
  }

  [[nodiscard]] MatchingCost of(const Breach& breach) const {
    MatchingCost sum = 0;
    for (std::size_t rule = 0; rule < kRules; ++rule) sum += price_[rule] * breach[rule];
    return sum;
  }

 private:
  std::array<MatchingCost, kRules> price_;
};

// Partners by rank; with an odd number the rank behind the last is the bye.
std::vector<int> match_entrants(const std::vector<Entrant>& entrants, const SwissSettings& settings) {
  const int count = static_cast<int>(entrants.size());
  const int size = count + count % 2;
  std::vector<Breach> breaches;
  for (int upper = 0; upper < count; ++upper)
    for (int lower = upper + 1; lower < size; ++lower)
      breaches.push_back(lower < count ? pair_breach(entrants[at(upper)], entrants[at(lower)], settings)
                                       : bye_breach(entrants[at(upper)], entrants.back().state->half_points));
  const Prices prices(breaches, size / 2);
  PairingCosts costs(size);
  auto breach = breaches.begin();
  for (int upper = 0; upper < count; ++upper)
    for (int lower = upper + 1; lower < size; ++lower) costs.set(upper, lower, prices.of(*breach++));
  return cheapest_perfect_matching(costs);
}

// Whether the upper player has White (FIDE C.04.3.E): both preferences; else the stronger one; else the other
// way round than when the two last had different colours; else what the higher player wants. Without any
// preference colours alternate down the starting ranks.
bool upper_has_white(const Entrant& upper, const Entrant& lower) {
  const ColourPreference a = upper.preference, b = lower.preference;
  if (a.strength == PreferenceStrength::none && b.strength == PreferenceStrength::none)
    return upper.player % 2 == 0;
  const bool upper_wish = a.colour == Color::white, lower_wish = b.colour == Color::black;
  if (a.strength == PreferenceStrength::none) return lower_wish;
  if (b.strength == PreferenceStrength::none || upper_wish == lower_wish) return upper_wish;

  if (a.strength != b.strength) return a.strength > b.strength ? upper_wish : lower_wish;
  const int difference_a = std::abs(colour_difference(upper.state->colours));
  const int difference_b = std::abs(colour_difference(lower.state->colours));
  if (a.strength == PreferenceStrength::absolute && difference_a != difference_b)
    return difference_a > difference_b ? upper_wish : lower_wish;
  const auto &one = upper.state->colours, &other = lower.state->colours;
  for (std::size_t back = 1; back <= std::min(one.size(), other.size()); ++back)
    if (one[one.size() - back] != other[other.size() - back]) return one[one.size() - back] == Color::black;
  return upper_wish;
}

}  // namespace

ColourPreference colour_preference(std::span<const Color> colours) {
  if (colours.empty()) return {};
  const int difference = colour_difference(colours);
  const Color last = colours.back();
  if (colours.size() >= 2 && colours[colours.size() - 2] == last)
    return {PreferenceStrength::absolute, !last};
  const Color rarer = difference > 0 ? Color::black : Color::white;
  if (std::abs(difference) > 1) return {PreferenceStrength::absolute, rarer};
  if (difference != 0) return {PreferenceStrength::strong, rarer};
  return {PreferenceStrength::mild, !last};
}

SwissRound pair_swiss(std::span<const SwissPlayer> players, int round, const SwissSettings& settings) {
  const std::vector<Entrant> entrants = rank_entrants(players);
  SwissRound result;
  if (entrants.empty()) return result;
  const std::vector<int> partner = match_entrants(entrants, settings);
  for (const Entrant& upper : entrants) {
    const int other = partner[at(upper.rank)];
    if (other < upper.rank) continue;
    if (at(other) == entrants.size()) {
      result.bye = upper.player;
      continue;
    }
    const Entrant& lower = entrants[at(other)];
    Encounter encounter{upper.player, lower.player, round};
    if (!upper_has_white(upper, lower)) std::swap(encounter.first, encounter.second);
    result.encounters.push_back(encounter);
  }
  return result;
}

std::vector<SwissPlayer> swiss_players(int players, std::span<const EncounterResult> results,
                                       std::span<const Bye> byes) {
  std::vector<SwissPlayer> state(at(players));
  std::vector<const EncounterResult*> order;
  int rounds = 0;
  for (const EncounterResult& r : results) {
    order.push_back(&r);
    rounds = std::max(rounds, r.encounter.round + 1);
  }
  for (const Bye& bye : byes) rounds = std::max(rounds, bye.round + 1);
  std::stable_sort(order.begin(), order.end(), [](const EncounterResult* a, const EncounterResult* b) {
    return a->encounter.round < b->encounter.round;
  });

  auto next = order.begin();
  for (int round = 0; round < rounds; ++round) {
    const std::vector<SwissPlayer> before = state;
    for (SwissPlayer& player : state) player.last_float = Float::none;
    for (; next != order.end() && (*next)->encounter.round == round; ++next) {
      const auto [first, second, unused] = (*next)->encounter;
      assert(first >= 0 && first < players && second >= 0 && second < players);
      SwissPlayer &a = state[at(first)], &b = state[at(second)];
      a.colours.push_back(Color::white);
      b.colours.push_back(Color::black);
      a.opponents.push_back(second);
      b.opponents.push_back(first);
      a.half_points += static_cast<int>((*next)->games().half_points());
      b.half_points += static_cast<int>((*next)->games().reversed().half_points());
      const int lead = before[at(first)].half_points - before[at(second)].half_points;
      a.last_float = lead > 0 ? Float::down : lead < 0 ? Float::up : Float::none;
      b.last_float = lead < 0 ? Float::down : lead > 0 ? Float::up : Float::none;
    }
    for (const Bye& bye : byes) {
      if (bye.round != round) continue;
      assert(bye.player >= 0 && bye.player < players);
      state[at(bye.player)].half_points += bye.half_points;
      ++state[at(bye.player)].byes;
      state[at(bye.player)].last_float = Float::down;
    }
  }
  return state;
}

int usual_swiss_rounds(int players) {
  assert(players >= 0);
  if (players < 2) return 0;
  const int without_rematches = players - 1 + players % 2;
  return std::min(without_rematches,
                  static_cast<int>(std::bit_width(static_cast<unsigned>(players - 1))) + 2);
}

}  // namespace vitrine::arena
