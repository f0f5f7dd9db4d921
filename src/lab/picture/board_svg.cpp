#include "lab/picture/board_svg.h"

#include <algorithm>
#include <map>

#include "lab/picture/colour_scale.h"
#include "lab/picture/layout.h"
#include "lab/picture/svg.h"

namespace vitrine::lab {

namespace {

using chess::Square;

constexpr const char* kSmall = "font-size=\"9\" fill=\"#777\"";
constexpr const char* kNowhere = "#e4e4e4";  // squares where the man never stands
constexpr const char* kSquares = "<g shape-rendering=\"crispEdges\">\n";  // no seams between them
constexpr double kCaption = 38;

int level_at(const HeatBoard& board, Square sq, double range) {
  return colour_level(board.above_mean(sq) / range);
}

std::string square_path(int left, int top) {
  constexpr int kCell = Layout::kCell;
  return "M" + std::to_string(left) + ' ' + std::to_string(top) + "h" + std::to_string(kCell) + "v" +
         std::to_string(kCell) + "h-" + std::to_string(kCell) + "z";
}

// Long lines would leave the picture.
std::string cut(std::string text, std::size_t longest) {
  text = text.substr(0, text.find('\n'));
  if (text.size() <= longest) return text;
  std::size_t end = longest;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end;  // between characters
  return text.substr(0, end) + "…";
}

std::string heading(const PictureText& text) {
  std::string svg = svg_text(Layout::width() / 2.0, 20, cut(text.title, 100), "middle",
                             "font-size=\"15\" font-weight=\"bold\" fill=\"#222\"");
  if (!text.caption.empty())
    svg += svg_text(Layout::width() / 2.0, kCaption, cut(text.caption, 150), "middle", "fill=\"#555\"");
  return svg;
}

// Letters at places of their own, in one element.
std::string spread_text(const std::vector<double>& x, const std::vector<double>& y, const char* letters,
                        const char* anchor) {
  const auto list = [](const std::vector<double>& numbers) {
    std::string text;
    for (const double number : numbers) text += (text.empty() ? "" : " ") + svg_number(number, 0);
    return text;
  };
  return "<text x=\"" + list(x) + "\" y=\"" + list(y) + "\" text-anchor=\"" + anchor + "\" " + kSmall + ">" +
         letters + "</text>\n";
}

// Names of files and ranks, and the frame.
std::string around_board(int row, int column) {
  constexpr double kCell = Layout::kCell;
  const int left = Layout::board_left(column), top = Layout::board_top(row);
  std::vector<double> file_x, rank_x, rank_y;
  for (int i = 0; i < 8; ++i) {
    file_x.push_back(left + (i + 0.5) * kCell);
    rank_x.push_back(left - 4);
    rank_y.push_back(top + (7.5 - i) * kCell + 3);
  }
  return spread_text(file_x, {top + Layout::kBoard + 10.0}, "abcdefgh", "middle") +
         spread_text(rank_x, rank_y, "12345678", "end") + "<rect x=\"" + std::to_string(left) + "\" y=\"" +
         std::to_string(top) + "\" width=\"" + std::to_string(Layout::kBoard) + "\" height=\"" +
         std::to_string(Layout::kBoard) + "\" fill=\"none\" stroke=\"#999\"/>\n";
}

std::string name_of(const HeatBoard& board) {
  return std::string(to_string(board.type)) + " " + pawns_text(board.mean);
}

std::string board_name(int row, int column, const std::string& text) {
  return svg_text(Layout::board_left(column) + Layout::kBoard / 2.0, Layout::board_top(row) - 6, text);
}

// Squares of one colour are one path: a picture of a few kilobytes.
std::string still_squares(int row, int column, const HeatBoard& board, double range) {
  std::map<int, std::string> by_level;
  std::string nowhere;
  for (int i = 0; i < 64; ++i) {
    const Square sq = Square::from_index(i);
    std::string& path = board.can_stand_on(sq) ? by_level[level_at(board, sq, range)] : nowhere;
    path += square_path(Layout::cell_left(column, sq), Layout::cell_top(row, sq));
  }
  std::string svg = kSquares;
  if (!nowhere.empty()) svg += "<path fill=\"" + std::string(kNowhere) + "\" d=\"" + nowhere + "\"/>\n";
  for (const auto& [level, path] : by_level)
    svg += "<path fill=\"" + to_hex(colour_of_level(level)) + "\" d=\"" + path + "\"/>\n";
  return svg + "</g>\n";
}

std::string row_title(int row, const std::string& title) {
  if (title.empty()) return {};
  const double x = 11, y = Layout::board_top(row) + Layout::kBoard / 2.0;
  return svg_text(x, y, title, "middle",
                  "fill=\"#555\" transform=\"rotate(-90 " + svg_number(x) + ' ' + svg_number(y) + ")\"");
}

std::string legend(const Layout& layout, double range) {
  const double left = Layout::legend_left(), top = layout.legend_top();
  std::string svg = "<linearGradient id=\"vitrine-scale\">";
  for (int level = 0; level < kColourLevels; level += 10)
    svg += "<stop offset=\"" + svg_number(level / (kColourLevels - 1.0), 3) + "\" stop-color=\"" +
           to_hex(colour_of_level(level)) + "\"/>";
  svg += "</linearGradient>\n<rect x=\"" + svg_number(left, 0) + "\" y=\"" + svg_number(top, 0) +
         "\" width=\"" + std::to_string(Layout::kLegendWidth) + "\" height=\"" +
         std::to_string(Layout::kLegendHeight) + "\" fill=\"url(#vitrine-scale)\"/>\n";
  const double below = top + Layout::kLegendHeight + 13;
  svg += svg_text(left, below, "−" + svg_number(range, 2));
  svg += svg_text(left + Layout::kLegendWidth / 2.0, below, "0");
  svg += svg_text(left + Layout::kLegendWidth, below, "+" + svg_number(range, 2));
  return svg + svg_text(left + Layout::kLegendWidth / 2.0, below + 16,
                        "pawns above or below the mean of the board, which is written over it", "middle",
                        kSmall);
}

// What doesn't move.
std::string frame(const Layout& layout, const HeatRows& rows, double range) {
  std::string svg;
  for (int row = 0; row < static_cast<int>(rows.size()); ++row) {
    svg += row_title(row, rows[static_cast<std::size_t>(row)].title);
    for (int column = 0; column < 6; ++column) svg += around_board(row, column);
  }
  return svg + legend(layout, range);
}

// Shows one step after the other, each for as long, and begins again.
class Animation {
 public:
  Animation(std::size_t steps, double seconds_per_step)
      : steps_(steps), duration_(svg_number(static_cast<double>(steps) * seconds_per_step, 2) + "s") {}

