#include "lab/picture/raster.h"

#include <algorithm>
#include <cstdlib>

#include "lab/picture/font.h"

namespace vitrine::lab {

Raster::Raster(int width, int height, Ink paper)
    : width_(width),
      height_(height),
      pixels_(static_cast<std::size_t>(width) * static_cast<std::size_t>(height), paper) {}

void Raster::fill(int left, int top, int width, int height, Ink ink) {
  const int right = std::min(left + width, width_), bottom = std::min(top + height, height_);
  for (int y = std::max(top, 0); y < bottom; ++y)
    for (int x = std::max(left, 0); x < right; ++x) pixels_[place(x, y)] = ink;
}

void Raster::outline(int left, int top, int width, int height, Ink ink) {
  fill(left, top, width, 1, ink);
  fill(left, top + height - 1, width, 1, ink);
  fill(left, top, 1, height, ink);
  fill(left + width - 1, top, 1, height, ink);
}

// Bresenham's: the error says how far we are off the true line.
void Raster::line(int x0, int y0, int x1, int y1, Ink ink) {
  const int across = std::abs(x1 - x0), down = -std::abs(y1 - y0);
  const int step_x = x0 < x1 ? 1 : -1, step_y = y0 < y1 ? 1 : -1;
  for (int error = across + down;;) {
    fill(x0, y0, 1, 1, ink);
    if (x0 == x1 && y0 == y1) return;
    const int twice = 2 * error;
    if (twice >= down) error += down, x0 += step_x;
    if (twice <= across) error += across, y0 += step_y;
  }
}

void Raster::text(int left, int top, std::string_view text, Ink ink) {
  for (const char c : text) {
    const Glyph& glyph = glyph_of(c);
    for (int y = 0; y < kLetterHeight; ++y)
      for (int x = 0; x < 5; ++x)
        if (glyph[static_cast<std::size_t>(y)][static_cast<std::size_t>(x)] == '#')
          fill(left + x, top + y, 1, 1, ink);
    left += kLetterWidth;
  }
}

void Raster::centred_text(int middle, int top, std::string_view text, Ink ink) {
  this->text(middle - static_cast<int>(text.size()) * kLetterWidth / 2, top, text, ink);
}

}  // namespace vitrine::lab
