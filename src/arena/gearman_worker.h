#pragma once

// Plays the pairs of any tournament whose process uses the same Gearman server: see gearman_queue.h.
//
// A worker does what the server tells it, and anybody who reaches the server can tell it something. So it
// plays the exhibits of this program, and runs other programs only if its owner allows them by name.

#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "arena/gearman.h"
#include "arena/player.h"

namespace vitrine::arena {

struct GearmanWorkerSettings {
  GearmanAddress server;
  int concurrency = 1;
  std::vector<std::string> allowed = {};  // programs, as a player's command begins
  bool allows_any = false;
  Tell tell_problem = {};
  Tell tell_pair = {};  // each pair that was played
};

// Engines that may think so long about a move without a clock.
using EngineFactoryMaker = std::function<EngineFactory(Milliseconds longest_move)>;

// Until somebody asks to stop. What is being played is then given back to the server. The server need not be
// there yet, and may go and come back.
void run_gearman_worker(const GearmanWorkerSettings& settings, const EngineFactoryMaker& make_factory,
                        std::stop_token stop);

}  // namespace vitrine::arena
