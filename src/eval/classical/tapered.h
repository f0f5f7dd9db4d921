#pragma once

// A value that changes as men leave the board: one number for the middlegame, one for the endgame. Both sit
// in one 32-bit word, so that adding two of them, or taking one several times, is a single instruction.

#include <cstdint>

namespace vitrine::eval::classical {

class Tapered {
 public:
  constexpr Tapered() = default;
  // Contract: both fit into 16 bits, here and in every sum.
  constexpr Tapered(int middlegame, int endgame) : both_(endgame * 65536 + middlegame) {}

  [[nodiscard]] constexpr int middlegame() const { return static_cast<std::int16_t>(both_ & 0xFFFF); }
  // A negative middlegame has borrowed one from the upper half.
  [[nodiscard]] constexpr int endgame() const { return static_cast<std::int16_t>((both_ + 0x8000) >> 16); }

  constexpr Tapered operator+(Tapered o) const { return Tapered(both_ + o.both_); }
  constexpr Tapered operator-(Tapered o) const { return Tapered(both_ - o.both_); }
  constexpr Tapered operator-() const { return Tapered(-both_); }
  constexpr Tapered operator*(int times) const { return Tapered(both_ * times); }
  constexpr Tapered& operator+=(Tapered o) { return both_ += o.both_, *this; }
  constexpr Tapered& operator-=(Tapered o) { return both_ -= o.both_, *this; }
  constexpr bool operator==(const Tapered&) const = default;

 private:
  constexpr explicit Tapered(std::int32_t both) : both_(both) {}
  std::int32_t both_ = 0;
};

static_assert(Tapered(-7, 9).middlegame() == -7 && Tapered(-7, 9).endgame() == 9);
static_assert((Tapered(-7, -9) * 3 + Tapered(1, -1)) == Tapered(-20, -28));

}  // namespace vitrine::eval::classical
