#pragma once

// From the words of `go` to the limits of a search: what runners send that can't be meant literally (a clock
// at or below zero, no depth at all, one side's clock only) becomes something an engine can obey.

#include <string>
#include <vector>

#include "chess/position.h"
#include "engines/limits.h"
#include "protocols/uci_command.h"

namespace vitrine::protocols {

struct SearchPlan {
  engines::Limits limits;
  std::vector<std::string> problems;  // what was ignored and why, one sentence each
};

// A command of which nothing usable is left must not search for ever: it gets this long.
inline constexpr engines::Milliseconds kSafeMoveTime{1000};

[[nodiscard]] SearchPlan plan_search(const uci::Go& go, const chess::Position& pos);

}  // namespace vitrine::protocols
