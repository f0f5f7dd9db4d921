#pragma once

// Small words for messages.

#include <algorithm>
#include <string>
#include <string_view>

#include "chess/color.h"

namespace vitrine::pawnrace {

// Text from outside, shortened, with every byte that a terminal might not print as '?'.
[[nodiscard]] inline std::string printable(std::string_view text) {
  constexpr std::size_t kLongest = 32;
  std::string out;
  for (const char c : text.substr(0, kLongest)) out += c >= ' ' && c <= '~' ? c : '?';
  return text.size() > kLongest ? out + "..." : out;
}
[[nodiscard]] inline std::string quoted(std::string_view text) { return "'" + printable(text) + "'"; }

[[nodiscard]] constexpr std::string_view name_of(chess::Color color) {
  return color == chess::Color::white ? "White" : "Black";
}

// Cut at blanks.
template <class Words>
[[nodiscard]] Words split_words(std::string_view text) {
  constexpr std::string_view kBlank = " \t\r";
  Words words;
  for (;;) {
    const std::size_t begin = text.find_first_not_of(kBlank);
    if (begin == std::string_view::npos) return words;
    text.remove_prefix(begin);
    const std::size_t end = std::min(text.find_first_of(kBlank), text.size());
    words.emplace_back(text.substr(0, end));
    text.remove_prefix(end);
  }
}

}  // namespace vitrine::pawnrace
