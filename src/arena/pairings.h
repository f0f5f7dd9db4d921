#pragma once

// Who plays whom next: a tournament's format as a stream of pairs of games. The stream follows from the
// settings and the games finished so far, so that a tournament continued from its file goes on with the same
// pairs, numbers, openings and colours. A round robin, gauntlet or pyramid never waits; a Swiss and a
// knock-out pair a round when the one before is complete.
//
// An encounter's games come in pairs with one opening and the colours swapped, an odd last one alone; where
// openings aren't repeated, each game alone with colours alternating. A pair's number is its place in the
// schedule, not in time, and also the number of its opening.
//
// A dropped player is not paired any more. In a Swiss or knock-out what it left unplayed in its round counts
// as won by the opponent (never in the statistics, which know only games); elsewhere it is just not played.

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "arena/played_game.h"
#include "arena/schedule/encounter.h"
#include "arena/settings.h"

namespace vitrine::arena {

struct Pair {
  std::int64_t id = 0;
  int round = 0;
  int first = 0;  // has White in game 0
  int second = 0;
  std::vector<int> games = {};  // still to be played
  int size = 2;                 // all of them, those played before included

  bool operator==(const Pair&) const = default;
};

class Pairings {
 public:
  virtual ~Pairings() = default;

  // The next pair to be played; nothing: all is played, or what comes next depends on pairs that were handed
  // out and aren't finished.
  [[nodiscard]] virtual std::optional<Pair> next() = 0;
  // A game of a pair that was handed out, or, before the first next(), one of an earlier session. Throws
  // std::runtime_error if these two don't play that game.
  virtual void record(const PlayedGame& game) = 0;
  // For Drop::stage: how many stages have been paired.
  [[nodiscard]] virtual int stage() const = 0;
  virtual void drop(const Drop& drop) = 0;

  // The games between the next one and the end; nothing: nobody knows.
  [[nodiscard]] virtual std::optional<std::int64_t> games_to_come() const = 0;

  // Of a Swiss: what was scored, walkovers included, and who had no opponent. Elsewhere empty.
  [[nodiscard]] virtual std::vector<EncounterResult> swiss_results() const { return {}; }
  [[nodiscard]] virtual std::vector<Bye> byes() const { return {}; }
  // Of a knock-out that is over.
  [[nodiscard]] virtual std::optional<int> champion() const { return {}; }
};

// Contract: no find_fault(settings).
[[nodiscard]] std::unique_ptr<Pairings> make_pairings(const TournamentSettings& settings);

// How the games of an encounter are grouped.
class EncounterPlan {
 public:
  EncounterPlan(int games, bool repeats_openings) : games_(games), repeats_(repeats_openings) {}

  [[nodiscard]] int games() const { return games_; }
  [[nodiscard]] int pairs() const { return repeats_ ? (games_ + 1) / 2 : games_; }
  [[nodiscard]] int size(int pair) const { return repeats_ && 2 * pair + 1 < games_ ? 2 : 1; }
  // Whether the encounter's second player has White in the pair's first game.
  [[nodiscard]] bool is_swapped(int pair) const { return !repeats_ && pair % 2 == 1; }
  [[nodiscard]] bool repeats_openings() const { return repeats_; }

 private:
  int games_;
  bool repeats_;
};

}  // namespace vitrine::arena
