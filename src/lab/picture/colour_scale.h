#pragma once

// From numbers to colours: blue below zero, nearly white at it, orange above. The colour-blind can tell the
// two sides apart.

#include <cstdint>
#include <string>

namespace vitrine::lab {

struct Rgb {
  std::uint8_t red;
  std::uint8_t green;
  std::uint8_t blue;
  bool operator==(const Rgb&) const = default;
};

// Colours come in steps, so that a picture needs only so many: level 0 is -1 and below, the middle one 0, the
// last 1 and above.
inline constexpr int kColourLevels = 61;
[[nodiscard]] int colour_level(double share);
// Contract: 0 <= level < kColourLevels.
[[nodiscard]] Rgb colour_of_level(int level);

// "#rrggbb"
[[nodiscard]] std::string to_hex(Rgb colour);

}  // namespace vitrine::lab
