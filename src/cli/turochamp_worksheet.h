#pragma once

// The worksheet of the paper machine as text and as JSON.

#include <nlohmann/json.hpp>
#include <string>

#include "chess/game.h"
#include "engines/turochamp/worksheet.h"

namespace vitrine::cli {

// All moves in one table: value, position-play and the line that shows the value.
[[nodiscard]] std::string worksheet_table(const chess::Game& game,
                                          const engines::turochamp::Worksheet& sheet);

// One move in full: each man's numbers, and every line considered.
[[nodiscard]] std::string worksheet_move(const chess::Game& game,
                                         const engines::turochamp::WorksheetMove& move,
                                         const engines::turochamp::Rules& rules);

[[nodiscard]] nlohmann::ordered_json worksheet_json(const chess::Game& game,
                                                    const engines::turochamp::Worksheet& sheet,
                                                    const engines::turochamp::Rules& rules);

}  // namespace vitrine::cli
