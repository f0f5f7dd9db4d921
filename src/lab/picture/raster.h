#pragma once

// A small picture of pixels in a few colours, with what our animations need: rectangles, straight lines, and
// text in letters of 5 by 7 pixels.

#include <cstdint>
#include <string_view>
#include <vector>

namespace vitrine::lab {

// The number of a colour in a palette.
using Ink = std::uint8_t;

class Raster {
 public:
  // All of it in one colour.
  Raster(int width, int height, Ink paper);

  [[nodiscard]] int width() const { return width_; }
  [[nodiscard]] int height() const { return height_; }
  // Contract: within the picture.
  [[nodiscard]] Ink at(int x, int y) const { return pixels_[place(x, y)]; }

  // What lies outside is cut off.
  void fill(int left, int top, int width, int height, Ink ink);
  void outline(int left, int top, int width, int height, Ink ink);
  void line(int x0, int y0, int x1, int y1, Ink ink);
  // The letters' upper left corner. Capitals look like small letters; signs that the font lacks are a box.
  void text(int left, int top, std::string_view text, Ink ink);
  void centred_text(int middle, int top, std::string_view text, Ink ink);

  bool operator==(const Raster&) const = default;

 private:
  [[nodiscard]] std::size_t place(int x, int y) const {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) + static_cast<std::size_t>(x);
  }

  int width_;
  int height_;
  std::vector<Ink> pixels_;
};

inline constexpr int kLetterWidth = 6;  // with the gap after it
inline constexpr int kLetterHeight = 7;

}  // namespace vitrine::lab
