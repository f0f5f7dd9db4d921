#pragma once

// PGN as a row of tokens, cut from a fixed buffer that is refilled as it empties: no token is copied and
// memory doesn't grow with the file. Move numbers, stray punctuation, escape lines and the like mean
// nothing to a reader and never become tokens.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

#include "notation/byte_source.h"

namespace vitrine::notation {

struct PgnToken {
  enum class Kind : std::uint8_t {
    end,               // of the file
    tag,               // text is the name, value the raw string between the quotes
    bad_tag,           // starts like a tag and isn't one
    symbol,            // a move, or something in the place of one
    null_move,         // a pass: -- Z0 0000 @@@@
    nag,               // number holds it; ! and ? and evaluation signs too
    comment,           // text is what stands between the braces or after the semicolon
    unclosed_comment,  // no '}' before the next game, the end of the file or the buffer's size
    open_variation,
    close_variation,
    result,  // text is 1-0, 0-1, 1/2-1/2 or *
  };

  Kind kind = Kind::end;
  int number = 0;
  std::string_view text;  // valid until the next token is asked for
  std::string_view value;
};

class PgnLexer {
 public:
  // No tag and no comment may be longer than this.
  static constexpr std::size_t kBufferSize = 256 * 1024;

  explicit PgnLexer(ByteSource& source);
  PgnLexer(const PgnLexer&) = delete;
  PgnLexer& operator=(const PgnLexer&) = delete;

  // The next token; the same one again after put_back().
  const PgnToken& next() {
    if (!is_put_back_)
      while (!lex_one()) {
      }
    is_put_back_ = false;
    return token_;
  }
  void put_back() { is_put_back_ = true; }

  // Goes on at the next line that starts with '[' after a blank line, looking from the token last read
  // (from just inside it, if it is an unclosed comment).
  void skip_to_next_game();

  // The line on which the token last read starts, from 1.
  [[nodiscard]] std::size_t line();
  // Bytes of the source left behind.
  [[nodiscard]] std::size_t bytes_consumed() const {
    return base_offset_ + static_cast<std::size_t>(cursor_ - data());
  }

 private:
  using Kind = PgnToken::Kind;

  [[nodiscard]] char* data() const { return buffer_.get() + 1; }
  [[nodiscard]] std::size_t left() const { return static_cast<std::size_t>(limit_ - cursor_); }
  // Drops what lies before the token and reads on behind what is left; false if nothing came.
  bool refill();
  void fill_lookahead();
  void count_lines_to(const char* here);

  // Each of these reads one thing at the cursor, and says whether it was a token.
  bool lex_one();
  bool lex_number_or_result();
  bool lex_word();
  bool lex_suffix();
  bool lex_sign();
  bool lex_nag();
  bool lex_comment();
  bool lex_line_comment();
  bool lex_tag();
  enum class TagScan { whole, none, needs_more };
  TagScan scan_tag();
  bool skip_bad_tag();
  void skip_line();
  bool emit(Kind kind, std::string_view text = {}, int number = 0);

  [[nodiscard]] bool is_at_line_start() const { return cursor_[-1] == '\n' || cursor_[-1] == '\r'; }

  ByteSource& source_;
  std::unique_ptr<char[]> buffer_;  // one byte before the data: what stood there, to know where lines start
  const char* cursor_;
  const char* limit_;  // a zero byte stands there
  const char* token_start_;
  const char* counted_to_;  // newlines before this are in line_
  std::size_t line_ = 1;
  std::size_t base_offset_ = 0;
  bool is_at_end_ = false;
  bool is_put_back_ = false;
  bool is_start_checked_ = false;  // for a byte-order mark
  PgnToken token_;
};

}  // namespace vitrine::notation
