#pragma once

// Letters of 5 by 7 pixels, drawn as they look: # is ink.

#include <array>
#include <string_view>

namespace vitrine::lab {

using Glyph = std::array<std::string_view, 7>;

// a to z (capitals look the same), digits, space and . , : ; + - = / ( ) % _; a box for anything else.
[[nodiscard]] const Glyph& glyph_of(char c);

}  // namespace vitrine::lab
