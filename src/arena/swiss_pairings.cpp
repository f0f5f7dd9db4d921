#include "arena/swiss_pairings.h"

#include <algorithm>

#include "arena/schedule/standings.h"
#include "arena/schedule/swiss.h"

namespace vitrine::arena {

SwissPairings::SwissPairings(const TournamentSettings& settings)
    : players_(static_cast<int>(settings.players.size())),
      rounds_(settings.rounds),
      plan_(settings.games, settings.repeats_openings),
      boards_(players_),
      dropped_at_(settings.players.size()) {}

std::optional<Pair> SwissPairings::next() {
  for (;;) {
    if (auto pair = boards_.next(round(), [](int) { return false; })) return pair;
    if (boards_.is_busy(round()) || rounds_paired_ == rounds_) return {};
    if (!pair_round()) return {};
  }
}

bool SwissPairings::pair_round() {
  std::vector<SwissPlayer> state = swiss_players(players_, swiss_results(), byes_);
  int active = 0;
  for (int player = 0; player < players_; ++player)
    active += state[static_cast<std::size_t>(player)].active = takes_part(player, rounds_paired_);
  if (active < 2) {
    rounds_paired_ = rounds_;
    round_begin_ = boards_.size();
    return false;
  }
  const int round = rounds_paired_++;
  SwissSettings settings;
  // Half of the points that the rounds before could bring: a game is worth two half points.
  if (round + 1 == rounds_) settings.top_score = round * plan_.games();
  const SwissRound paired = pair_swiss(state, round, settings);
  if (paired.bye) byes_.push_back({*paired.bye, round, 2 * plan_.games()});
  round_begin_ = boards_.size();
  std::int64_t id = std::int64_t{round} * (players_ / 2) * plan_.pairs();
  for (const Encounter& encounter : paired.encounters) {
    boards_.add_planned_pairs(boards_.add_board(encounter), id, plan_);
    id += plan_.pairs();
  }
  return true;
}

bool SwissPairings::takes_part(int player, int stage) const {
  const auto& dropped_at = dropped_at_[static_cast<std::size_t>(player)];
  return !dropped_at || stage < *dropped_at;
}

void SwissPairings::drop(const Drop& drop) {
  dropped_at_[static_cast<std::size_t>(drop.player)] = drop.stage;
  boards_.drop(drop);
}

std::optional<std::int64_t> SwissPairings::games_to_come() const {
  const auto here = std::count(dropped_at_.begin(), dropped_at_.end(), std::nullopt);
  return boards_.games_to_come(round()) + std::int64_t{rounds_ - rounds_paired_} * (here / 2) * plan_.games();
}

std::vector<EncounterResult> SwissPairings::swiss_results() const {
  std::vector<EncounterResult> results;
  for (int board = 0; board < boards_.size(); ++board)
    results.push_back(boards_.is_busy(board) ? boards_.result(board) : boards_.result_with_walkovers(board));
  return results;
}

bool SwissPairings::is_over() const {
  return rounds_paired_ == rounds_ && !boards_.is_busy(round()) && boards_.games_to_come(round()) == 0;
}

std::int64_t SwissPairings::end_id() const { return std::int64_t{rounds_} * (players_ / 2) * plan_.pairs(); }

std::vector<int> SwissPairings::ranking() const {
  std::vector<int> ranking;
  for (const Standing& standing : standings(players_, swiss_results(), byes_, kSwissTieBreaks))
    if (takes_part(standing.player, rounds_)) ranking.push_back(standing.player);
  return ranking;
}

}  // namespace vitrine::arena
