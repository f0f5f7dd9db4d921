#include "lab/picture/raster.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace vitrine::lab {
namespace {

std::string drawn(const Raster& picture) {
  std::string text;
  for (int y = 0; y < picture.height(); ++y) {
    for (int x = 0; x < picture.width(); ++x) text += picture.at(x, y) != 0 ? '#' : '.';
    text += '\n';
  }
  return text;
}

TEST(Raster, DrawsRectanglesAndCutsThem) {
  Raster picture(5, 4, 0);
  picture.fill(3, 2, 9, 9, 1);
  picture.fill(-2, -2, 3, 3, 1);
  EXPECT_EQ(drawn(picture),
            "#....\n"
            ".....\n"
            "...##\n"
            "...##\n");
  Raster framed(4, 4, 0);
  framed.outline(0, 0, 4, 4, 1);
  EXPECT_EQ(drawn(framed),
            "####\n"
            "#..#\n"
            "#..#\n"
            "####\n");
}

TEST(Raster, DrawsLinesBothWays) {
  Raster there(5, 3, 0), back(5, 3, 0);
  there.line(0, 0, 4, 2, 1);
  EXPECT_EQ(drawn(there),
            "#....\n"
            ".##..\n"
            "...##\n");
  back.line(4, 2, 0, 0, 1);
  EXPECT_EQ(std::ranges::count(drawn(back), '#'), 5);
  EXPECT_EQ(back.at(0, 0), 1);
  EXPECT_EQ(back.at(4, 2), 1);
  Raster point(3, 3, 0);
  point.line(1, 1, 1, 1, 1);
  EXPECT_EQ(drawn(point), "...\n.#.\n...\n");
}

TEST(Raster, WritesText) {
  Raster picture(12, 7, 0);
  picture.text(0, 0, "1-", 1);
  EXPECT_EQ(drawn(picture),
            "..#.........\n"
            ".##.........\n"
            "..#.........\n"
            "..#...#####.\n"
            "..#.........\n"
            "..#.........\n"
            ".###........\n");
  Raster capital(6, 7, 0), small(6, 7, 0), unknown(6, 7, 0);
  capital.text(0, 0, "A", 1);
  small.text(0, 0, "a", 1);
  unknown.text(0, 0, "\x07", 1);
  EXPECT_EQ(capital, small);
  EXPECT_EQ(unknown.at(0, 0), 1);
}

}  // namespace
}  // namespace vitrine::lab
