#include "lab/time_plot.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <vector>

namespace vitrine::lab {

namespace {

constexpr int kPanelWidth = 420;
constexpr int kPanelHeight = 240;
constexpr int kLeft = 46;  // of a panel, for its numbers
constexpr int kTop = 28;
constexpr int kRight = 14;
constexpr int kBottom = 30;
constexpr int kColumns = 2;
constexpr int kLegendLine = 18;

// Okabe and Ito's colours, which the colour-blind can tell apart, and a dash for each as well.
constexpr std::array<const char*, 7> kColours = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                                 "#000000", "#e69f00", "#56b4e9"};
constexpr std::array<const char*, 4> kDashes = {"none", "6 3", "2 3", "8 3 2 3"};

std::string number(double value, int decimals = 1) {
  std::array<char, 32> text;
  const int size = std::snprintf(text.data(), text.size(), "%.*f", decimals, value);
  return {text.data(), static_cast<std::size_t>(std::max(0, size))};
}

double seconds(Milliseconds time) { return static_cast<double>(time.count()) / 1000; }

// 1, 2 or 5 times a power of ten, so that about four steps reach the top.
double step_for(double top) {
  const double power = std::pow(10, std::floor(std::log10(top / 4)));
  for (const double factor : {1.0, 2.0, 5.0})
    if (top / (factor * power) <= 5) return factor * power;
  return 10 * power;
}

std::string text_at(double x, double y, const std::string& text, const char* anchor = "middle") {
  return "<text x=\"" + number(x) + "\" y=\"" + number(y) + "\" text-anchor=\"" + anchor + "\">" + text +
         "</text>\n";
}

std::string style_of(std::size_t rule) {
  return "fill=\"none\" stroke-width=\"1.6\" stroke=\"" + std::string(kColours[rule % kColours.size()]) +
         "\" stroke-dasharray=\"" + kDashes[rule % kDashes.size()] + "\"";
}

class Panel {
 public:
  Panel(std::span<const TimeCurve> curves, double x, double y) : curves_(curves), x_(x), y_(y) {
    for (const TimeCurve& curve : curves)
      for (const TimePoint& point : curve.points) {
        top_ = std::max(top_, seconds(point.allotted));
        moves_ = std::max(moves_, point.move);
      }
  }

  [[nodiscard]] std::string draw() const {
    std::string svg = text_at(x_ + kPanelWidth / 2.0, y_ + 18, to_string(curves_.front().time));
    const double step = step_for(top_);
    for (double value = 0; value <= top_; value += step) svg += grid_line(value, step);
    for (int move = 0; move <= moves_; move += moves_ > 100 ? 50 : 20)
      svg += text_at(across(move), y_ + kPanelHeight - 12, std::to_string(move));
    for (std::size_t rule = 0; rule < curves_.size(); ++rule) svg += line(curves_[rule], rule);
    return svg;
  }

 private:
  [[nodiscard]] double across(int move) const {
    return x_ + kLeft + (kPanelWidth - kLeft - kRight) * static_cast<double>(move) / moves_;
  }
  [[nodiscard]] double down(double value) const {
    return y_ + kPanelHeight - kBottom - (kPanelHeight - kTop - kBottom) * value / top_;
  }
  [[nodiscard]] std::string grid_line(double value, double step) const {
    const std::string height = number(down(value));
    return "<path stroke=\"#ccc\" d=\"M" + number(across(0)) + ' ' + height + 'H' + number(across(moves_)) +
           "\"/>\n" + text_at(x_ + kLeft - 5, down(value) + 4, number(value, step < 1 ? 2 : 0), "end");
  }
  [[nodiscard]] std::string line(const TimeCurve& curve, std::size_t rule) const {
    std::string path;
    for (const TimePoint& point : curve.points)
      path += (path.empty() ? 'M' : 'L') + number(across(point.move)) + ' ' +
              number(down(seconds(point.allotted)));
    return "<path " + style_of(rule) + " d=\"" + path + "\"/>\n";
  }

  std::span<const TimeCurve> curves_;
  double x_;
  double y_;
  double top_ = 0.01;
  int moves_ = 1;
};

// Neighbours with the same clock.
std::vector<std::span<const TimeCurve>> by_clock(std::span<const TimeCurve> curves) {
  std::vector<std::span<const TimeCurve>> groups;
  for (std::size_t first = 0, end = 0; first < curves.size(); first = end) {
    while (end < curves.size() && curves[end].time == curves[first].time) ++end;
    groups.push_back(curves.subspan(first, end - first));
  }
  return groups;
}

std::string legend(std::span<const TimeCurve> curves, double y) {
  std::string svg;
  for (std::size_t rule = 0; rule < curves.size(); ++rule, y += kLegendLine) {
    svg += "<path " + style_of(rule) + " d=\"M" + number(kLeft) + ' ' + number(y - 4) + "h40\"/>\n";
    svg += text_at(kLeft + 48, y, title_of(curves[rule].rule), "start");
  }
  return svg;
}

}  // namespace

std::string to_svg(std::span<const TimeCurve> curves) {
  const auto groups = by_clock(curves);
  const auto rows = (groups.size() + kColumns - 1) / kColumns;
  const double panels = static_cast<double>(rows) * kPanelHeight;
  const std::size_t rules = groups.empty() ? 0 : groups.front().size();
  const double height = 24 + panels + static_cast<double>(rules * kLegendLine) + 16;
  std::string svg =
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + std::to_string(kColumns * kPanelWidth) +
      ' ' + number(height, 0) +
      "\" font-family=\"sans-serif\" font-size=\"12\">\n<title>Time allotted to each move</title>\n"
      "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n";
  svg += text_at(kPanelWidth, 18, "seconds allotted, by move");
  for (std::size_t i = 0; i < groups.size(); ++i)
    svg += Panel(groups[i], static_cast<double>(i % kColumns) * kPanelWidth,
                 24 + static_cast<double>(i / kColumns) * kPanelHeight)
               .draw();
  if (!groups.empty()) svg += legend(groups.front(), 24 + panels + kLegendLine);
  return svg + "</svg>\n";
}

}  // namespace vitrine::lab
