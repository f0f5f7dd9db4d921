#pragma once

// Which gaps Black may choose. In one round a player may not choose the same setup or its mirror image twice,
// and gaps directly opposite each other once at most.

#include <span>
#include <vector>

#include "pawnrace/position.h"

namespace vitrine::pawnrace {

inline constexpr int kSetups = 64;

[[nodiscard]] constexpr bool is_same_setup(Gaps a, Gaps b) { return a == b || a == b.mirrored(); }

// `chosen` are those of the same player in this round.
[[nodiscard]] constexpr bool is_allowed(Gaps gaps, std::span<const Gaps> chosen) {
  for (const Gaps earlier : chosen)
    if (is_same_setup(gaps, earlier) || (gaps.is_opposite() && earlier.is_opposite())) return false;
  return true;
}

// All 64, in the order aa, ab, ... hh; those still allowed.
[[nodiscard]] inline std::vector<Gaps> allowed_setups(std::span<const Gaps> chosen = {}) {
  std::vector<Gaps> setups;
  for (int i = 0; i < kSetups; ++i)
    if (const Gaps gaps{i / 8, i % 8}; is_allowed(gaps, chosen)) setups.push_back(gaps);
  return setups;
}

// Of a setup and its mirror image, the one with White's gap on files a to d.
[[nodiscard]] constexpr bool is_canonical(Gaps gaps) { return gaps.white < 4; }

}  // namespace vitrine::pawnrace
