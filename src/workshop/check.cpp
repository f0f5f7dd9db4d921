#include "workshop/check.h"

#include <algorithm>
#include <array>
#include <optional>

#include "workshop/tokens.h"
#include "workshop/tokens_lexer.h"

namespace vitrine::workshop {

namespace {

// The standard library without what reaches out of the program (files, threads, signals, locales) and what
// makes data of the names of types (any, typeindex).
constexpr std::array<std::string_view, 57> kHeaders = {"algorithm",     "array",
                                                       "bit",           "bitset",
                                                       "cassert",       "cctype",
                                                       "cfloat",        "charconv",
                                                       "chrono",        "climits",
                                                       "cmath",         "compare",
                                                       "complex",       "concepts",
                                                       "coroutine",     "cstdarg",
                                                       "cstddef",       "cstdint",
                                                       "cstdio",        "cstdlib",
                                                       "cstring",       "deque",
                                                       "exception",     "forward_list",
                                                       "functional",    "initializer_list",
                                                       "iomanip",       "iostream",
                                                       "iterator",      "limits",
                                                       "list",          "map",
                                                       "memory",        "new",
                                                       "numbers",       "numeric",
                                                       "optional",      "ostream",
                                                       "queue",         "random",
                                                       "ranges",        "ratio",
                                                       "set",           "span",
                                                       "sstream",       "stack",
                                                       "stdexcept",     "string",
                                                       "string_view",   "tuple",
                                                       "type_traits",   "unordered_map",
                                                       "unordered_set", "utility",
                                                       "valarray",      "variant",
                                                       "vector"};

// Assembly can have the compiler put files into the program (.incbin).
constexpr std::array<std::string_view, 3> kAssembly = {"asm", "__asm", "__asm__"};

// The text of most attributes goes into the assembly as it is; that of these is looked at by the compiler.
constexpr std::array<std::string_view, 4> kAttributesWithText = {"optimize", "__optimize__", "target",
                                                                 "__target__"};

template <std::size_t n>
bool has(const std::array<std::string_view, n>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

// Of an #include, as it is written: <vector>. The header of the workshop and those of the standard library.
bool is_allowed_header(std::string_view header) {
  if (!header.starts_with('<') || !header.ends_with('>')) return false;
  header = header.substr(1, header.size() - 2);
  return header == "vitrine/bot.h" || has(kHeaders, header);
}

std::string at_line(int line, std::string_view what) {
  return "line " + std::to_string(line) + ": " + std::string(what);
}

// Follows attributes: [[...]] and __attribute__((...)).
class Attributes {
 public:
  // The name of the attribute if this is text in one that may not have any.
  std::optional<std::string_view> text_in(const Lexeme& lexeme) {
    const std::string_view text = lexeme.text;
    const bool opens = text == "(" || text == "[" || text == "<:";
    const bool closes = text == ")" || text == "]" || text == ":>";
    if (lexeme.kind == Lexeme::Kind::string && depth_ > 0 && !has(kAttributesWithText, owner_)) return owner_;
    if (opens && before_.kind == Lexeme::Kind::name) owner_ = before_.text;
    if (depth_ > 0)
      depth_ += opens ? 1 : closes ? -1 : 0;
    else if (opens && text != "(" && (before_.text == "[" || before_.text == "<:"))
      depth_ = 2;
    else if (opens && (before_.text == "__attribute__" || before_.text == "__attribute"))
      depth_ = 1;
    before_ = lexeme;
    return {};
  }

 private:
  int depth_ = 0;  // of brackets, those around the attribute included
  std::string_view owner_;
  Lexeme before_ = {};
};

std::optional<std::string> forbidden_use(const Lexeme& lexeme) {
  if (lexeme.kind == Lexeme::Kind::header && !is_allowed_header(lexeme.text))
    return at_line(lexeme.line, std::string(lexeme.text) +
                                    ": bots include <vitrine/bot.h> and standard headers, "
                                    "none for files, threads, the system or the names of types");
  if (lexeme.kind == Lexeme::Kind::name && has(kAssembly, lexeme.text))
    return at_line(lexeme.line, std::string(lexeme.text) + ": bots are written in C++, not in assembly");
  return {};
}

}  // namespace

SourceCheck check_source(std::string_view source) {
  SourceCheck check;
  if (const auto count = count_tokens(source)) {
    check.tokens = count->total;
    if (count->total > kTokenLimit)
      check.token_problem =
          std::to_string(count->total) + " tokens; the limit is " + std::to_string(kTokenLimit);
  } else {
    check.token_problem = "can't be counted";
    check.forbidden_uses.push_back(count.error().to_string());
  }
  const std::string text = without_debug_lines(source);  // these are not compiled either
  Lexer lexer(text);
  Attributes attributes;
  for (auto lexeme = lexer.next(); lexeme; lexeme = lexer.next()) {
    if (lexeme->kind == Lexeme::Kind::comment) continue;
    if (auto use = forbidden_use(*lexeme)) check.forbidden_uses.push_back(*std::move(use));
    if (const auto name = attributes.text_in(*lexeme))
      check.forbidden_uses.push_back(
          at_line(lexeme->line, std::string(*name) + ": an attribute with text can reach the assembler"));
  }
  return check;
}

}  // namespace vitrine::workshop
