#pragma once

// Text from outside, made fit to stand in an error message.

#include <string>
#include <string_view>

namespace vitrine::notation {

// In single quotes, shortened, with every byte that a terminal might not print as '?'.
[[nodiscard]] inline std::string in_quotes(std::string_view text) {
  constexpr std::size_t kLongest = 32;
  std::string out = "'";
  for (const char c : text.substr(0, kLongest)) out += c >= ' ' && c <= '~' ? c : '?';
  if (text.size() > kLongest) out += "...";
  return out += '\'';
}

}  // namespace vitrine::notation
