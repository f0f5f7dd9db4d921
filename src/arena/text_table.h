#pragma once

// Rows of text in columns of one width each, for terminals.

#include <string>
#include <string_view>
#include <vector>

namespace vitrine::arena {

class TextTable {
 public:
  enum class Align { left, right };
  struct Column {
    std::string title;
    Align align = Align::right;
  };

  explicit TextTable(std::vector<Column> columns) : columns_(std::move(columns)) {}

  // Contract: as many cells as columns.
  void add(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
  // Lines without blanks at their ends, each with its newline.
  [[nodiscard]] std::string text() const;

 private:
  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

// How many characters of UTF-8 text a terminal shows.
[[nodiscard]] std::size_t width_of(std::string_view text);
// A number with so many decimals: "12.50", "inf".
[[nodiscard]] std::string fixed(double value, int decimals);

}  // namespace vitrine::arena