  // One value for each step; those that stay as they were are not repeated.
  [[nodiscard]] std::string of(const std::string& attribute, const std::vector<std::string>& values) const {
    std::string list = values.front(), times = "0";
    for (std::size_t i = 1; i < values.size(); ++i) {
      if (values[i] == values[i - 1]) continue;
      list += ";" + values[i];
      times += ";" + svg_number(static_cast<double>(i) / static_cast<double>(steps_), 4);
    }
    return "<animate attributeName=\"" + attribute + "\" values=\"" + list + "\" keyTimes=\"" + times +
           "\" dur=\"" + duration_ + "\" calcMode=\"discrete\" repeatCount=\"indefinite\"/>";
  }
  // A part of the picture for each step, of which one is seen at a time; without animation, the last. Steps
  // that look alike share theirs.
  [[nodiscard]] std::string turns(const std::vector<std::string>& parts) const {
    std::map<std::string, std::vector<std::string>> when;
    for (std::size_t i = 0; i < steps_; ++i)
      when.try_emplace(parts[i], steps_, "hidden").first->second[i] = "visible";
    std::string svg;
    for (const auto& [part, values] : when)
      svg += "<g visibility=\"" + values.back() + "\">" + of("visibility", values) + part + "</g>\n";
    return svg;
  }

