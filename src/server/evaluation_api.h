#pragma once

// POST /api/evaluation: what a position is worth, term by term and square by square, and what the network
// makes of it; the same as `vitrine eval --network --json` tells.

#include "server/fields.h"

namespace vitrine::server {

// {"fen", "model"?}; "piece-square" is answered by the flagship's own tables, as a browser names no file.
// Throws ApiError.
[[nodiscard]] Json answer_evaluation(const Json& request);

}  // namespace vitrine::server
