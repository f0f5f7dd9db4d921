#pragma once

// The commands that are not in the protocol but that everybody who works on an engine types: what they print.

#include <string>
#include <string_view>
#include <vector>

#include "chess/perft.h"
#include "chess/position.h"
#include "notation/uci_move.h"

namespace vitrine::protocols {

// `d`: the board with letters, then the FEN, the Zobrist key and the men that give check.
[[nodiscard]] std::vector<std::string> describe_position(const chess::Position& pos);
// `go perft`: a line for each move in the order of their texts, an empty one, and the sum.
[[nodiscard]] std::vector<std::string> describe_perft(const chess::PerftResult& result,
                                                      notation::CastlingText style);
// `help`.
[[nodiscard]] std::vector<std::string> describe_commands();

// `flip`: the board seen from the other side, the colours exchanged. Worth the same for the side to move.
[[nodiscard]] chess::Position flipped(const chess::Position& pos);

}  // namespace vitrine::protocols