 private:
  std::size_t steps_;
  std::string duration_;
};

std::string moving_squares(std::span<const HeatRows> pictures, int row, int column, double range,
                           const Animation& animation) {
  const auto board = [&](const HeatRows& rows) -> const HeatBoard& {
    return rows[static_cast<std::size_t>(row)].boards[static_cast<std::size_t>(column)];
  };
  std::string svg = kSquares;
  for (int i = 0; i < 64; ++i) {
    const Square sq = Square::from_index(i);
    const bool is_used = board(pictures.back()).can_stand_on(sq);
    std::vector<std::string> colours;
    for (const HeatRows& rows : pictures)
      colours.push_back(to_hex(colour_of_level(level_at(board(rows), sq, range))));
    svg += "<path fill=\"" + (is_used ? colours.back() : kNowhere) + "\" d=\"" +
           square_path(Layout::cell_left(column, sq), Layout::cell_top(row, sq)) + "\"";
    svg += is_used ? ">" + animation.of("fill", colours) + "</path>\n" : "/>\n";
  }
  return svg + "</g>\n";
}

std::string moving_name(std::span<const HeatRows> pictures, int row, int column, const Animation& animation) {
  std::vector<std::string> names;
  for (const HeatRows& rows : pictures)
    names.push_back(board_name(
        row, column, name_of(rows[static_cast<std::size_t>(row)].boards[static_cast<std::size_t>(column)])));
  return animation.turns(names);
}

// The curve, and a dot that says where we are.
std::string moving_chart(const History& history, const Layout& layout, const Animation& animation) {
  const auto lines = history.lines();
  const LineChart chart({0, static_cast<double>(layout.chart_top()), static_cast<double>(Layout::width()),
                         static_cast<double>(Layout::chart_height())},
                        "loss, by step", lines, LineChart::Bottom::least);
  std::vector<std::string> across, down;
  for (const HistoryStep& step : history.steps) {
    const Loss loss = step.loss.value_or(history.losses.back());
    across.push_back(svg_number(chart.across(loss.step)));
    down.push_back(svg_number(chart.down(loss.training)));
  }
  return chart.draw() + "<circle r=\"4\" fill=\"#222\" cx=\"" + across.back() + "\" cy=\"" + down.back() +
         "\">" + animation.of("cx", across) + animation.of("cy", down) + "</circle>\n";
}

}  // namespace

std::string boards_svg(const HeatRows& rows, const PictureText& text) {
  const Layout layout(static_cast<int>(rows.size()), false);
  const double range = colour_range({&rows, 1});
  std::string body = heading(text);
  for (std::size_t row = 0; row < rows.size(); ++row)
    for (std::size_t column = 0; column < 6; ++column) {
      const HeatBoard& board = rows[row].boards[column];
      body += board_name(static_cast<int>(row), static_cast<int>(column), name_of(board));
      body += still_squares(static_cast<int>(row), static_cast<int>(column), board, range);
    }
  body += frame(layout, rows, range);
  return svg_document(Layout::width(), layout.height(), text.title, body);
}

std::string animated_svg(const History& history, const PictureText& text, double seconds_per_step,
                         std::optional<Square> king) {
  std::vector<HeatRows> pictures;
  std::vector<std::string> captions;
  for (const HistoryStep& step : history.steps) {
    pictures.push_back(heat_rows(step.model, king));
    captions.push_back(
        svg_text(Layout::width() / 2.0, kCaption, caption_of(step), "middle", "fill=\"#555\""));
  }
  const HeatRows& last = pictures.back();
  const double range = colour_range({&last, 1});
  const bool has_chart = history.losses.size() > 1;
  const Layout layout(static_cast<int>(last.size()), has_chart);
  const Animation animation(pictures.size(), seconds_per_step);
  std::string body = heading({text.title}) + animation.turns(captions);
  for (int row = 0; row < static_cast<int>(last.size()); ++row)
    for (int column = 0; column < 6; ++column) {
      body += moving_name(pictures, row, column, animation);
      body += moving_squares(pictures, row, column, range, animation);
    }
  body += frame(layout, last, range);
  if (has_chart) body += moving_chart(history, layout, animation);
  return svg_document(Layout::width(), layout.height(), text.title, body);
}

}  // namespace vitrine::lab
