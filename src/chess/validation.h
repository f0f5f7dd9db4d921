#pragma once

// The tests that a setup must pass to become a position. Those that need attacks are in position.cpp.

#include <array>
#include <optional>

#include "chess/setup.h"

namespace vitrine::chess {

// The men of a setup as sets of squares, gathered in one pass.
struct Men {
  explicit Men(const Setup& setup);
  std::array<std::array<Bitboard, 6>, 2> by_kind = {};  // colour, type
  std::array<Bitboard, 2> by_color = {};

  [[nodiscard]] Bitboard pieces(Color color, PieceType type) const {
    return by_kind[index(color)][index(type)];
  }
  [[nodiscard]] Bitboard pieces(Color color) const { return by_color[index(color)]; }
};

// What the men themselves break: kings, numbers, pawns on back ranks.
[[nodiscard]] std::optional<PositionError> find_error_in_men(const Men& men);
// Contract: each side has one king.
[[nodiscard]] std::optional<PositionError> find_error_in_castling(const Setup& setup, const Men& men,
                                                                  Unreachable rule);
[[nodiscard]] std::optional<PositionError> find_error_in_en_passant(const Setup& setup);
[[nodiscard]] std::optional<PositionError> find_error_in_counters(const Setup& setup);

}  // namespace vitrine::chess
