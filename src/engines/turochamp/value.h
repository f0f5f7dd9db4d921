#pragma once

// What a position is worth to the machine: an exact fraction, because Turing lets position-play decide only
// among moves of equal value, and equal must mean equal.
//
// Source of everything in this folder that is called paper: A. M. Turing's typescript on chess (archive
// AMT/B/7), printed in B. V. Bowden (ed.), Faster Than Thought, 1953, chapter 25. docs/turochamp.md argues
// each reading.

#include <compare>
#include <cstdint>
#include <string>

#include "chess/position.h"
#include "engines/turochamp/rules.h"

namespace vitrine::engines::turochamp {

// Men on the board in half pawns, so that a bishop's 3½ is a whole number.
struct Material {
  int own = 0;
  int other = 0;
  bool operator==(const Material&) const = default;
};

// P 1, Kt 3, B 3½, R 5, Q 10: by chess::index(PieceType). The king is never exchanged.
inline constexpr std::array<int, 6> kHalfPawns = {2, 6, 7, 10, 20, 0};

[[nodiscard]] Material count_material(const chess::Position& pos, chess::Color own);

class Value {
 public:
  // Checkmate: a thousand, for or against the machine.
  [[nodiscard]] static constexpr Value mate(bool is_own_win, const Rules& rules = {}) {
    const bool is_beyond_material = rules.bare_king == BareKing::below_mate;
    return {is_own_win ? 1000 : -1000, 1, is_beyond_material ? (is_own_win ? 1 : -1) : 0};
  }
  [[nodiscard]] static constexpr Value level(const Rules& rules) {
    return {rules.material == MaterialRule::ratio ? 1 : 0, 1};
  }
  // W/B or W - B. The paper doesn't say what W/B is when B is nothing; see Rules::bare_king.
  [[nodiscard]] static Value of(Material material, const Rules& rules);

  // With so many tenths of a pawn added.
  [[nodiscard]] constexpr Value plus_tenths(int tenths) const {
    return {numerator_ * 10 + tenths * denominator_, denominator_ * 10, beyond_material_};
  }

  [[nodiscard]] double to_double() const {
    return static_cast<double>(numerator_) / static_cast<double>(denominator_);
  }
  // In lowest terms: "74/75", "1", "-1000".
  [[nodiscard]] std::string to_string() const;

  constexpr bool operator==(const Value& o) const { return (*this <=> o) == 0; }
  constexpr std::strong_ordering operator<=>(const Value& o) const {
    if (beyond_material_ != o.beyond_material_) return beyond_material_ <=> o.beyond_material_;
    return numerator_ * o.denominator_ <=> o.numerator_ * denominator_;
  }

 private:
  constexpr Value(std::int64_t numerator, std::int64_t denominator, int beyond_material = 0)
      : numerator_(numerator), denominator_(denominator), beyond_material_(beyond_material) {}
  std::int64_t numerator_;
  std::int64_t denominator_;  // positive
  int beyond_material_;       // 1: better than any material, -1: worse
};

// As others count, for reports. A ratio becomes the difference that it is with `total` half pawns on the
// board: exact while nothing is exchanged, and the better ratio is always the better score.
[[nodiscard]] int to_centipawns(const Value& value, Material on_board, const Rules& rules);

}  // namespace vitrine::engines::turochamp
