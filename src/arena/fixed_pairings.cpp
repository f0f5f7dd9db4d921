#include "arena/fixed_pairings.h"

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <utility>

#include "arena/schedule/berger.h"

namespace vitrine::arena {
namespace {

std::vector<Encounter> encounters(const TournamentSettings& settings, int cycles) {
  const int players = static_cast<int>(settings.players.size());
  switch (settings.format) {
    case Format::gauntlet: return gauntlet(players, settings.seeds, cycles);
    case Format::pyramid: return pyramid(players, cycles);
    default: return round_robin(players, cycles);
  }
}

// The first of two cycles.
std::vector<Encounter> followed_cycle(const TournamentSettings& settings) {
  std::vector<Encounter> two = encounters(settings, 2);
  two.resize(two.size() / 2);
  return two;
}

std::size_t at(std::int64_t i) { return static_cast<std::size_t>(i); }

}  // namespace

FixedPairings::FixedPairings(const TournamentSettings& settings)
    : plan_(settings.games, settings.repeats_openings),
      cycles_(settings.rounds),
      cycle_(followed_cycle(settings)),
      last_cycle_(encounters(settings, 1)),
      rounds_per_cycle_(last_cycle_.back().round + 1),
      is_dropped_(settings.players.size()) {}

std::int64_t FixedPairings::size() const { return cycles_ * std::ssize(cycle_) * plan_.pairs(); }

Pair FixedPairings::pair(std::int64_t id) const {
  const std::int64_t encounter_number = id / plan_.pairs(), cycle = encounter_number / std::ssize(cycle_);
  const auto& table = cycle + 1 < cycles_ ? cycle_ : last_cycle_;
  const Encounter& encounter = table[at(encounter_number % std::ssize(cycle_))];
  const int number = static_cast<int>(id % plan_.pairs());
  Pair pair{.id = id,
            .round = static_cast<int>(cycle * rounds_per_cycle_) + encounter.round,
            .first = encounter.first,
            .second = encounter.second,
            .size = plan_.size(number)};
  if ((cycle % 2 == 1) != plan_.is_swapped(number)) std::swap(pair.first, pair.second);
  return pair;
}

bool FixedPairings::is_playable(const Encounter& encounter) const {
  return !is_dropped_[at(encounter.first)] && !is_dropped_[at(encounter.second)];
}

std::optional<Pair> FixedPairings::next() {
  // Whoever is gone is gone for all cycles to come: don't walk through a million of them.
  if (std::none_of(cycle_.begin(), cycle_.end(), [&](const Encounter& e) { return is_playable(e); }))
    cursor_ = size();
  while (cursor_ < size()) {
    Pair pair = this->pair(cursor_++);
    unsigned played = 0;
    if (const auto found = started_.find(pair.id); found != started_.end()) {
      played = found->second;
      started_.erase(found);
    }
    if (!is_playable({pair.first, pair.second})) continue;
    for (int game = 0; game < pair.size; ++game)
      if ((played >> game & 1) == 0) pair.games.push_back(game);
    if (!pair.games.empty()) return pair;
  }
  return {};
}

void FixedPairings::record(const PlayedGame& game) {
  const auto [id, number] = game.id;
  const bool exists = id >= 0 && id < size() && number >= 0 && number < pair(id).size;
  if (!exists) throw std::runtime_error("pair " + std::to_string(id) + " has no such game");
  Pair pair = this->pair(id);
  if (number == 1) std::swap(pair.first, pair.second);
  if (game.white != pair.first || game.black != pair.second)
    throw std::runtime_error("a game of pair " + std::to_string(id) + " has other players than the schedule");
  if (id >= cursor_) started_[id] |= 1U << number;
}

void FixedPairings::drop(const Drop& drop) { is_dropped_[at(drop.player)] = true; }

// Whole cycles are all alike but for the order of their encounters.
std::int64_t FixedPairings::playable_games(std::int64_t first, std::int64_t end) const {
  const auto count = [&](const std::vector<Encounter>& table, std::int64_t from, std::int64_t to) {
    return std::count_if(table.begin() + from, table.begin() + to,
                         [&](const Encounter& e) { return is_playable(e); });
  };
  const std::int64_t per_cycle = std::ssize(cycle_), cycle = first / per_cycle;
  if (first >= end) return 0;
  const std::int64_t rest =
      count(cycle + 1 < cycles_ ? cycle_ : last_cycle_, first - cycle * per_cycle, per_cycle);
  return plan_.games() * (rest + (cycles_ - cycle - 1) * count(cycle_, 0, per_cycle));
}

std::optional<std::int64_t> FixedPairings::games_to_come() const {
  const std::int64_t pairs = plan_.pairs();
  // The rest of the encounter in which the cursor stands, then whole ones, less what is played of them.
  std::int64_t games = playable_games((cursor_ + pairs - 1) / pairs, cycles_ * std::ssize(cycle_));
  for (std::int64_t id = cursor_; id % pairs != 0 && id < size(); ++id) {
    const Pair rest = pair(id);
    if (is_playable({rest.first, rest.second})) games += rest.size;
  }
  for (const auto& [id, played] : started_) {
    const Pair started = pair(id);
    if (is_playable({started.first, started.second})) games -= std::popcount(played);
  }
  return games;
}

}  // namespace vitrine::arena
