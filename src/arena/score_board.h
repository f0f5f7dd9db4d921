#pragma once

// What everybody has scored against everybody, kept up to date game by game.

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "arena/pairings.h"
#include "arena/played_game.h"
#include "arena/schedule/encounter.h"
#include "arena/statistics/ratings.h"
#include "arena/statistics/results.h"

namespace vitrine::arena {

// Games lost by breaking.
struct Faults {
  std::int64_t time = 0;
  std::int64_t illegal_moves = 0;
  std::int64_t crashes = 0;  // its process ended, closed its output, fell silent, or never started
  std::int64_t others = 0;

  void add(GameEnd end);
  [[nodiscard]] std::int64_t all() const { return time + illegal_moves + crashes + others; }
  bool operator==(const Faults&) const = default;
};

// Two players, the one with the lower number first, from whose view everything is.
struct PairingScore {
  Tally as_white = {};
  Tally as_black = {};
  Pentanomial pairs = {};  // finished ones only

  [[nodiscard]] Tally games() const { return as_white + as_black; }
};

class ScoreBoard {
 public:
  explicit ScoreBoard(int players) : faults_(static_cast<std::size_t>(players)) {}

  // Contract: each game once. True: it has finished a pair of two.
  bool add(const PlayedGame& game);

  [[nodiscard]] int players() const { return static_cast<int>(faults_.size()); }
  [[nodiscard]] std::int64_t games() const { return games_; }
  [[nodiscard]] const Faults& faults(int player) const { return faults_[static_cast<std::size_t>(player)]; }
  // By the two numbers, the lower first; only those who have met.
  [[nodiscard]] const std::map<std::pair<int, int>, PairingScore>& pairings() const { return pairings_; }
  [[nodiscard]] PairingScore pairing(int first, int second) const;  // from the view of `first`
  [[nodiscard]] Tally games_of(int player) const;

  // One sum for each two who have met, and for ratings one for each colour.
  [[nodiscard]] std::vector<EncounterResult> results() const;
  [[nodiscard]] std::vector<ColouredTally> coloured() const;

 private:
  std::vector<Faults> faults_;
  std::map<std::pair<int, int>, PairingScore> pairings_;
  std::map<std::int64_t, GameScore> half_pairs_;  // the first finished game of a pair of two
  std::int64_t games_ = 0;
};

}  // namespace vitrine::arena
