#pragma once

// Endings that a sum of terms misjudges. Where one side has only its king, the result is known or the way to
// it is: those have values of their own. Elsewhere an advantage may be hard to win with, so the endgame value
// is scaled down.

#include <optional>

#include "chess/position.h"

namespace vitrine::eval::classical {

inline constexpr int kFullScale = 64;
// Values from here on mean a known win; all are below 20,000.
inline constexpr int kKnownWin = 3'000;

namespace detail {

[[nodiscard]] std::optional<int> value_against_bare_king(const chess::Position& pos, chess::Color strong);

}  // namespace detail

// For the side to move; nothing where the ordinary terms should judge.
[[nodiscard]] inline std::optional<int> known_value(const chess::Position& pos) {
  using enum chess::Color;
  if (!pos.pieces(black).has_several()) return detail::value_against_bare_king(pos, white);
  if (!pos.pieces(white).has_several()) return detail::value_against_bare_king(pos, black);
  return {};
}

// How much of its endgame value an advantage of `strong` keeps, of kFullScale.
[[nodiscard]] int drawish_scale(const chess::Position& pos, chess::Color strong,
                                chess::Bitboard strong_passed);

// Whether an advantage of `strong` is worth nothing: too little to win with, or the wrong corner.
[[nodiscard]] inline bool is_dead_draw(const chess::Position& pos, chess::Color strong) {
  constexpr int kMostMen = 6;  // more are rarely so clear, and this is asked at every evaluation
  return pos.occupied().count() <= kMostMen && drawish_scale(pos, strong, chess::Bitboard()) == 0;
}

}  // namespace vitrine::eval::classical
