#pragma once

// Lines over two axes, as a piece of SVG: the time simulator's curves and the losses of training.

#include <span>
#include <string>
#include <vector>

namespace vitrine::lab {

struct ChartPoint {
  double x;
  double y;
};

struct ChartLine {
  std::string title;
  std::vector<ChartPoint> points;
};

struct ChartBox {
  double x;
  double y;
  double width;
  double height;
};

class LineChart {
 public:
  enum class Bottom { zero, least };  // where the vertical axis begins

  // Contract: the lines outlive this, their numbers are finite and no x is negative. The horizontal axis
  // begins at 0.
  LineChart(const ChartBox& box, std::string title, std::span<const ChartLine> lines,
            Bottom bottom = Bottom::zero);

  [[nodiscard]] std::string draw() const;
  // Where a point lies in the picture.
  [[nodiscard]] double across(double x) const;
  [[nodiscard]] double down(double y) const;

 private:
  [[nodiscard]] std::string grid() const;
  [[nodiscard]] std::string line(std::size_t number) const;

  ChartBox box_;
  std::string title_;
  std::span<const ChartLine> lines_;
  double low_ = 0;
  double high_ = 0;
  double right_ = 1;
};

// What the lines of charts are called, one under the other from (x, y) on.
[[nodiscard]] std::string chart_legend(std::span<const ChartLine> lines, double x, double y);
inline constexpr int kChartLegendLine = 18;  // the height of each

// The steps of training over their loss as a picture of its own.
[[nodiscard]] std::string loss_svg(std::span<const ChartLine> lines);

}  // namespace vitrine::lab
