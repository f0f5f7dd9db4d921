#include <fmt/format.h>

#include <cmath>

#include "arena/text_table.h"
#include "cli/lab_compare.h"

namespace vitrine::cli {

namespace {

using Align = arena::TextTable::Align;

const std::vector<arena::TextTable::Column>& columns() {
  static const std::vector<arena::TextTable::Column> kColumns = {{"player", Align::left},
                                                                 {"weights"},
                                                                 {"held-out error"},
                                                                 {"squared error"},
                                                                 {"10:1 at"},
                                                                 {"training"},
                                                                 {"Elo"},
                                                                 {"+/-"},
                                                                 {"games"},
                                                                 {"score"}};
  return kColumns;
}

std::string number(double value, int decimals) {
  return std::isnan(value) ? "-" : arena::fixed(value, decimals);
}

std::string time_text(const Marks& marks) {
  if (!marks.seconds) return "-";
  const char* const more = marks.took_longer ? "> " : "";
  return fmt::format("{}{:.{}f} s", more, *marks.seconds, *marks.seconds < 10 ? 2 : 0);
}

std::vector<std::string> cells_of(const ComparedRow& row, const std::string& reference) {
  std::vector<std::string> cells = {row.contestant.name, row.weights > 0 ? std::to_string(row.weights) : "-"};
  if (row.marks)
    cells.insert(cells.end(), {number(row.marks->held_out_error, 3), number(row.marks->held_out_points, 4),
                               number(row.marks->ten_to_one, 2), time_text(*row.marks)});
  else
    cells.insert(cells.end(), {"-", "-", "-", "-"});
  const bool is_reference = row.contestant.name == reference;
  if (row.elo && row.games > 0)
    cells.insert(cells.end(), {number(row.elo->value, 0), is_reference ? "-" : number(row.elo->margin(), 0)});
  else
    cells.insert(cells.end(), {"-", "-"});
  cells.push_back(std::to_string(row.games));
  cells.push_back(row.games > 0 ? fmt::format("{:.1f}%", 100 * row.score) : "-");
  return cells;
}

}  // namespace

std::string to_text(const Comparison& comparison) {
  arena::TextTable table(columns());
  for (const ComparedRow& row : comparison.rows) table.add(cells_of(row, comparison.reference));
  return table.text();
}

std::string to_markdown(const Comparison& comparison) {
  std::string text = "|", rule = "|";
  for (const auto& column : columns()) {
    text += " " + column.title + " |";
    rule += column.align == Align::left ? "---|" : "---:|";
  }
  text += "\n" + rule + "\n";
  for (const ComparedRow& row : comparison.rows) {
    text += "|";
    for (const std::string& cell : cells_of(row, comparison.reference)) text += " " + cell + " |";
    text += "\n";
  }
  return text;
}

std::string to_csv(const Comparison& comparison) {
  const auto exact = [](double value) { return std::isfinite(value) ? fmt::format("{}", value) : ""; };
  std::string text =
      "player,weights,held_out_error_pawns,held_out_squared_error_points,ten_to_one_pawns,training_seconds,"
      "elo,elo_low,elo_high,games,score\n";
  for (const ComparedRow& row : comparison.rows) {
    const Marks marks = row.marks.value_or(Marks{NAN, NAN, NAN});
    text += fmt::format("{},{},{},{},{},{},", row.contestant.name, row.weights, exact(marks.held_out_error),
                        exact(marks.held_out_points), exact(marks.ten_to_one),
                        marks.seconds ? exact(*marks.seconds) : "");
    text += row.elo
                ? fmt::format("{},{},{},", exact(row.elo->value), exact(row.elo->low), exact(row.elo->high))
                : ",,,";
    text += fmt::format("{},{}\n", row.games, row.games > 0 ? exact(row.score) : "");
  }
  return text;
}

}  // namespace vitrine::cli
