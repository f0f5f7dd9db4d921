#pragma once

// Single elimination. The bracket, the matches and their winners all follow from the number of players and
// the results so far, so nothing else needs to be kept to go on after an interruption.

#include <optional>
#include <span>
#include <vector>

#include "arena/schedule/encounter.h"

namespace vitrine::arena {

enum class MatchRule : std::uint8_t {
  // Over as soon as the other can't catch up within the planned games. Level after these, it goes on until
  // one leads
  // after an even number of games, when both have had White equally often.
  best_of,
  // cutechess's: goes on until the leader has more than half of the planned points. Then, with an odd number
  // of planned
  // games, any lead wins; with an even number a lead of two points does, and one of a single point only after
  // an even
  // number of games.
  cutechess,
};

struct MatchSettings {
  MatchRule rule = MatchRule::best_of;
  int games = 2;  // planned
};

enum class MatchOutcome : std::uint8_t { undecided, first_wins, second_wins };

// Contract: settings.games >= 1.
[[nodiscard]] MatchOutcome match_outcome(const Tally& first_players_games, const MatchSettings& settings);

struct KnockoutMatch {
  int round = 0;
  std::optional<int> first = {};  // unknown until the matches before it are decided
  std::optional<int> second = {};
  bool is_bye = false;  // there will never be a second player
  Tally games = {};     // from the view of `first`, up to the moment of the decision
  std::optional<int> winner = {};
};

class Knockout {
 public:
  // Players are seeds: 0 is the strongest. Results are those of the encounters in the order in which they
  // were finished; what two players played after their match was decided changes nothing. Contract: players
  // >= 1, settings.games >= 1.
  Knockout(int players, const MatchSettings& settings, std::span<const EncounterResult> results);

  // The first round first, the final alone in the last; each match's winner goes to match i/2 of the next
  // round. None with a single player.
  [[nodiscard]] const std::vector<std::vector<KnockoutMatch>>& rounds() const { return rounds_; }
  // What can be played now: the next encounter of each undecided match whose players are known. White in its
  // first game is the first player, or the second after an odd number of games.
  [[nodiscard]] std::vector<Encounter> open_encounters() const;
  [[nodiscard]] std::optional<int> champion() const;

 private:
  void play(KnockoutMatch& match, const MatchSettings& settings,
            std::span<const EncounterResult> results) const;

  std::vector<std::vector<KnockoutMatch>> rounds_;
};

// Who sits where in the first round, two by two; nothing is a bye. The bracket has as many places as the next
// power of two. Every other seed goes to the right half, and so on inside the halves; byes are for the top
// seeds. Contract: players >= 1.
[[nodiscard]] std::vector<std::optional<int>> bracket_places(int players);

}  // namespace vitrine::arena
