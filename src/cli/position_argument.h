#pragma once

// A position given on the command line as FEN.

#include <optional>
#include <string>
#include <string_view>

#include "chess/position.h"

namespace vitrine::cli {

// Reads what people type (FenMode::lenient) and notes on standard error which rights had to be ignored.
// Throws UsageError, with the text and a mark under the place.
[[nodiscard]] chess::Position parse_position_argument(std::string_view option, std::string_view fen,
                                                      chess::Unreachable rule = chess::Unreachable::refused);

// Why lenient reading ignores a castling right or the en-passant square of this text; nothing if it doesn't.
[[nodiscard]] std::optional<std::string> find_ignored_right(std::string_view fen);

}  // namespace vitrine::cli
