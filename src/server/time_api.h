#pragma once

// POST /api/time: the time simulator's curves, for an average game or for one of a PGN; the same as
// `vitrine time` tells.

#include "server/fields.h"

namespace vitrine::server {

// {"rules", "clocks"?, "moves"?, "pgn"?, "game"?, "side"?}. Throws ApiError.
[[nodiscard]] Json answer_time(const Json& request);

}  // namespace vitrine::server
