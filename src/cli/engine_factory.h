#pragma once

// Makes the engine of a tournament's player: an exhibit of ours, or a program of others.

#include "arena/player.h"

namespace vitrine::cli {

// `longest_move`: how long a program may think about a move without a clock.
[[nodiscard]] arena::EngineFactory make_engine_factory(arena::Milliseconds longest_move);

}  // namespace vitrine::cli
