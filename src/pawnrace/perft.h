#pragma once

// The number of lines of so many plies: the usual test of move generation. Lines that end earlier don't
// count.

#include <cstdint>

#include "pawnrace/position.h"

namespace vitrine::pawnrace {

// Contract: depth >= 0.
[[nodiscard]] std::uint64_t perft(const Position& pos, int depth);

}  // namespace vitrine::pawnrace
