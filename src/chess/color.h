#pragma once

// The two sides, and the wing on which a king castles.

#include <cstdint>
#include <iosfwd>
#include <string_view>

namespace vitrine::chess {

enum class Color : std::uint8_t { white, black };

[[nodiscard]] constexpr Color operator!(Color color) {
  return color == Color::white ? Color::black : Color::white;
}
[[nodiscard]] constexpr int index(Color color) { return static_cast<int>(color); }

[[nodiscard]] constexpr std::string_view to_string(Color color) {
  return color == Color::white ? "white" : "black";
}
std::ostream& operator<<(std::ostream& out, Color color);

enum class Wing : std::uint8_t { king_side, queen_side };

}  // namespace vitrine::chess
