#pragma once

// Weights on paper: as the data that eval/classical/weights.cpp includes, and as a tuner's state that a later
// run goes on from.

#include <string>
#include <string_view>

#include "base/result.h"
#include "eval/classical/weights.h"
#include "lab/texel.h"

namespace vitrine::lab {

// The text of src/eval/classical/weights.inc; each line of `provenance` becomes a comment above it.
[[nodiscard]] std::string to_inc_text(const eval::classical::Weights& weights, std::string_view provenance);

// Reads back as an equal state. The numbers are written in full, by the names of their weights.
[[nodiscard]] std::string to_text(const TexelState& state);
// The error says what is wrong and where.
[[nodiscard]] base::Result<TexelState, std::string> parse_texel_state(std::string_view text);

}  // namespace vitrine::lab
