#pragma once

// The size of a bot as the challenge counts it: in tokens, so that names and comments may be as long as they
// like. The rules were made for C#; docs/workshop.md has them as they are applied to C++ here.

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace vitrine::workshop {

inline constexpr int kTokenLimit = 1024;

enum class TokenKind { name, number, text, punctuation };
[[nodiscard]] std::string_view to_string(TokenKind kind);

struct TokenCount {
  int total = 0;
  std::array<int, 4> by_kind = {};  // by TokenKind
  std::vector<int> by_line = {};    // [0] is the first line

  // A function, variable or type outside of all others.
  struct Part {
    int line;
    std::string title;  // the beginning of its text
    int tokens;
  };
  std::vector<Part> parts = {};

  struct Include {
    int line;
    std::string header;  // with its brackets or quotes: <algorithm>
  };
  std::vector<Include> includes = {};
  int debug_lines = 0;  // left out
};

// Something that can't be counted, or would make counting pointless.
struct TokenError {
  int line;
  std::string message;
  [[nodiscard]] std::string to_string() const { return "line " + std::to_string(line) + ": " + message; }
};

// Of the text without its #DEBUG lines.
[[nodiscard]] base::Result<TokenCount, TokenError> count_tokens(std::string_view source);

// The text with every line empty that has a comment with #DEBUG in it. The other lines keep their numbers.
[[nodiscard]] std::string without_debug_lines(std::string_view source);

// How full the limit is, in the challenge's colours: green to 70%, yellow to 85%, orange to 100%, red beyond.
enum class Fullness { green, yellow, orange, red };
[[nodiscard]] Fullness fullness(int tokens);

}  // namespace vitrine::workshop
