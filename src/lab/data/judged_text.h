#pragma once

// Judged positions as people write them, a line or a JSON object each:
//
//   FEN | 35 | 1.0                     centipawns and the result; either may be missing: FEN | 35, FEN;0.5
//   FEN,+35                            CSV; a third field may be the result
//   FEN ce 35; c9 "1-0";               EPD: centipawns for the side to move
//   {"fen": FEN, "eval": 0.35}         JSON; also "cp", "mate", "result", and lichess's "evals"
//
// A result is 1-0, 0-1, 1/2-1/2, the points of White (1, 0.5, 0), or * where nobody knows. An evaluation is a
// number or a mate: #3, #-3, M3, -M3 count moves.

#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "chess/position.h"
#include "lab/data/packed_position.h"

namespace vitrine::lab {

enum class Unit { centipawns, pawns };
enum class PointOfView { white, mover };

struct TextHabits {
  std::optional<Unit> unit = {};  // nothing: pawns in JSON's "eval", centipawns elsewhere
  PointOfView view = PointOfView::white;
};

struct JudgedPosition {
  chess::Position position;
  Judgement judgement;
};

// A mate as centipawns: 30,000 less the moves to it.
[[nodiscard]] int mate_to_centipawns(long long moves);

// "+0.35", "#-3"; the error says why it is none: no number, not finite, out of range.
[[nodiscard]] base::Result<int, std::string> parse_evaluation(std::string_view text, Unit unit);
[[nodiscard]] std::optional<GameResult> parse_game_result(std::string_view text);

// Nothing: a line that holds no position, such as an empty one, a comment (#) or the heading of a CSV file.
[[nodiscard]] base::Result<std::optional<JudgedPosition>, std::string> parse_judged_line(
    std::string_view line, const TextHabits& habits);
[[nodiscard]] base::Result<JudgedPosition, std::string> parse_judged_json(std::string_view object,
                                                                          const TextHabits& habits);

// FEN | 35 | 1-0, to be read by the first. Without an evaluation FEN;1-0.
[[nodiscard]] std::string to_judged_line(const chess::Position& pos, const Judgement& judgement);

}  // namespace vitrine::lab
