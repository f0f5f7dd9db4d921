#include "lab/picture/line_chart.h"

#include <gtest/gtest.h>

#include "lab/picture/svg.h"

namespace vitrine::lab {
namespace {

TEST(Svg, EscapesWhatXmlWouldRead) {
  EXPECT_EQ(svg_escaped("a<b> & \"c\"\n\x1b"), "a&lt;b&gt; &amp; &quot;c&quot;  ");
  EXPECT_EQ(svg_text(1, 2, "<"), "<text x=\"1.0\" y=\"2.0\" text-anchor=\"middle\">&lt;</text>\n");
}

TEST(LineChart, PutsPointsWhereTheyBelong) {
  const std::vector<ChartLine> lines = {{"one", {{0, 2}, {10, 4}}}};
  const LineChart from_zero({0, 0, 200, 100}, "t", lines);
  const LineChart from_least({0, 0, 200, 100}, "t", lines, LineChart::Bottom::least);
  // Left to right, and more is higher up.
  EXPECT_LT(from_zero.across(0), from_zero.across(10));
  EXPECT_DOUBLE_EQ(from_zero.across(5), (from_zero.across(0) + from_zero.across(10)) / 2);
  EXPECT_DOUBLE_EQ(from_zero.down(2), (from_zero.down(0) + from_zero.down(4)) / 2);
  EXPECT_GT(from_least.down(2), from_least.down(4));
  // The least value lies on the floor: where zero lies if the axis begins there.
  EXPECT_DOUBLE_EQ(from_least.down(2), from_zero.down(0));
}

TEST(LineChart, MarksTheAxisInRoundNumbers) {
  const std::vector<ChartLine> lines = {{"loss", {{0, 1.25}, {300, 0.91}}}};
  const std::string svg = loss_svg(lines);
  for (const char* mark : {">1.0<", ">1.1<", ">1.2<", ">0<", ">100<", ">300<", ">loss<"})
    EXPECT_NE(svg.find(mark), std::string::npos) << mark;
  EXPECT_EQ(svg.find(">-0"), std::string::npos);
}

TEST(LineChart, LevelAndEmptyLinesHaveNoNan) {
  const std::vector<ChartLine> level = {{"level", {{0, 3}, {1, 3}}}};
  const std::vector<ChartLine> empty = {{"empty", {}}};
  for (const auto& lines : {level, empty}) {
    const std::string svg = loss_svg(lines);
    EXPECT_EQ(svg.find("nan"), std::string::npos);
    EXPECT_EQ(svg.find("inf"), std::string::npos);
  }
}

}  // namespace
}  // namespace vitrine::lab
