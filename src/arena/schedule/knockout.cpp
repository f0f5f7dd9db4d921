#include "arena/schedule/knockout.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdlib>
#include <utility>

namespace vitrine::arena {
namespace {

// Where a seed (from 0) sits in a bracket of that size: even seeds left, odd ones right, and so on inside the
// halves.
std::size_t seat_of(std::size_t seed, std::size_t size) {
  if (size == 1) return 0;
  return (seed % 2 == 1 ? size / 2 : 0) + seat_of(seed / 2, size / 2);
}

}  // namespace

MatchOutcome match_outcome(const Tally& games, const MatchSettings& settings) {
  assert(settings.games >= 1);
  const std::int64_t lead = games.wins - games.losses;  // in points
  const std::int64_t best = std::max(games.half_points(), games.reversed().half_points());
  if (lead == 0 || best <= settings.games) return MatchOutcome::undecided;

  const bool played_evenly = games.games() % 2 == 0;
  const bool decides = settings.rule == MatchRule::best_of
                           ? games.games() <= settings.games || played_evenly
                           : settings.games % 2 == 1 || std::abs(lead) >= 2 || played_evenly;
  if (!decides) return MatchOutcome::undecided;
  return lead > 0 ? MatchOutcome::first_wins : MatchOutcome::second_wins;
}

std::vector<std::optional<int>> bracket_places(int players) {
  assert(players >= 1);
  const std::size_t count = static_cast<std::size_t>(players), size = std::bit_ceil(count);
  std::vector<std::optional<int>> places(size);
  for (std::size_t seed = 0; seed < count; ++seed) places[seat_of(seed, size)] = static_cast<int>(seed);
  // The top seeds sit at even places. Whoever would sit beside one that is due a bye moves to an empty place.
  for (std::size_t bye = 0; count + bye < size; ++bye)
    std::swap(places[seat_of(bye, size) + 1], places[seat_of(count + bye, size)]);
  return places;
}

Knockout::Knockout(int players, const MatchSettings& settings, std::span<const EncounterResult> results) {
  const std::vector<std::optional<int>> places = bracket_places(players);
  for (std::size_t matches = places.size() / 2, round = 0; matches >= 1; matches /= 2, ++round) {
    std::vector<KnockoutMatch> next(matches);
    for (std::size_t i = 0; i < matches; ++i) {
      KnockoutMatch& match = next[i];
      match.round = static_cast<int>(round);
      match.first = round == 0 ? places[2 * i] : rounds_.back()[2 * i].winner;
      match.second = round == 0 ? places[2 * i + 1] : rounds_.back()[2 * i + 1].winner;
      match.is_bye = round == 0 && !match.second;
      play(match, settings, results);
    }
    rounds_.push_back(std::move(next));
  }
}

void Knockout::play(KnockoutMatch& match, const MatchSettings& settings,
                    std::span<const EncounterResult> results) const {
  if (match.is_bye) match.winner = match.first;
  if (!match.first || !match.second) return;
  // In a knock-out two players meet in one match only, so their names are enough to find its games.
  for (const EncounterResult& result : results) {
    const auto& [first, second, round] = result.encounter;
    if (first == match.first && second == match.second) {
      match.games += result.games();
    } else if (first == match.second && second == match.first) {
      match.games += result.games().reversed();
    } else {
      continue;
    }
    const MatchOutcome outcome = match_outcome(match.games, settings);
    if (outcome == MatchOutcome::undecided) continue;
    match.winner = outcome == MatchOutcome::first_wins ? match.first : match.second;
    return;
  }
}

std::vector<Encounter> Knockout::open_encounters() const {
  std::vector<Encounter> open;
  for (const std::vector<KnockoutMatch>& round : rounds_)
    for (const KnockoutMatch& match : round) {
      if (match.winner || !match.first || !match.second) continue;
      Encounter encounter{*match.first, *match.second, match.round};
      if (match.games.games() % 2 == 1) std::swap(encounter.first, encounter.second);
      open.push_back(encounter);
    }
  return open;
}

std::optional<int> Knockout::champion() const {
  return rounds_.empty() ? std::optional<int>(0) : rounds_.back().front().winner;
}

}  // namespace vitrine::arena
