#pragma once

// The boards of a model as one SVG picture; and those of a whole training as one that moves by itself
// wherever SVG is shown, a README included.

#include <optional>
#include <string>

#include "lab/picture/heat_boards.h"
#include "lab/picture/history.h"

namespace vitrine::lab {

struct PictureText {
  std::string title;
  std::string caption = {};  // a smaller line under it; long ones are cut
};

[[nodiscard]] std::string boards_svg(const HeatRows& rows, const PictureText& text);

// Contract: there is at least one step.
[[nodiscard]] std::string animated_svg(const History& history, const PictureText& text,
                                       double seconds_per_step, std::optional<chess::Square> king = {});

}  // namespace vitrine::lab
