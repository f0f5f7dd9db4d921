#pragma once

// A Swiss: each round is paired from the scores of the rounds before.

#include <vector>

#include "arena/boards.h"
#include "arena/pairings.h"

namespace vitrine::arena {

class SwissPairings final : public Pairings {
 public:
  explicit SwissPairings(const TournamentSettings& settings);

  [[nodiscard]] std::optional<Pair> next() override;
  void record(const PlayedGame& game) override { boards_.record(game); }
  [[nodiscard]] int stage() const override { return rounds_paired_; }
  void drop(const Drop& drop) override;
  [[nodiscard]] std::optional<std::int64_t> games_to_come() const override;
  [[nodiscard]] std::vector<EncounterResult> swiss_results() const override;
  [[nodiscard]] std::vector<Bye> byes() const override { return byes_; }

  // All rounds are paired and every game of theirs is played or won by walkover.
  [[nodiscard]] bool is_over() const;
  // The numbers of its pairs lie below.
  [[nodiscard]] std::int64_t end_id() const;
  // Those who were there when the Swiss ended, best first.
  [[nodiscard]] std::vector<int> ranking() const;

 private:
  // False: there are not two players left.
  bool pair_round();
  [[nodiscard]] bool takes_part(int player, int stage) const;
  [[nodiscard]] Boards::Range round() const { return {round_begin_, boards_.size()}; }

  int players_;
  int rounds_;
  EncounterPlan plan_;
  Boards boards_;
  std::vector<std::optional<int>> dropped_at_;  // the stage from which it takes no part, by player
  std::vector<Bye> byes_;
  int rounds_paired_ = 0;
  int round_begin_ = 0;  // the first board of the round being played
};

}  // namespace vitrine::arena
