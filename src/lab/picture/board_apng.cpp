#include "lab/picture/board_apng.h"

#include <algorithm>
#include <cmath>

#include "lab/picture/apng.h"
#include "lab/picture/colour_scale.h"
#include "lab/picture/layout.h"
#include "lab/picture/raster.h"
#include "lab/picture/svg.h"

namespace vitrine::lab {

namespace {

using chess::Square;

// The palette: the colours of the scale, then these.
constexpr Ink kPaper = kColourLevels;
constexpr Ink kText = kColourLevels + 1;
constexpr Ink kFaint = kColourLevels + 2;    // coordinates, frames
constexpr Ink kNowhere = kColourLevels + 3;  // squares where the man never stands
constexpr Ink kTraining = kColourLevels + 4;
constexpr Ink kHeldOut = kColourLevels + 5;

std::vector<Rgb> palette() {
  std::vector<Rgb> colours;
  for (int level = 0; level < kColourLevels; ++level) colours.push_back(colour_of_level(level));
  colours.insert(
      colours.end(),
      {{255, 255, 255}, {34, 34, 34}, {140, 140, 140}, {228, 228, 228}, {0, 114, 178}, {213, 94, 0}});
  return colours;
}

void draw_board(Raster& picture, int row, int column, const HeatRow& boards, double range) {
  const HeatBoard& board = boards.boards[static_cast<std::size_t>(column)];
  const std::string phase = boards.title.empty() ? "" : boards.title + " ";
  constexpr int kCell = Layout::kCell;
  const int left = Layout::board_left(column), top = Layout::board_top(row);
  picture.centred_text(left + Layout::kBoard / 2, top - 14,
                       std::string(to_string(board.type)) + " " + phase + pawns_text(board.mean), kText);
  for (int i = 0; i < 64; ++i) {
    const Square sq = Square::from_index(i);
    const Ink ink =
        board.can_stand_on(sq) ? static_cast<Ink>(colour_level(board.above_mean(sq) / range)) : kNowhere;
    picture.fill(Layout::cell_left(column, sq), Layout::cell_top(row, sq), kCell, kCell, ink);
  }
  picture.outline(left - 1, top - 1, Layout::kBoard + 2, Layout::kBoard + 2, kFaint);
  for (int i = 0; i < 8; ++i) {
    picture.text(left + i * kCell + 6, top + Layout::kBoard + 4, std::string(1, static_cast<char>('a' + i)),
                 kFaint);
    picture.text(left - 9, top + (7 - i) * kCell + 5, std::to_string(i + 1), kFaint);
  }
}

void draw_legend(Raster& picture, const Layout& layout, double range) {
  const int left = Layout::legend_left(), top = layout.legend_top();
  constexpr int kStep = Layout::kLegendWidth / kColourLevels;
  for (int level = 0; level < kColourLevels; ++level)
    picture.fill(left + level * kStep, top, kStep, Layout::kLegendHeight, static_cast<Ink>(level));
  const int below = top + Layout::kLegendHeight + 6;
  picture.centred_text(left, below, "-" + svg_number(range, 2), kText);
  picture.centred_text(left + Layout::kLegendWidth / 2, below, "0", kText);
  picture.centred_text(left + Layout::kLegendWidth, below, "+" + svg_number(range, 2), kText);
  picture.centred_text(left + Layout::kLegendWidth / 2, below + 14,
                       "pawns above or below the mean of the board", kFaint);
}

// The curves of the loss, and a mark where this step is.
class Chart {
 public:
  Chart(const History& history, const Layout& layout)
      : lines_(history.lines()), top_(layout.chart_top() + 10) {
    low_ = high_ = lines_.front().points.front().y;
    for (const ChartLine& line : lines_)
      for (const ChartPoint& point : line.points) {
        low_ = std::min(low_, point.y);
        high_ = std::max(high_, point.y);
        right_ = std::max(right_, point.x);
      }
    if (high_ <= low_) high_ = low_ + 1;
  }

  void draw(Raster& picture, const std::optional<Loss>& here) const {
    picture.outline(kLeft, top_, width(), kHeight, kNowhere);
    picture.text(4, top_, svg_number(high_, 4), kFaint);
    picture.text(4, top_ + kHeight - kLetterHeight, svg_number(low_, 4), kFaint);
    for (std::size_t i = lines_.size(); i-- > 0;) {
      const Ink ink = i == 0 ? kTraining : kHeldOut;
      picture.text(kLeft + width() - 70, top_ + 6 + static_cast<int>(i) * 12, lines_[i].title, ink);
      const auto& points = lines_[i].points;
      for (std::size_t p = 1; p < points.size(); ++p)
        picture.line(across(points[p - 1].x), down(points[p - 1].y), across(points[p].x), down(points[p].y),
                     ink);
    }
    if (here) picture.fill(across(here->step) - 2, down(here->training) - 2, 5, 5, kText);
  }

 private:
  static constexpr int kLeft = 52;
  static constexpr int kHeight = 120;
  [[nodiscard]] static int width() { return Layout::width() - kLeft - 20; }
  [[nodiscard]] int across(double x) const {
    return kLeft + static_cast<int>(std::lround((width() - 1) * x / right_));
  }
  [[nodiscard]] int down(double y) const {
    return top_ + static_cast<int>(std::lround((kHeight - 1) * (high_ - y) / (high_ - low_)));
  }

  std::vector<ChartLine> lines_;
  int top_;
  double low_ = 0;
  double high_ = 1;
  double right_ = 1;
};

}  // namespace

std::string animated_png(const History& history, const std::string& title, std::chrono::milliseconds per_step,
                         std::optional<Square> king) {
  const HeatRows last = heat_rows(history.steps.back().model, king);
  const double range = colour_range({&last, 1});
  const bool has_chart = history.losses.size() > 1;
  const Layout layout(static_cast<int>(last.size()), has_chart);
  std::optional<Chart> chart;
  if (has_chart) chart.emplace(history, layout);

  const auto colours = palette();
  ApngWriter file(Layout::width(), layout.height(), colours,
                  static_cast<std::uint32_t>(history.steps.size()));
  for (std::size_t i = 0; i < history.steps.size(); ++i) {
    const HistoryStep& step = history.steps[i];
    Raster picture(Layout::width(), layout.height(), kPaper);
    picture.centred_text(Layout::width() / 2, 10, title, kText);
    picture.centred_text(Layout::width() / 2, 28, caption_of(step), kText);
    const HeatRows rows = heat_rows(step.model, king);
    for (std::size_t row = 0; row < rows.size(); ++row)
      for (int column = 0; column < 6; ++column)
        draw_board(picture, static_cast<int>(row), column, rows[row], range);
    if (chart) chart->draw(picture, step.loss);
    draw_legend(picture, layout, range);
    // Whoever watches wants to see how it ends.
    const bool is_last = i + 1 == history.steps.size();
    file.add(picture, is_last ? per_step + std::chrono::seconds(2) : per_step);
  }
  return std::move(file).finish();
}

}  // namespace vitrine::lab
