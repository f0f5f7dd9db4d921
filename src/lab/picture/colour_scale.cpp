#include "lab/picture/colour_scale.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace vitrine::lab {

namespace {

constexpr int kMiddle = kColourLevels / 2;

// From zero outwards.
constexpr std::array<Rgb, 4> kBelow = {Rgb{248, 247, 244}, {171, 205, 230}, {74, 135, 190}, {20, 62, 120}};
constexpr std::array<Rgb, 4> kAbove = {Rgb{248, 247, 244}, {248, 200, 140}, {222, 115, 38}, {130, 45, 8}};

std::uint8_t between(std::uint8_t from, std::uint8_t to, double share) {
  return static_cast<std::uint8_t>(std::lround(from + (to - from) * share));
}

}  // namespace

int colour_level(double share) {
  if (std::isnan(share)) return kMiddle;
  return kMiddle + static_cast<int>(std::lround(std::clamp(share, -1.0, 1.0) * kMiddle));
}

Rgb colour_of_level(int level) {
  const auto& stops = level < kMiddle ? kBelow : kAbove;
  const double place = std::abs(level - kMiddle) * 3.0 / kMiddle;
  const auto first = static_cast<std::size_t>(std::min(2.0, std::floor(place)));
  const double share = place - static_cast<double>(first);
  const Rgb a = stops[first], b = stops[first + 1];
  return {between(a.red, b.red, share), between(a.green, b.green, share), between(a.blue, b.blue, share)};
}

std::string to_hex(Rgb colour) {
  constexpr const char* kDigits = "0123456789abcdef";
  std::string text = "#";
  for (const std::uint8_t part : {colour.red, colour.green, colour.blue}) {
    text += kDigits[part >> 4];
    text += kDigits[part & 15];
  }
  return text;
}

}  // namespace vitrine::lab
