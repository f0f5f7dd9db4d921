#pragma once

// Plays one game between two seats: clocks, rules, adjudication, and the right loser and reason when an
// engine breaks.

#include <array>
#include <functional>
#include <stop_token>

#include "arena/adjudication.h"
#include "arena/game_record.h"
#include "arena/seat.h"

namespace vitrine::arena {

struct GameRules {
  AdjudicationRules adjudication = {};
  Milliseconds longest_move{600'000};  // hard cap for a move without a clock or a time for the move
  bool operator==(const GameRules&) const = default;
};

// What can be watched while a game is played; each from the thread that plays it, reports perhaps from one of
// the engine's, but never two at a time.
struct GameWatcher {
  std::function<void(const chess::Game&, chess::Color)> on_turn = {};  // this side begins to think
  std::function<void(const engines::Report&)> on_report = {};
  std::function<void(const chess::Game&, const PlyRecord&)> on_move = {};  // after it
};

// By chess::index(color).
using Seats = std::array<Seat*, 2>;

// Never throws for what an engine does. A stop interrupts the game. Time is counted from the moment the
// engine was told to go to the moment its answer was read.
[[nodiscard]] GameRecord play_game(const Seats& seats, const Opening& opening, const GameRules& rules,
                                   const Tablebase& tablebase, const GameWatcher& watcher,
                                   std::stop_token stop);

}  // namespace vitrine::arena
