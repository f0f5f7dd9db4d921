#pragma once

// Six hundred balanced openings of eight moves, so that a match needs no file. How they were chosen, and from
// what: scripts/select_openings.py.

#include <span>
#include <string_view>

namespace vitrine::arena {

struct BuiltinOpening {
  std::string_view name;   // "A07 King's Indian Attack"
  std::string_view moves;  // UCI, from the initial position
};

[[nodiscard]] std::span<const BuiltinOpening> builtin_openings();

}  // namespace vitrine::arena
