#pragma once

// A knock-out: each match goes on until one has won it, and its winner on to the next round. Two that can't
// be told apart, such as two copies of one engine, don't play for ever: the better seed goes on.

#include <vector>

#include "arena/boards.h"
#include "arena/pairings.h"
#include "arena/schedule/knockout.h"

namespace vitrine::arena {

class KnockoutPairings final : public Pairings {
 public:
  // The best of these players first. Rounds and pairs are counted from these numbers on. Contract: at least
  // one player.
  KnockoutPairings(const TournamentSettings& settings, std::vector<int> seeds, int first_round,
                   std::int64_t first_id);

  [[nodiscard]] std::optional<Pair> next() override;
  void record(const PlayedGame& game) override { boards_.record(game); }
  [[nodiscard]] int stage() const override { return rounds_opened_; }
  void drop(const Drop& drop) override { boards_.drop(drop); }
  [[nodiscard]] std::optional<std::int64_t> games_to_come() const override { return {}; }
  [[nodiscard]] std::optional<int> champion() const override;

 private:
  // A match on its board.
  struct Match {
    int board;
    std::int64_t number;  // in the whole bracket
    Encounter seeds;      // the encounter in the bracket's numbers
    int extensions = 0;   // pairs added because it was level
    bool is_walkover = false;
    bool goes_to_seed = false;  // level after all extensions
  };

  [[nodiscard]] Knockout bracket() const;
  // False: the final is decided.
  bool open_round();
  // Another pair for every match that is level after its planned games.
  void extend_level_matches();
  [[nodiscard]] Pair next_extension(const Match& match) const;
  [[nodiscard]] bool is_decided(int board) const;
  [[nodiscard]] Boards::Range round() const { return {round_begin_, boards_.size()}; }
  [[nodiscard]] int player(int seed) const { return seeds_[static_cast<std::size_t>(seed)]; }

  std::vector<int> seeds_;
  EncounterPlan plan_;
  MatchSettings match_settings_;
  int first_round_;
  std::int64_t first_id_;
  Boards boards_;
  std::vector<Match> matches_;  // by board
  int round_begin_ = 0;
  int rounds_opened_ = 0;
};

}  // namespace vitrine::arena
