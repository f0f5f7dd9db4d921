#pragma once

// The lines a CECP engine sends, made from values.

#include <string>
#include <string_view>
#include <vector>

#include "chess/game.h"
#include "chess/position.h"
#include "engines/options.h"
#include "engines/report.h"

namespace vitrine::protocols::cecp {

// Castling squares say nothing once kings and rooks may start anywhere: Fischer's chess writes O-O.
enum class CastlingForm { king_squares, letters };

// "e2e4", "e7e8q"; castling "e1g1" or "O-O".
[[nodiscard]] std::string move_text(chess::Move move, CastlingForm form);

// A setting of the server's own: whether the engine may resign.
inline constexpr std::string_view kResignOption = "Resign";

// The answer to protover, ending in done=1. `name` is what GUIs show.
[[nodiscard]] std::vector<std::string> feature_lines(std::string_view name, const engines::Options& options);

// "1-0 {White mates}"
[[nodiscard]] std::string result_line(const chess::Outcome& outcome);

// Mates as ±(100000 + moves).
[[nodiscard]] int score_number(const engines::Score& score);

// "PLY SCORE TIME NODES SELDEPTH NPS TBHITS<tab>PV"; contract: the report has a score and is about `root`.
[[nodiscard]] std::string thinking_line(const engines::Report& report, const chess::Position& root);

// "stat01: TIME NODES PLY MOVES_LEFT MOVES MOVE"
[[nodiscard]] std::string status_line(const engines::Report& report, const chess::Position& root);

// Text from outside, fit to be sent back in an error message: not too long, and one line whatever it holds.
[[nodiscard]] std::string echo(std::string_view text);

}  // namespace vitrine::protocols::cecp
