#pragma once

// The boards of a whole training as an animated PNG, for where SVG isn't shown.

#include <chrono>
#include <optional>
#include <string>

#include "lab/picture/heat_boards.h"
#include "lab/picture/history.h"

namespace vitrine::lab {

// The bytes of the file. The last step stays for a while. Contract: there is at least one step.
[[nodiscard]] std::string animated_png(const History& history, const std::string& title,
                                       std::chrono::milliseconds per_step,
                                       std::optional<chess::Square> king = {});

}  // namespace vitrine::lab
