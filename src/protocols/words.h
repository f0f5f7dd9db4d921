#pragma once

// The words of a protocol line, and numbers in them as tolerant readers take them.

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vitrine::protocols {

[[nodiscard]] constexpr bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

[[nodiscard]] constexpr std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

// Takes the next word off the front of the text, with the blanks before it; empty at the end.
[[nodiscard]] constexpr std::string_view take_word(std::string_view& text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  std::size_t length = 0;
  while (length < text.size() && !is_blank(text[length])) ++length;
  const std::string_view word = text.substr(0, length);
  text.remove_prefix(length);
  return word;
}

[[nodiscard]] inline std::vector<std::string_view> split_words(std::string_view text) {
  std::vector<std::string_view> words;
  for (std::string_view word = take_word(text); !word.empty(); word = take_word(text)) words.push_back(word);
  return words;
}

[[nodiscard]] constexpr char to_lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

[[nodiscard]] constexpr bool starts_with_ignoring_case(std::string_view text, std::string_view beginning) {
  return text.size() >= beginning.size() &&
         std::equal(beginning.begin(), beginning.end(), text.begin(),
                    [](char a, char b) { return to_lower(a) == to_lower(b); });
}
[[nodiscard]] constexpr bool equals_ignoring_case(std::string_view a, std::string_view b) {
  return a.size() == b.size() && starts_with_ignoring_case(a, b);
}

// A whole number, with a sign perhaps; one too large becomes the largest. Nothing for any other text.
[[nodiscard]] inline std::optional<std::int64_t> parse_number(std::string_view word) {
  const bool has_plus = word.starts_with('+');
  if (has_plus) word.remove_prefix(1);
  if (has_plus && word.starts_with('-')) return {};
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  if (end != word.data() + word.size() || error == std::errc::invalid_argument) return {};
  if (error == std::errc::result_out_of_range) return word.starts_with('-') ? INT64_MIN : INT64_MAX;
  return number;
}

// The same, forced into a range.
[[nodiscard]] inline std::optional<int> parse_number(std::string_view word, int min, int max) {
  const auto number = parse_number(word);
  if (!number) return {};
  return static_cast<int>(std::clamp<std::int64_t>(*number, min, max));
}

}  // namespace vitrine::protocols
