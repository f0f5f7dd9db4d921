#include "arena/schedule/berger.h"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <utility>

namespace vitrine::arena {
namespace {

using Rounds = std::vector<std::vector<Encounter>>;

// One cycle of the Berger table. The handbook counts players from 1 to n, of which the last sits still; from
// round to round everybody else's number moves on by n/2 around the circle of the n - 1.
Rounds berger_table(int players) {
  Rounds rounds;
  if (players < 2) return rounds;
  const int n = players + players % 2;
  for (int round = 0; round < n - 1; ++round) {
    std::vector<Encounter>& encounters = rounds.emplace_back();
    const auto moved = [&](int number) {
      return number == n ? n : (number - 1 + round * (n / 2)) % (n - 1) + 1;
    };
    for (int board = 1; board <= n / 2; ++board) {
      int white = moved(board), black = moved(n + 1 - board);
      if (black == n && round % 2 == 1) std::swap(white, black);
      if (std::max(white, black) > players) continue;  // the free one
      encounters.push_back({white - 1, black - 1, round});
    }
  }
  return rounds;
}

void append_cycles(std::vector<Encounter>& result, const Rounds& rounds, int cycles, bool swaps_last_rounds) {
  const std::size_t count = rounds.size();
  for (int cycle = 0; cycle < cycles; ++cycle)
    for (std::size_t i = 0; i < count; ++i) {
      const bool swaps = swaps_last_rounds && cycle + 1 < cycles && count >= 2 && i + 2 >= count;
      for (Encounter e : rounds[swaps ? 2 * count - 3 - i : i]) {
        if (cycle % 2 == 1) std::swap(e.first, e.second);
        e.round = cycle * static_cast<int>(count) + static_cast<int>(i);
        result.push_back(e);
      }
    }
}

}  // namespace

std::vector<Encounter> round_robin(int players, int cycles) {
  assert(players >= 0 && cycles >= 0);
  std::vector<Encounter> result;
  append_cycles(result, berger_table(players), cycles, true);
  return result;
}

std::vector<Encounter> gauntlet(int players, int seeds, int cycles) {
  assert(seeds >= 0 && seeds <= players && cycles >= 0);
  const int others = players - seeds;
  const int count = seeds == 0 || others == 0 ? 0 : std::max(seeds, others);
  Rounds rounds(static_cast<std::size_t>(count));
  for (int round = 0; round < count; ++round)
    for (int seed = 0; seed < seeds; ++seed) {
      const int other = (round + seed) % count;
      if (other >= others) continue;
      Encounter e{seed, seeds + other, round};
      if ((round + seed) % 2 == 1) std::swap(e.first, e.second);
      rounds[static_cast<std::size_t>(round)].push_back(e);
    }
  std::vector<Encounter> result;
  append_cycles(result, rounds, cycles, false);
  return result;
}

std::vector<Encounter> pyramid(int players, int cycles) {
  assert(players >= 0 && cycles >= 0);
  Rounds rounds;
  for (int newcomer = 1; newcomer < players; ++newcomer) {
    std::vector<Encounter>& encounters = rounds.emplace_back();
    for (int other = 0; other < newcomer; ++other) {
      Encounter e{newcomer, other, newcomer - 1};
      if (other % 2 == 1) std::swap(e.first, e.second);
      encounters.push_back(e);
    }
  }
  std::vector<Encounter> result;
  append_cycles(result, rounds, cycles, false);
  return result;
}

}  // namespace vitrine::arena
