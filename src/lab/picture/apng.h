#pragma once

// Pictures in a palette of colours as a PNG file that moves: APNG, as of the third edition of the PNG
// specification. A program that knows only plain PNG shows the first picture.

#include <chrono>
#include <span>
#include <string>
#include <vector>

#include "lab/picture/colour_scale.h"
#include "lab/picture/raster.h"

namespace vitrine::lab {

class ApngWriter {
 public:
  // `frames`: how many will be added. Contract: 1 to 256 colours, at least one frame.
  ApngWriter(int width, int height, std::span<const Rgb> palette, std::uint32_t frames);

  // Contract: of that size, inks in the palette, not more than promised. Only what differs from the picture
  // before is written.
  void add(const Raster& picture, std::chrono::milliseconds shown_for);
  // The whole file. Contract: all frames were added.
  [[nodiscard]] std::string finish() &&;

 private:
  void chunk(std::string_view type, std::string_view content);

  std::string file_;
  int width_;
  int height_;
  std::uint32_t missing_;
  std::uint32_t sequence_ = 0;
  std::vector<Raster> last_;  // none or one
};

}  // namespace vitrine::lab
