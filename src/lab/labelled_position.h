#pragma once

// A position somebody has judged: how its game ended, and perhaps what an engine thought of it. One a line,
// as published collections write them:
//
//   FEN | 35 | 1.0            centipawns for White, and the result
//   FEN;0.5                   the result alone
//
// A result is 1-0, 0-1, 1/2-1/2 or the points of White: 1.0, 0.5, 0.0.

#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "chess/position.h"

namespace vitrine::lab {

struct LabelledPosition {
  chess::Position position;
  std::optional<int> centipawns;  // for White
  double result;                  // White's points
};

// The error says what is wrong with the line.
[[nodiscard]] base::Result<LabelledPosition, std::string> parse_labelled_position(std::string_view line);

}  // namespace vitrine::lab
