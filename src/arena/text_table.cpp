#include "arena/text_table.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace vitrine::arena {

std::size_t width_of(std::string_view text) {
  // Continuation bytes belong to the character before them.
  return static_cast<std::size_t>(std::count_if(
      text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

std::string fixed(double value, int decimals) {
  if (std::isnan(value)) return "-";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  char buffer[400];
  const int size = std::snprintf(buffer, sizeof buffer, "%.*f", decimals, value);
  const std::string text(buffer, static_cast<std::size_t>(size));
  // Nothing is less than nothing.
  return text.find_first_not_of("-0.") == std::string::npos && text[0] == '-' ? text.substr(1) : text;
}

std::string TextTable::text() const {
  std::vector<std::size_t> widths;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    widths.push_back(width_of(columns_[i].title));
    for (const auto& row : rows_) widths[i] = std::max(widths[i], width_of(row[i]));
  }
  std::string result;
  const auto add_line = [&](const auto& cell) {
    std::string line;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      const std::string padding(widths[i] - width_of(cell(i)), ' ');
      if (i > 0) line += "  ";
      line += columns_[i].align == Align::left ? cell(i) + padding : padding + cell(i);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    result += line + '\n';
  };
  add_line([&](std::size_t i) { return columns_[i].title; });
  for (const auto& row : rows_) add_line([&](std::size_t i) { return row[i]; });
  return result;
}

}  // namespace vitrine::arena
