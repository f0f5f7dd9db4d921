#pragma once

// A played game as PGN, with the tags and comments that cutechess and fastchess write and other tools look
// for.

#include <string>
#include <string_view>

#include "arena/game_record.h"
#include "arena/settings.h"
#include "arena/time_control.h"

namespace vitrine::arena {

// What the record of a game does not know about it.
struct GameHeading {
  std::string event = {};
  std::string site = {};
  std::string round = {};  // "3" or "3.1"
  std::string white = {};
  std::string black = {};
  TimeControl white_time = {};
  TimeControl black_time = {};
};

// The text of one game and an empty line. Of the settings only the style is used.
[[nodiscard]] std::string to_pgn(const GameRecord& record, const GameHeading& heading,
                                 const PgnSettings& style);

// As PGN's Termination tag has it: "normal", "adjudication", "time forfeit", …
[[nodiscard]] std::string_view pgn_termination(GameEnd end);

}  // namespace vitrine::arena
