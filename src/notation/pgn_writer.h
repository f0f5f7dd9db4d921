#pragma once

// PGN in the standard's export format: one way to write each game. Seven tags in their order, the rest
// sorted, lines under 80 columns, UTF-8 with plain newlines. Whatever the names and comments of a game
// hold, the text reads back as that game.

#include <ostream>
#include <string>

#include "notation/pgn_game.h"

namespace vitrine::notation {

// The game and an empty line. Contract: the moves of the tree are legal where they stand.
[[nodiscard]] std::string to_pgn(const PgnGame& game);
// Throws std::system_error if the stream doesn't take it.
void write_game(std::ostream& out, const PgnGame& game);

// Whether castling from here can't be told by the rules of ordinary chess: PGN then names the variant.
[[nodiscard]] bool is_chess960(const chess::Position& pos);

}  // namespace vitrine::notation
