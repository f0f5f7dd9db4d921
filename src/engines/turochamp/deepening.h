#pragma once

// The reconstruction at the board: searches one ply deeper each time, until the depth is reached or time is
// up.

#include "engines/engine.h"
#include "engines/turochamp/watch.h"

namespace vitrine::engines::turochamp {

// Contract: there is a legal move; 1 <= last_depth <= kMaxDepth.
[[nodiscard]] Choice deepen(const chess::Game& game, const Limits& limits, int last_depth,
                            int material_weight, Watch& watch, const Listener& on_report);

}  // namespace vitrine::engines::turochamp
