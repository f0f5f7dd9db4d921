#pragma once

// The paper machine at the board: assesses its moves, tells what it thinks, and chooses.

#include <cstdint>

#include "engines/engine.h"
#include "engines/turochamp/rules.h"
#include "engines/turochamp/watch.h"

namespace vitrine::engines::turochamp {

// `seed` decides among equals where the rules say so. Contract: there is a legal move.
[[nodiscard]] Choice think_on_paper(const chess::Game& game, const Limits& limits, const Rules& rules,
                                    std::uint64_t seed, Watch& watch, const Listener& on_report);

}  // namespace vitrine::engines::turochamp
