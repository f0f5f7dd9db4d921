#pragma once

// The arithmetic of networks, on whatever vector unit the machine has; the same numbers on all of them.

#include <cstdint>
#include <span>

namespace vitrine::eval::nnue {

// to = from + the added rows - the removed rows; all of them as wide as `to`, a multiple of 32 and aligned to
// 64 bytes. `from` and `to` may be the same.
void accumulate(std::span<const std::int16_t> from, std::span<const std::int16_t* const> added,
                std::span<const std::int16_t* const> removed, std::span<std::int16_t> to);

// The sum of weight * clamp(value, 0, most)^2. Contract: as network.h promises of a network's weights.
[[nodiscard]] std::int32_t weigh(std::span<const std::int16_t> values, std::span<const std::int16_t> weights,
                                 std::int16_t most);

}  // namespace vitrine::eval::nnue
