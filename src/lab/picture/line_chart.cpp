#include "lab/picture/line_chart.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "lab/picture/svg.h"

namespace vitrine::lab {

namespace {

constexpr int kLeft = 46;  // for the numbers
constexpr int kTop = 28;
constexpr int kRight = 14;
constexpr int kBottom = 30;

// Okabe and Ito's colours, which the colour-blind can tell apart, and a dash for each as well.
constexpr std::array<const char*, 7> kColours = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                                 "#000000", "#e69f00", "#56b4e9"};
constexpr std::array<const char*, 4> kDashes = {"none", "6 3", "2 3", "8 3 2 3"};

std::string style_of(std::size_t line) {
  return "fill=\"none\" stroke-width=\"1.6\" stroke=\"" + std::string(kColours[line % kColours.size()]) +
         "\" stroke-dasharray=\"" + kDashes[line % kDashes.size()] + "\"";
}

// 1, 2 or 5 times a power of ten, so that about four steps make the span.
double step_for(double span) {
  const double power = std::pow(10, std::floor(std::log10(span / 4)));
  for (const double factor : {1.0, 2.0, 5.0})
    if (span / (factor * power) <= 5) return factor * power;
  return 10 * power;
}

int decimals_for(double step) {
  return std::clamp(static_cast<int>(std::ceil(-std::log10(step) - 1e-9)), 0, 9);
}

// The multiples of the step from low to high.
std::vector<double> marks(double low, double high, double step) {
  std::vector<double> values;
  for (double n = std::ceil(low / step - 1e-9); n * step <= high + step * 1e-9; ++n)
    values.push_back(n * step + 0.0);  // no -0
  return values;
}

}  // namespace

LineChart::LineChart(const ChartBox& box, std::string title, std::span<const ChartLine> lines, Bottom bottom)
    : box_(box), title_(std::move(title)), lines_(lines) {
  bool is_first = bottom == Bottom::least;
  for (const ChartLine& line : lines)
    for (const ChartPoint& point : line.points) {
      low_ = is_first ? point.y : std::min(low_, point.y);
      high_ = is_first ? point.y : std::max(high_, point.y);
      right_ = std::max(right_, point.x);
      is_first = false;
    }
  // A level line needs some height to lie in.
  const double least_span = std::max(0.01, std::abs(low_) * 1e-6);
  if (high_ - low_ < least_span) high_ = low_ + least_span;
}

double LineChart::across(double x) const {
  return box_.x + kLeft + (box_.width - kLeft - kRight) * x / right_;
}

double LineChart::down(double y) const {
  return box_.y + box_.height - kBottom - (box_.height - kTop - kBottom) * (y - low_) / (high_ - low_);
}

std::string LineChart::grid() const {
  std::string svg;
  const double step = step_for(high_ - low_);
  for (const double value : marks(low_, high_, step)) {
    svg += "<path stroke=\"#ccc\" d=\"M" + svg_number(across(0)) + ' ' + svg_number(down(value)) + 'H' +
           svg_number(across(right_)) + "\"/>\n";
    svg += svg_text(box_.x + kLeft - 5, down(value) + 4, svg_number(value, decimals_for(step)), "end");
  }
  const double right_step = std::max(1.0, step_for(right_));
  for (const double value : marks(0, right_, right_step))
    svg += svg_text(across(value), box_.y + box_.height - 12, svg_number(value, 0));
  return svg;
}

std::string LineChart::line(std::size_t number) const {
  std::string path;
  for (const ChartPoint& point : lines_[number].points)
    path += (path.empty() ? 'M' : 'L') + svg_number(across(point.x)) + ' ' + svg_number(down(point.y));
  return "<path " + style_of(number) + " d=\"" + path + "\"/>\n";
}

std::string LineChart::draw() const {
  std::string svg = svg_text(box_.x + box_.width / 2, box_.y + 18, title_) + grid();
  for (std::size_t i = 0; i < lines_.size(); ++i) svg += line(i);
  return svg;
}

std::string chart_legend(std::span<const ChartLine> lines, double x, double y) {
  std::string svg;
  for (std::size_t i = 0; i < lines.size(); ++i, y += kChartLegendLine) {
    svg += "<path " + style_of(i) + " d=\"M" + svg_number(x) + ' ' + svg_number(y - 4) + "h40\"/>\n";
    svg += svg_text(x + 48, y, lines[i].title, "start");
  }
  return svg;
}

std::string loss_svg(std::span<const ChartLine> lines) {
  constexpr double kWidth = 640, kHeight = 320;
  const LineChart chart({0, 0, kWidth, kHeight}, "loss, by step of training", lines,
                        LineChart::Bottom::least);
  const double legend = static_cast<double>(lines.size()) * kChartLegendLine;
  return svg_document(kWidth, kHeight + legend + 12, "Loss by step of training",
                      chart.draw() + chart_legend(lines, kLeft, kHeight + kChartLegendLine));
}

}  // namespace vitrine::lab
