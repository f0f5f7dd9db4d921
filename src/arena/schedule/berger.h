#pragma once

// Formats whose encounters are known before the first game: round robin by the Berger tables of FIDE's
// handbook, gauntlet and pyramid. Encounters come in playing order, and nobody meets two opponents in one
// round, except in a pyramid. With `cycles` above 1 everything is repeated, each time with the colours of the
// first game reversed.

#include <vector>

#include "arena/schedule/encounter.h"

namespace vitrine::arena {

// Everybody against everybody. With an odd number somebody is free in each round. The last two rounds of a
// cycle change places where another cycle follows, so that nobody has the same colour three times running
// (four players over more than two cycles excepted). Contract, here and below: players >= 0, cycles >= 0.
[[nodiscard]] std::vector<Encounter> round_robin(int players, int cycles = 1);

// The first `seeds` players against all others, but not against each other. Contract: 0 <= seeds <= players.
[[nodiscard]] std::vector<Encounter> gauntlet(int players, int seeds = 1, int cycles = 1);

// Each player in turn against all before it: player 1 against 0 in round 0, player 2 against 0 and 1 in round
// 1, ...
[[nodiscard]] std::vector<Encounter> pyramid(int players, int cycles = 1);

}  // namespace vitrine::arena
