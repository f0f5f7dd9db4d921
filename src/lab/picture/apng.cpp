#include "lab/picture/apng.h"

#include <zlib.h>

#include <algorithm>
#include <cassert>
#include <stdexcept>

namespace vitrine::lab {

namespace {

struct Area {
  int left;
  int top;
  int width;
  int height;
};

// PNG's numbers have the highest byte first.
void put16(std::string& bytes, std::uint32_t value) {
  bytes += static_cast<char>(value >> 8 & 255);
  bytes += static_cast<char>(value & 255);
}

void put32(std::string& bytes, std::uint32_t value) {
  put16(bytes, value >> 16);
  put16(bytes, value);
}

void put_size(std::string& bytes, int value) { put32(bytes, static_cast<std::uint32_t>(value)); }

// The smallest area that holds every difference; a pixel where there is none, as a frame can't be empty.
Area difference(const Raster& before, const Raster& after) {
  int left = after.width(), right = -1, top = after.height(), bottom = -1;
  for (int y = 0; y < after.height(); ++y)
    for (int x = 0; x < after.width(); ++x) {
      if (before.at(x, y) == after.at(x, y)) continue;
      left = std::min(left, x), right = std::max(right, x);
      top = std::min(top, y), bottom = std::max(bottom, y);
    }
  if (right < 0) return {0, 0, 1, 1};
  return {left, top, right - left + 1, bottom - top + 1};
}

std::string compressed(const Raster& picture, const Area& area) {
  std::string rows;
  for (int y = 0; y < area.height; ++y) {
    rows += '\0';  // no filter: palettes gain nothing by one
    for (int x = 0; x < area.width; ++x) rows += static_cast<char>(picture.at(area.left + x, area.top + y));
  }
  uLongf size = compressBound(rows.size());
  std::string packed(size, '\0');
  const int status = compress2(reinterpret_cast<Bytef*>(packed.data()), &size,
                               reinterpret_cast<const Bytef*>(rows.data()), rows.size(), Z_BEST_COMPRESSION);
  if (status != Z_OK) throw std::runtime_error("zlib can't compress a picture: out of memory?");
  packed.resize(size);
  return packed;
}

}  // namespace

ApngWriter::ApngWriter(int width, int height, std::span<const Rgb> palette, std::uint32_t frames)
    : file_("\x89PNG\r\n\x1a\n"), width_(width), height_(height), missing_(frames) {
  assert(!palette.empty() && palette.size() <= 256 && frames > 0);
  std::string header;
  put_size(header, width);
  put_size(header, height);
  header += {8, 3, 0, 0, 0};  // bits, palette, deflate, filters by row, not interlaced
  chunk("IHDR", header);
  std::string animation;
  put32(animation, frames);
  put32(animation, 0);  // again and again
  chunk("acTL", animation);
  std::string colours;
  for (const Rgb& colour : palette)
    for (const std::uint8_t part : {colour.red, colour.green, colour.blue})
      colours += static_cast<char>(part);
  chunk("PLTE", colours);
}

void ApngWriter::chunk(std::string_view type, std::string_view content) {
  put32(file_, static_cast<std::uint32_t>(content.size()));
  const std::size_t begin = file_.size();
  file_ += type;
  file_ += content;
  const auto* bytes = reinterpret_cast<const Bytef*>(file_.data() + begin);
  put32(file_, static_cast<std::uint32_t>(crc32(0, bytes, static_cast<uInt>(file_.size() - begin))));
}

void ApngWriter::add(const Raster& picture, std::chrono::milliseconds shown_for) {
  assert(missing_ > 0 && picture.width() == width_ && picture.height() == height_);
  const bool is_first = last_.empty();
  const Area area = is_first ? Area{0, 0, width_, height_} : difference(last_.front(), picture);
  std::string control;
  put32(control, sequence_++);
  for (const int number : {area.width, area.height, area.left, area.top}) put_size(control, number);
  put16(control, static_cast<std::uint32_t>(std::clamp<std::int64_t>(shown_for.count(), 0, 65'535)));
  put16(control, 1000);  // the delay's unit: a millisecond
  control += {0, 0};     // it stays for the next frame, and replaces what it covers
  chunk("fcTL", control);
  std::string data;
  if (!is_first) put32(data, sequence_++);
  data += compressed(picture, area);
  chunk(is_first ? "IDAT" : "fdAT", data);
  last_.assign(1, picture);
  --missing_;
}

std::string ApngWriter::finish() && {
  assert(missing_ == 0);
  chunk("IEND", "");
  return std::move(file_);
}

}  // namespace vitrine::lab
