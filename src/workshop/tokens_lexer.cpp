#include "workshop/tokens_lexer.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace vitrine::workshop {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool begins_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' ||
         static_cast<unsigned char>(c) >= 0x80;
}
bool continues_name(char c) { return begins_name(c) || is_digit(c); }

// Longest first.
constexpr std::array<std::string_view, 33> kLongPunctuation = {
    "%:%:", "<=>", "->*", "...", "<<=", ">>=", "::", "->", ".*", "++", "--",
    "<<",   ">>",  "<=",  ">=",  "==",  "!=",  "&&", "||", "+=", "-=", "*=",
    "/=",   "%=",  "&=",  "|=",  "^=",  "##",  "<%", "%>", "<:", ":>", "%:",
};

// Encoding prefixes of literals; those with an R make it raw.
constexpr std::array<std::string_view, 10> kPrefixes = {"u8R", "LR", "uR", "UR", "R",
                                                        "u8",  "L",  "u",  "U",  ""};

constexpr const char* kLoneReturn = "a carriage return in the middle of a line";

// A backslash at the end of a line or of the text, as compilers see it: with blanks behind it too.
bool has_glued_lines(std::string_view text) {
  constexpr std::string_view kBlanks(" \t\r\f\v\0", 6);
  for (std::size_t i = text.find('\\'); i != std::string_view::npos; i = text.find('\\', i + 1)) {
    const std::size_t next = text.find_first_not_of(kBlanks, i + 1);
    if (next == std::string_view::npos || text[next] == '\n') return true;
  }
  return false;
}

}  // namespace

std::optional<Lexeme> Lexer::fail(std::string message) {
  error_ = LexError{line_, std::move(message)};
  return {};
}

Lexeme Lexer::take(Lexeme::Kind kind, std::size_t length) {
  const Lexeme lexeme{kind, text_.substr(position_, length), line_, is_at_line_start_};
  position_ += length;
  line_ += static_cast<int>(std::count(lexeme.text.begin(), lexeme.text.end(), '\n'));
  if (kind == Lexeme::Kind::comment) return lexeme;
  if (lexeme.begins_line && (lexeme.text == "#" || lexeme.text == "%:"))
    directive_ = Directive::hash;
  else
    directive_ =
        directive_ == Directive::hash && lexeme.text == "include" ? Directive::include : Directive::no;
  is_at_line_start_ = false;
  return lexeme;
}

void Lexer::skip_blanks() {
  for (; position_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[position_])) != 0;
       ++position_) {
    if (text_[position_] == '\r' && at(1) != '\n') {
      static_cast<void>(fail(kLoneReturn));
      return;
    }
    if (text_[position_] != '\n') continue;
    ++line_;
    is_at_line_start_ = true;
    directive_ = Directive::no;
  }
}

std::optional<Lexeme> Lexer::next() {
  skip_blanks();
  if (error_ || position_ >= text_.size()) return {};
  if (looking_at("//") || looking_at("/*")) return comment();
  if (directive_ == Directive::include && (at(0) == '<' || at(0) == '"')) return header();
  if (is_digit(at(0)) || (at(0) == '.' && is_digit(at(1)))) return number();
  for (const std::string_view prefix : kPrefixes) {
    if (!looking_at(prefix)) continue;
    const bool is_raw = prefix.ends_with('R');
    if (at(prefix.size()) == '"' && is_raw) return raw_string(prefix.size());
    if ((at(prefix.size()) == '"' || at(prefix.size()) == '\'') && !is_raw) return quoted(prefix.size());
  }
  if (begins_name(at(0))) return take(Lexeme::Kind::name, name_length(0));
  return punctuation();
}

std::size_t Lexer::name_length(std::size_t from) const {
  std::size_t length = from;
  while (continues_name(at(length))) ++length;
  return length;
}

std::optional<Lexeme> Lexer::comment() {
  const bool is_block = at(1) == '*';
  std::size_t end = text_.find(is_block ? "*/" : "\n", position_ + 2);
  if (end == std::string_view::npos) {
    if (is_block) return fail("a comment is not closed");
    end = text_.size();
  } else if (is_block) {
    end += 2;
  }
  const std::string_view body = text_.substr(position_, end - position_);
  if (has_glued_lines(body)) return fail("a line ends in a backslash");
  for (std::size_t i = 0; i < body.size(); ++i)
    if (body[i] == '\r' && at(i + 1) != '\n') return fail(kLoneReturn);
  return take(Lexeme::Kind::comment, body.size());
}

std::optional<Lexeme> Lexer::header() {
  const char close = at(0) == '<' ? '>' : '"';
  const std::size_t end = text_.find_first_of(std::string{close, '\n'}, position_ + 1);
  if (end == std::string_view::npos || text_[end] == '\n') return fail("an #include is not closed");
  return take(Lexeme::Kind::header, end + 1 - position_);
}

std::optional<Lexeme> Lexer::number() {
  std::size_t length = 1;
  for (;; ++length) {
    const char c = at(length);
    const char before = at(length - 1);
    const bool is_sign =
        (c == '+' || c == '-') && (before == 'e' || before == 'E' || before == 'p' || before == 'P');
    const bool is_separator = c == '\'' && continues_name(at(length + 1));
    if (!continues_name(c) && c != '.' && !is_sign && !is_separator) break;
  }
  return take(Lexeme::Kind::number, length);
}

std::optional<Lexeme> Lexer::quoted(std::size_t prefix) {
  const char quote = at(prefix);
  std::size_t length = prefix + 1;
  for (; at(length) != quote; ++length) {
    if (at(length) == '\\') ++length;
    if (position_ + length >= text_.size() || at(length) == '\n')
      return fail("a literal is not closed on its line");
  }
  const auto kind = quote == '"' ? Lexeme::Kind::string : Lexeme::Kind::character;
  return take(kind, begins_name(at(length + 1)) ? name_length(length + 1) : length + 1);
}

std::optional<Lexeme> Lexer::raw_string(std::size_t prefix) {
  const std::size_t open = text_.find('(', position_);
  if (open == std::string_view::npos || open - position_ > prefix + 17)
    return fail("a raw string has no '('");
  const std::size_t mark = position_ + prefix + 1;
  const std::string close = ")" + std::string(text_.substr(mark, open - mark)) + "\"";
  const std::size_t end = text_.find(close, open);
  if (end == std::string_view::npos) return fail("a raw string is not closed");
  const std::size_t length = end + close.size() - position_;
  return take(Lexeme::Kind::string, begins_name(at(length)) ? name_length(length) : length);
}

std::optional<Lexeme> Lexer::punctuation() {
  // `<::` is `<` and `::`, unless it is `<:::` or `<::>`.
  if (looking_at("<::") && at(3) != ':' && at(3) != '>') return take(Lexeme::Kind::punctuation, 1);
  for (const std::string_view word : kLongPunctuation)
    if (looking_at(word)) return take(Lexeme::Kind::punctuation, word.size());
  constexpr std::string_view kSingle = "{}[]()#;:?.~!+-*/%^&|=<>,";
  if (kSingle.find(at(0)) != std::string_view::npos && at(0) != '\0')
    return take(Lexeme::Kind::punctuation, 1);
  if (at(0) == '\\') return fail("a backslash outside of a literal");
  return fail(std::string("a character that C++ has no use for: code ") +
              std::to_string(static_cast<unsigned char>(at(0))));
}

}  // namespace vitrine::workshop
