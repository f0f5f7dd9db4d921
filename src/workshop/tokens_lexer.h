#pragma once

// The words of a C++ source text, as the compiler sees them before it knows any grammar. Lines that end in a
// backslash are refused: they glue text together in ways that a reader can't see. So is a carriage return
// inside of a line, which ends it for some compilers.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace vitrine::workshop {

struct Lexeme {
  enum class Kind { comment, name, number, character, string, header, punctuation };
  Kind kind;
  std::string_view text;
  int line;          // 1 is the first
  bool begins_line;  // nothing but blanks and comments before it
};

// What some editors put before a text in UTF-8; compilers skip it.
inline constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

struct LexError {
  int line;
  std::string message;
};

class Lexer {
 public:
  explicit Lexer(std::string_view text)
      : text_(text), position_(text.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0) {}

  // The next one; nothing at the end, or where the text makes no sense: then error() says why.
  [[nodiscard]] std::optional<Lexeme> next();
  [[nodiscard]] const std::optional<LexError>& error() const { return error_; }

 private:
  void skip_blanks();
  [[nodiscard]] char at(std::size_t ahead) const {
    return position_ + ahead < text_.size() ? text_[position_ + ahead] : '\0';
  }
  [[nodiscard]] bool looking_at(std::string_view word) const {
    return text_.substr(position_).starts_with(word);
  }
  std::optional<Lexeme> fail(std::string message);
  // The next `length` characters; they may hold line ends.
  Lexeme take(Lexeme::Kind kind, std::size_t length);
  [[nodiscard]] std::size_t name_length(std::size_t from) const;

  std::optional<Lexeme> comment();
  std::optional<Lexeme> header();
  std::optional<Lexeme> number();
  std::optional<Lexeme> quoted(std::size_t prefix);
  std::optional<Lexeme> raw_string(std::size_t prefix);
  std::optional<Lexeme> punctuation();

  std::string_view text_;
  std::size_t position_;
  int line_ = 1;
  bool is_at_line_start_ = true;
  // `#` at the beginning of a line, then `include`: what follows may be a header's name.
  enum class Directive { no, hash, include } directive_ = Directive::no;
  std::optional<LexError> error_;
};

}  // namespace vitrine::workshop
