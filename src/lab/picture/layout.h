#pragma once

// Where the parts of a picture of boards lie, in pixels; the same for SVG and for PNG.

#include "lab/picture/heat_boards.h"

namespace vitrine::lab {

class Layout {
 public:
  static constexpr int kCell = 16;
  static constexpr int kBoard = 8 * kCell;

  // With room for a chart of the loss between the boards and the legend, or without.
  Layout(int rows, bool has_chart) : rows_(rows), has_chart_(has_chart) {}

  [[nodiscard]] static int board_left(int column) { return kMargin + kRankNames + column * (kBoard + kGap); }
  [[nodiscard]] static int board_top(int row) { return kHeading + kName + row * kRow; }
  [[nodiscard]] static int cell_left(int column, chess::Square sq) {
    return board_left(column) + sq.file() * kCell;
  }
  [[nodiscard]] static int cell_top(int row, chess::Square sq) {
    return board_top(row) + (7 - sq.rank()) * kCell;
  }
  [[nodiscard]] int chart_top() const { return kHeading + rows_ * kRow; }
  [[nodiscard]] static int chart_height() { return 150; }
  [[nodiscard]] int legend_top() const { return chart_top() + (has_chart_ ? chart_height() : 0) + 6; }
  [[nodiscard]] static int legend_left() { return (width() - kLegendWidth) / 2; }
  [[nodiscard]] int height() const { return legend_top() + 52; }
  [[nodiscard]] static int width() { return board_left(5) + kBoard + kMargin; }

  static constexpr int kLegendWidth = 305;  // five pixels for each of the 61 colours
  static constexpr int kLegendHeight = 12;

 private:
  static constexpr int kMargin = 16;
  static constexpr int kRankNames = 12;
  static constexpr int kGap = 24;      // between two boards, with the second's rank names
  static constexpr int kHeading = 46;  // title and caption
  static constexpr int kName = 20;     // above each board
  static constexpr int kRow = kName + kBoard + 24;

  int rows_;
  bool has_chart_;
};

}  // namespace vitrine::lab
