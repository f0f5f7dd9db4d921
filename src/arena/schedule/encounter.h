#pragma once

// The words that all formats share: players are numbers from 0, and an encounter is two of them who meet in a
// round. Whether they play one game or a pair with both colours is the caller's business.

#include "arena/statistics/results.h"

namespace vitrine::arena {

struct Encounter {
  int first = 0;  // has White in the first game
  int second = 0;
  int round = 0;  // from 0

  [[nodiscard]] bool operator==(const Encounter&) const = default;
};

// What was scored in an encounter, from the view of `first`.
struct EncounterResult {
  Encounter encounter;
  Tally as_white;
  Tally as_black;

  [[nodiscard]] Tally games() const { return as_white + as_black; }
};

// A round in which a player had no opponent, and what that was worth: as much as winning an encounter.
struct Bye {
  int player = 0;
  int round = 0;
  int half_points = 2;

  [[nodiscard]] bool operator==(const Bye&) const = default;
};

}  // namespace vitrine::arena
