#pragma once

// What `vitrine perft` prints of one count, as text and as JSON.

#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "chess/position.h"
#include "cli/perft_counter.h"

namespace vitrine::cli {

// The root moves as UCI writes them, in the order of their texts. Castling is king takes rook if the flag
// says so or the position can't be ordinary chess.
[[nodiscard]] std::vector<std::pair<std::string, std::uint64_t>> divide_of(const chess::Position& pos,
                                                                           const chess::PerftResult& result,
                                                                           bool chess960);

// fen, depth, nodes, seconds, nps, complete.
[[nodiscard]] nlohmann::ordered_json to_json(const chess::Position& pos, int depth, const TimedPerft& timed);
[[nodiscard]] nlohmann::ordered_json divide_to_json(const chess::Position& pos,
                                                    const chess::PerftResult& result, bool chess960);

}  // namespace vitrine::cli
