#pragma once

// What a UCI engine says, as lines of text without their ends. Pure: the server decides what is sent and
// when.

#include <optional>
#include <string>
#include <string_view>

#include "engines/engine.h"
#include "engines/options.h"
#include "engines/report.h"
#include "notation/uci_move.h"

namespace vitrine::protocols {

struct UciStyle {
  notation::CastlingText castling = notation::CastlingText::standard;
  bool shows_chances = false;  // UCI_ShowWDL
};

// "cp 35", "mate -3", "cp 12 lowerbound wdl 300 500 200".
[[nodiscard]] std::string to_uci(const engines::Score& score, const UciStyle& style = {});

// Everything of the report but its text, in Stockfish's order:
// "info depth 7 seldepth 11 multipv 1 score cp 35 nodes 1234 nps 99999 hashfull 12 tbhits 0 time 12 pv e2e4
// e7e5".
[[nodiscard]] std::string info_line(const engines::Report& report, const UciStyle& style = {});
// "info string …", in one line whatever the text holds.
[[nodiscard]] std::string info_string(std::string_view text);

// "bestmove e2e4 ponder e7e5", or "bestmove (none)".
[[nodiscard]] std::string bestmove_line(const engines::Choice& choice, const UciStyle& style = {});

// "option name Hash type spin default 16 min 1 max 1024": the present value is given as the default.
[[nodiscard]] std::string option_line(const engines::Option& option);

}  // namespace vitrine::protocols
