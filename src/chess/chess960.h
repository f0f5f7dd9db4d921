#pragma once

// The 960 arrays of Fischer's chess by their usual numbers (Scharnagl's scheme): 518 is ordinary chess.

#include "chess/setup.h"

namespace vitrine::chess {

inline constexpr int kChess960Arrays = 960;
inline constexpr int kOrdinaryArray = 518;

// Contract: 0 <= number < 960.
[[nodiscard]] Setup chess960_setup(int number);

}  // namespace vitrine::chess
