#include "lab/picture/apng.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <array>
#include <string>
#include <vector>

namespace vitrine::lab {
namespace {

using namespace std::chrono_literals;

struct Chunk {
  std::string type;
  std::string content;
};

std::uint32_t number(std::string_view bytes, std::size_t at) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < 4; ++i) value = value << 8 | static_cast<unsigned char>(bytes[at + i]);
  return value;
}

std::vector<Chunk> chunks_of(const std::string& file) {
  EXPECT_EQ(file.substr(0, 8), "\x89PNG\r\n\x1a\n");
  std::vector<Chunk> chunks;
  for (std::size_t at = 8; at < file.size();) {
    const std::uint32_t size = number(file, at);
    chunks.push_back({file.substr(at + 4, 4), file.substr(at + 8, size)});
    const auto* bytes = reinterpret_cast<const Bytef*>(file.data() + at + 4);
    EXPECT_EQ(number(file, at + 8 + size), crc32(0, bytes, size + 4)) << chunks.back().type;
    at += 12 + size;
  }
  return chunks;
}

std::string inflated(std::string_view packed, std::size_t size) {
  std::string bytes(size, '\0');
  uLongf got = size;
  EXPECT_EQ(uncompress(reinterpret_cast<Bytef*>(bytes.data()), &got,
                       reinterpret_cast<const Bytef*>(packed.data()), packed.size()),
            Z_OK);
  EXPECT_EQ(got, size);
  return bytes;
}

TEST(Apng, SecondFrameHoldsOnlyWhatChanged) {
  const std::array<Rgb, 2> palette = {Rgb{255, 255, 255}, {0, 10, 20}};
  ApngWriter writer(4, 3, palette, 3);
  Raster picture(4, 3, 0);
  writer.add(picture, 200ms);
  picture.fill(1, 1, 2, 1, 1);
  writer.add(picture, 100ms);
  writer.add(picture, 1s);  // nothing changed
  const auto chunks = chunks_of(std::move(writer).finish());

  std::string order;
  for (const Chunk& chunk : chunks) order += chunk.type + " ";
  EXPECT_EQ(order, "IHDR acTL PLTE fcTL IDAT fcTL fdAT fcTL fdAT IEND ");
  EXPECT_EQ(chunks[0].content, std::string("\0\0\0\4\0\0\0\3\10\3\0\0\0", 13));
  EXPECT_EQ(chunks[1].content, std::string("\0\0\0\3\0\0\0\0", 8));
  EXPECT_EQ(chunks[2].content, std::string("\xff\xff\xff\0\n\x14", 6));
  // Sequence, width, height, x, y, then 200/1000 s.
  EXPECT_EQ(chunks[3].content, std::string("\0\0\0\0\0\0\0\4\0\0\0\3\0\0\0\0\0\0\0\0\0\xc8\3\xe8\0\0", 26));
  EXPECT_EQ(inflated(chunks[4].content, 15), std::string(15, '\0'));
  EXPECT_EQ(chunks[5].content, std::string("\0\0\0\1\0\0\0\2\0\0\0\1\0\0\0\1\0\0\0\1\0\x64\3\xe8\0\0", 26));
  EXPECT_EQ(number(chunks[6].content, 0), 2u);
  EXPECT_EQ(inflated(std::string_view(chunks[6].content).substr(4), 3), std::string("\0\1\1", 3));
  EXPECT_EQ(number(chunks[7].content, 0), 3u);
  EXPECT_EQ(inflated(std::string_view(chunks[8].content).substr(4), 2), std::string("\0\0", 2));
}

}  // namespace
}  // namespace vitrine::lab
