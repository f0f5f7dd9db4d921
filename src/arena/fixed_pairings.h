#pragma once

// Round robin, gauntlet and pyramid: everything is known beforehand, and nothing of it is written down but
// one cycle.

#include <map>
#include <vector>

#include "arena/pairings.h"

namespace vitrine::arena {

class FixedPairings final : public Pairings {
 public:
  // Contract: the format is one of the three.
  explicit FixedPairings(const TournamentSettings& settings);

  [[nodiscard]] std::optional<Pair> next() override;
  void record(const PlayedGame& game) override;
  [[nodiscard]] int stage() const override { return 0; }
  void drop(const Drop& drop) override;
  [[nodiscard]] std::optional<std::int64_t> games_to_come() const override;

 private:
  [[nodiscard]] std::int64_t size() const;
  [[nodiscard]] Pair pair(std::int64_t id) const;
  [[nodiscard]] bool is_playable(const Encounter& encounter) const;
  [[nodiscard]] std::int64_t playable_games(std::int64_t first_encounter, std::int64_t end) const;

  EncounterPlan plan_;
  std::int64_t cycles_;
  std::vector<Encounter> cycle_;       // one cycle that another follows
  std::vector<Encounter> last_cycle_;  // in a round robin its last rounds are in another order
  int rounds_per_cycle_ = 0;
  std::vector<bool> is_dropped_;
  std::int64_t cursor_ = 0;                   // the pair to be looked at next
  std::map<std::int64_t, unsigned> started_;  // games played (a bit each) of pairs from the cursor on
};

}  // namespace vitrine::arena
