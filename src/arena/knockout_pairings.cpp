#include "arena/knockout_pairings.h"

#include <algorithm>
#include <utility>

namespace vitrine::arena {
namespace {

// Pairs that a level match is given beyond its planned games.
constexpr int kMostExtensions = 20;

// As wide as can't be caught up, whatever was played.
EncounterResult walkover(const Encounter& encounter, bool first_wins, const Tally& games, int planned) {
  const std::int64_t wins = games.games() + planned + 2;
  return {encounter, first_wins ? Tally{wins, 0, 0} : Tally{0, 0, wins}, {}};
}

}  // namespace

KnockoutPairings::KnockoutPairings(const TournamentSettings& settings, std::vector<int> seeds,
                                   int first_round, std::int64_t first_id)
    : seeds_(std::move(seeds)),
      plan_(settings.games, settings.repeats_openings),
      match_settings_{MatchRule::cutechess, settings.games},
      first_round_(first_round),
      first_id_(first_id),
      boards_(static_cast<int>(settings.players.size())) {}

std::optional<Pair> KnockoutPairings::next() {
  for (;;) {
    const auto is_over = [&](int board) { return is_decided(board); };
    if (auto pair = boards_.next(round(), is_over)) return pair;
    extend_level_matches();
    if (auto pair = boards_.next(round(), is_over)) return pair;

    bool waits = false;
    for (int board = round_begin_; board < boards_.size(); ++board) {
      if (is_decided(board)) continue;
      // Games still being played may yet decide it; what comes in late must not change a winner.
      Match& match = matches_[static_cast<std::size_t>(board)];
      const bool is_idle = !boards_.is_busy(board) && boards_.games_to_come({board, board + 1}) == 0;
      if (boards_.has_gone_player(board) && !boards_.is_busy(board)) {
        match.is_walkover = true;
      } else if (is_idle && match.extensions >= kMostExtensions) {
        match.goes_to_seed = true;
      } else {
        waits = true;
      }
    }
    if (waits || !open_round()) return {};
  }
}

bool KnockoutPairings::is_decided(int board) const {
  const Match& match = matches_[static_cast<std::size_t>(board)];
  return match.is_walkover || match.goes_to_seed ||
         match_outcome(boards_.result(board).games(), match_settings_) != MatchOutcome::undecided;
}

Knockout KnockoutPairings::bracket() const {
  std::vector<EncounterResult> results;
  for (const Match& match : matches_) {
    EncounterResult result = boards_.result(match.board);
    result.encounter = match.seeds;
    const Tally games = result.games();
    // The sum alone: it is decided by all games together, and by none of them before.
    results.push_back({match.seeds, games, {}});
    if (!match.is_walkover && !match.goes_to_seed) continue;
    const bool first_wins = match.goes_to_seed ? match.seeds.first < match.seeds.second
                                               : boards_.walkover_score(match.board) != GameScore::loss;
    results.push_back(walkover(match.seeds, first_wins, games, plan_.games()));
  }
  return Knockout(static_cast<int>(seeds_.size()), match_settings_, results);
}

bool KnockoutPairings::open_round() {
  const Knockout bracket = this->bracket();
  const auto& rounds = bracket.rounds();
  if (rounds_opened_ == static_cast<int>(rounds.size())) return false;
  std::int64_t number = 0;
  for (int round = 0; round < rounds_opened_; ++round)
    number += std::ssize(rounds[static_cast<std::size_t>(round)]);
  const int round = rounds_opened_++;
  round_begin_ = boards_.size();
  for (const KnockoutMatch& match : rounds[static_cast<std::size_t>(round)]) {
    if (match.first && match.second) {
      const Encounter seeds{*match.first, *match.second, match.round};
      const int board = boards_.add_board({player(seeds.first), player(seeds.second), first_round_ + round});
      matches_.push_back({.board = board, .number = number, .seeds = seeds});
      boards_.add_planned_pairs(board, first_id_ + number * plan_.pairs(), plan_);
    }
    ++number;
  }
  return true;
}

void KnockoutPairings::extend_level_matches() {
  for (int board = round_begin_; board < boards_.size(); ++board) {
    Match& match = matches_[static_cast<std::size_t>(board)];
    while (match.extensions < kMostExtensions && !is_decided(board) && !boards_.is_busy(board) &&
           boards_.games_to_come({board, board + 1}) == 0) {
      const Pair pair = next_extension(match);
      // Who is gone plays no more, but what it played before it went counts.
      if (boards_.has_gone_player(board) && !boards_.has_early_games(pair.id)) break;
      boards_.add_pair(board, pair);
      ++match.extensions;
    }
  }
}

Pair KnockoutPairings::next_extension(const Match& match) const {
  const Encounter& encounter = boards_.encounter(match.board);
  const std::int64_t matches = std::ssize(bracket_places(static_cast<int>(seeds_.size()))) - 1;
  Pair pair{.id = first_id_ + matches * (plan_.pairs() + match.extensions) + match.number,
            .round = encounter.round,
            .first = encounter.first,
            .second = encounter.second,
            .size = plan_.repeats_openings() && plan_.games() % 2 == 0 ? 2 : 1};
  if (boards_.result(match.board).games().games() % 2 == 1) std::swap(pair.first, pair.second);
  return pair;
}

std::optional<int> KnockoutPairings::champion() const {
  const auto seed = bracket().champion();
  if (!seed || boards_.is_gone(player(*seed))) return {};
  return player(*seed);
}

}  // namespace vitrine::arena
