#pragma once

// The curves of the time simulator as one picture: a panel for each clock, a line for each rule.

#include <span>
#include <string>

#include "lab/time_lab.h"

namespace vitrine::lab {

// SVG that needs nothing else: the time allotted, in seconds, over the number of the move.
[[nodiscard]] std::string to_svg(std::span<const TimeCurve> curves);

}  // namespace vitrine::lab
