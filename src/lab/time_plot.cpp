#include "lab/time_plot.h"

#include <vector>

#include "lab/picture/line_chart.h"
#include "lab/picture/svg.h"

namespace vitrine::lab {

namespace {

constexpr int kPanelWidth = 420;
constexpr int kPanelHeight = 240;
constexpr int kLeft = 46;
constexpr int kTitle = 24;
constexpr int kColumns = 2;

double seconds(Milliseconds time) { return static_cast<double>(time.count()) / 1000; }

// Neighbours with the same clock.
std::vector<std::span<const TimeCurve>> by_clock(std::span<const TimeCurve> curves) {
  std::vector<std::span<const TimeCurve>> groups;
  for (std::size_t first = 0, end = 0; first < curves.size(); first = end) {
    while (end < curves.size() && curves[end].time == curves[first].time) ++end;
    groups.push_back(curves.subspan(first, end - first));
  }
  return groups;
}

std::vector<ChartLine> lines_of(std::span<const TimeCurve> curves) {
  std::vector<ChartLine> lines;
  for (const TimeCurve& curve : curves) {
    ChartLine& line = lines.emplace_back(ChartLine{title_of(curve.rule), {}});
    for (const TimePoint& point : curve.points)
      line.points.push_back({static_cast<double>(point.move), seconds(point.allotted)});
  }
  return lines;
}

}  // namespace

std::string to_svg(std::span<const TimeCurve> curves) {
  const auto groups = by_clock(curves);
  const auto rows = (groups.size() + kColumns - 1) / kColumns;
  const double panels = static_cast<double>(rows) * kPanelHeight;
  std::string body = svg_text(kPanelWidth, 18, "seconds allotted, by move");
  std::string legend;
  double legend_height = 0;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    const auto lines = lines_of(groups[i]);
    const ChartBox box = {static_cast<double>(i % kColumns) * kPanelWidth,
                          kTitle + static_cast<double>(i / kColumns) * kPanelHeight, kPanelWidth,
                          kPanelHeight};
    body += LineChart(box, to_string(groups[i].front().time), lines).draw();
    if (i > 0) continue;
    legend = chart_legend(lines, kLeft, kTitle + panels + kChartLegendLine);
    legend_height = static_cast<double>(lines.size()) * kChartLegendLine;
  }
  return svg_document(kColumns * kPanelWidth, kTitle + panels + legend_height + 16,
                      "Time allotted to each move", body + legend);
}

}  // namespace vitrine::lab
