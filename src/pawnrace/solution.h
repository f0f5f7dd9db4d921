#pragma once

// The game solved: the value of each of the 64 starts, how long it lasts under best play, and one best line.
// `vitrine pawnrace solve --all` finds them anew, `vitrine pawnrace verify` checks them (docs/pawnrace.md).

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pawnrace/position.h"
#include "pawnrace/solver.h"

namespace vitrine::pawnrace {

struct SolvedStart {
  Gaps gaps;
  Value value;  // for White
  std::vector<std::string> line;
};

[[nodiscard]] SolvedStart solved_start(Gaps gaps);

// What Black should choose of the setups that are still allowed: the best outcome first, then the soonest win
// or the latest loss. Contract: some setup is allowed.
[[nodiscard]] Gaps best_setup_for_black(std::span<const Gaps> chosen);

}  // namespace vitrine::pawnrace
