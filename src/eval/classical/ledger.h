#pragma once

// The evaluation doesn't sum: it tells a ledger each thing it sees, and who needs more than the sum brings
// another ledger. A search brings the one below, which compiles to plain additions; `vitrine eval` and the
// tuner bring theirs (breakdown.cpp, lab/coefficients.cpp). A ledger has these functions:
//
//   add<us>(term, weight, count)           a tapered weight for `us`, so many times
//   add<us>(term, square, weight, count)   the same, earned by the man on that square
//   endanger<us>(weight, count)            a danger to the king of `us`
//   complicate(weight, count)              makes an endgame harder (or, below zero, easier) to draw
//   sums()                                 a SumLedger with all of it

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

#include "chess/color.h"
#include "chess/square.h"
#include "eval/classical/tapered.h"

namespace vitrine::eval::classical {

enum class Term : std::uint8_t {
  material,
  squares,
  imbalance,
  mobility,
  pawns,
  passed,
  minors,
  majors,
  king,
  danger,
  threats,
  space,
  complexity,
  tempo,
};
inline constexpr std::array<std::string_view, 14> kTermNames = {
    "material", "squares", "imbalance", "mobility", "pawns", "passed",     "minors",
    "majors",   "king",    "danger",    "threats",  "space", "complexity", "tempo"};

class SumLedger {
 public:
  SumLedger() = default;
  explicit SumLedger(Tapered start) : value_(start) {}

  template <chess::Color us>
  void add(Term, const Tapered& weight, int count = 1) {
    if constexpr (us == chess::Color::white)
      value_ += weight * count;
    else
      value_ -= weight * count;
  }
  template <chess::Color us>
  void add(Term term, chess::Square, const Tapered& weight, int count = 1) {
    add<us>(term, weight, count);
  }
  template <chess::Color us>
  void endanger(const int& weight, int count = 1) {
    danger_[index(us)] += weight * count;
  }
  void complicate(const int& weight, int count = 1) { complexity_ += weight * count; }

  void merge(const SumLedger& other) {
    value_ += other.value_;
    danger_[0] += other.danger_[0];
    danger_[1] += other.danger_[1];
    complexity_ += other.complexity_;
  }

  [[nodiscard]] const SumLedger& sums() const { return *this; }
  [[nodiscard]] Tapered value() const { return value_; }  // White's minus Black's, without what follows
  [[nodiscard]] int danger(chess::Color color) const { return danger_[index(color)]; }
  [[nodiscard]] int complexity() const { return complexity_; }

 private:
  Tapered value_;
  std::array<int, 2> danger_ = {0, 0};
  int complexity_ = 0;
};

// What a king in so much danger costs his side: attackers help each other, so it grows with the square. No
// danger is worth nothing, however safe he is.
inline constexpr int kMaxDanger = 4000;
inline constexpr int kDangerSquareShare = 4096;
inline constexpr int kDangerEndgameShare = 16;
[[nodiscard]] constexpr Tapered danger_cost(int danger) {
  const int d = std::clamp(danger, 0, kMaxDanger);
  return {d * d / kDangerSquareShare, d / kDangerEndgameShare};
}

// How far complexity moves an endgame value: never beyond zero.
[[nodiscard]] constexpr int complexity_shift(int endgame, int complexity) {
  if (endgame > 0) return std::max(complexity, -endgame);
  if (endgame < 0) return -std::max(complexity, endgame);
  return 0;
}

}  // namespace vitrine::eval::classical
