#pragma once

// How the challenger spends its clock: a fixed share of the time it started with, a larger one once men have
// left the board, plus the increment; when that would be half of what is left, a quarter of what is left.

#include <optional>

#include "engines/limits.h"

namespace vitrine::engines::challenger {

// The rule's own numbers; the lab draws what others would do.
struct TimeCoefficients {
  double opening_share = 0.01;  // of the starting time, while more than `many_men` are on the board
  double later_share = 0.05;
  int many_men = 20;
};

struct TimeLeft {
  Milliseconds starting = {};
  Milliseconds remaining = {};
  Milliseconds increment = {};
  std::optional<int> moves_to_go = {};
};

// Never more than a fair share where moves are to be made before a time control, and never the last 20 ms.
[[nodiscard]] Milliseconds time_for_move(const TimeLeft& left, int men_on_board,
                                         const TimeCoefficients& coefficients = {});

}  // namespace vitrine::engines::challenger
