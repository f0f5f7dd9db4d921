#pragma once

// The text files openings come from, read whole. The first bad line is an error that names it.

#include <optional>
#include <string>
#include <vector>

#include "arena/opening.h"
#include "arena/opening_book.h"
#include "base/result.h"

namespace vitrine::arena {

using OpeningList = base::Result<std::vector<Opening>, OpeningBookError>;

// One EPD or FEN a line; empty lines and lines that begin with '#' are passed over. Both throw
// std::system_error if the file can't be read.
[[nodiscard]] OpeningList read_epd_openings(const std::string& path);
// The main line of each game, so many plies of it at most.
[[nodiscard]] OpeningList read_pgn_openings(const std::string& path, std::optional<int> plies);

}  // namespace vitrine::arena
