#pragma once

// The signature of an engine: the nodes it needs for a fixed depth in fixed positions. The same number means
// the same search, so a change that should only make it faster can be seen not to change it.

#include <cstdint>
#include <stop_token>

#include "engines/engine.h"
#include "protocols/line_sink.h"

namespace vitrine::protocols {

// Starts a new game before each position, prints a line for each and the sum at the end ("Nodes searched  :
// N"). Stops between moves and within them. Returns the nodes.
std::uint64_t run_bench(engines::Engine& engine, int depth, LineSink& out, const std::stop_token& stop);

}  // namespace vitrine::protocols
