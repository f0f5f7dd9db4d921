#include "notation/pgn_lexer.h"

#include <algorithm>
#include <cstring>

#include "notation/pgn_characters.h"
#include "notation/pgn_text.h"

namespace vitrine::notation {

using namespace detail;

namespace {

// So many bytes are in the buffer before a token is read, unless the file ends: words, numbers and
// signs need not ask for more.
constexpr std::size_t kLookahead = 512;

const char* skip_blanks(const char* p) {
  while (is_blank(*p)) ++p;
  return p;
}

const char* find_line_end(const char* from, const char* limit) {
  return std::find_if(from, limit, is_newline);
}

}  // namespace

PgnLexer::PgnLexer(ByteSource& source)
    : source_(source), buffer_(std::make_unique_for_overwrite<char[]>(kBufferSize + 2)) {
  cursor_ = limit_ = token_start_ = counted_to_ = data();
  buffer_[0] = '\n';
  buffer_[1] = '\0';
}

bool PgnLexer::refill() {
  if (is_at_end_) return false;
  count_lines_to(token_start_);
  const std::size_t kept = static_cast<std::size_t>(limit_ - token_start_);
  const std::ptrdiff_t shift = token_start_ - data();
  std::memmove(buffer_.get(), token_start_ - 1, kept + 1);
  for (const char** p : {&cursor_, &limit_, &token_start_, &counted_to_}) *p -= shift;
  base_offset_ += static_cast<std::size_t>(shift);
  if (kept == kBufferSize) return false;

  const std::size_t count = source_.read(data() + kept, kBufferSize - kept);
  is_at_end_ = count == 0;
  limit_ += count;
  data()[kept + count] = '\0';
  return count > 0;
}

void PgnLexer::fill_lookahead() {
  while (left() < kLookahead && refill()) {
  }
  if (is_start_checked_) return;
  is_start_checked_ = true;
  if (std::string_view(cursor_, left()).starts_with("\xEF\xBB\xBF")) {
    data()[2] = '\n';  // what follows stands in column 1
    counted_to_ = token_start_ = cursor_ = data() + 3;
  }
}

void PgnLexer::count_lines_to(const char* here) {
  // Whether this carriage return ends a line depends on the byte after it, which isn't here yet.
  if (here == limit_ && !is_at_end_ && here > counted_to_ && here[-1] == '\r') --here;
  const auto size = [&] { return static_cast<std::size_t>(here - counted_to_); };
  if (here <= counted_to_) return;
  if (std::memchr(counted_to_, '\r', size()) == nullptr) {
    while (const void* newline = std::memchr(counted_to_, '\n', size())) {
      ++line_;
      counted_to_ = static_cast<const char*>(newline) + 1;
    }
    counted_to_ = here;
  }
  for (; counted_to_ < here; ++counted_to_)
    line_ += *counted_to_ == '\n' || (*counted_to_ == '\r' && counted_to_[1] != '\n');
}

std::size_t PgnLexer::line() {
  count_lines_to(token_start_);
  return line_;
}

bool PgnLexer::emit(Kind kind, std::string_view text, int number) {
  token_ = {.kind = kind, .number = number, .text = text, .value = {}};
  return true;
}

bool PgnLexer::lex_one() {
  cursor_ = skip_blanks(cursor_);
  token_start_ = cursor_;
  if (left() < kLookahead && !is_at_end_) fill_lookahead();
  switch (class_of(*cursor_)) {
    case ByteClass::word: return lex_word();
    case ByteClass::digit: return lex_number_or_result();
    case ByteClass::sign: return lex_sign();
    case ByteClass::blank: return false;
    case ByteClass::zero:
      if (cursor_ == limit_) return emit(Kind::end);
      ++cursor_;
      return false;
    case ByteClass::ignored: break;
  }
  switch (*cursor_) {
    case '{': return lex_comment();
    case ';': return lex_line_comment();
    case '[': return lex_tag();
    case '$': return lex_nag();
    case '!':
    case '?': return lex_suffix();
    case '(': return ++cursor_, emit(Kind::open_variation);
    case ')': return ++cursor_, emit(Kind::close_variation);
    case '*': return ++cursor_, emit(Kind::result, "*");
    case '%':
      if (is_at_line_start()) return skip_line(), false;
      break;
    default: break;
  }
  ++cursor_;
  return false;
}

bool PgnLexer::lex_number_or_result() {
  const char* p = cursor_;
  while (class_of(*p) == ByteClass::digit) ++p;
  const std::string_view digits(cursor_, static_cast<std::size_t>(p - cursor_));
  if (!is_symbol(*p)) {
    while (*p == '.') ++p;
    cursor_ = p;
    return digits == "0000" && emit(Kind::null_move, digits);
  }
  if (class_of(*p) == ByteClass::word) {  // 12Nf3: a number that lost its period
    cursor_ = p;
    return false;
  }
  while (is_symbol(*p)) ++p;
  const std::string_view text(cursor_, static_cast<std::size_t>(p - cursor_));
  cursor_ = p;
  if (text == "1/2") return emit(Kind::result, "1/2-1/2");
  const bool is_result = text == "1-0" || text == "0-1" || text == "1/2-1/2";
  return emit(is_result ? Kind::result : Kind::symbol, text);
}

bool PgnLexer::lex_word() {
  const char* p = cursor_;
  while (is_symbol(*p)) ++p;
  if (*p == '(' && std::strchr("QRBNqrbn", p[1]) != nullptr && p[1] != '\0' && p[2] == ')' &&
      (p[-1] == '8' || p[-1] == '1'))
    p += 3;  // e8(Q)
  std::string_view text(cursor_, static_cast<std::size_t>(p - cursor_));
  if (*p == '.' && text.back() == 'e' && p[1] == 'p') {  // e.p., on its own or behind the move
    text.remove_suffix(1);
    p += p[2] == '.' ? 3 : 2;
  }
  cursor_ = p;
  if (text.empty() || text == "ep") return false;
  if (text == "Z0" || text == "@@@@") return emit(Kind::null_move, text);
  if (is_outside_ascii(text[0]) && std::all_of(text.begin(), text.end(), is_outside_ascii)) {
    const auto nag = nag_of(text);
    return nag && emit(Kind::nag, text, *nag);
  }
  return emit(Kind::symbol, text);
}

bool PgnLexer::lex_suffix() {
  const char* p = cursor_;
  while (*p == '!' || *p == '?') ++p;
  const std::string_view text(cursor_, std::min<std::size_t>(static_cast<std::size_t>(p - cursor_), 2));
  cursor_ = p;
  return emit(Kind::nag, text, *nag_of(text));
}

bool PgnLexer::lex_sign() {
  const char* p = cursor_;
  while (class_of(*p) == ByteClass::sign) ++p;
  const std::string_view text(cursor_, static_cast<std::size_t>(p - cursor_));
  cursor_ = p;
  if (text == "--") return emit(Kind::null_move, text);
  const auto nag = nag_of(text);
  return nag && emit(Kind::nag, text, *nag);
}

bool PgnLexer::lex_nag() {
  const char* p = cursor_ + 1;
  int number = 0;
  for (; class_of(*p) == ByteClass::digit; ++p) number = std::min(number * 10 + (*p - '0'), 1000);
  const bool is_nag = p > cursor_ + 1 && number <= 255;
  cursor_ = p;
  return is_nag && emit(Kind::nag, {}, number);
}

bool PgnLexer::lex_comment() {
  std::size_t searched = 1;
  const auto rest = [&] { return static_cast<std::size_t>(limit_ - token_start_) - searched; };
  const void* brace = nullptr;
  while ((brace = std::memchr(token_start_ + searched, '}', rest())) == nullptr) {
    searched += rest();
    if (!refill()) break;
  }
  cursor_ = token_start_ + 1;
  if (brace == nullptr) return emit(Kind::unclosed_comment);
  const char* close = static_cast<const char*>(brace);
  const std::string_view text(cursor_, static_cast<std::size_t>(close - cursor_));
  // A brace that somebody forgot must not swallow the games up to the next comment.
  if (text.find("\n[Event \"") != std::string_view::npos) return emit(Kind::unclosed_comment);
  cursor_ = close + 1;
  return emit(Kind::comment, text);
}

bool PgnLexer::lex_line_comment() {
  const char* end = find_line_end(cursor_, limit_);
  for (bool has_more = true; end == limit_ && has_more;) {
    has_more = refill();  // moves the buffer even if nothing comes
    end = find_line_end(cursor_, limit_);
  }
  if (end == limit_ && !is_at_end_) return skip_line(), false;  // longer than the buffer
  const std::string_view text(cursor_ + 1, static_cast<std::size_t>(end - cursor_) - 1);
  cursor_ = end;
  return emit(Kind::comment, text);
}

bool PgnLexer::lex_tag() {
  TagScan scan = scan_tag();
  for (bool has_more = true; scan == TagScan::needs_more && has_more;) {
    has_more = refill();
    scan = scan_tag();
  }
  return scan == TagScan::whole || skip_bad_tag();
}

PgnLexer::TagScan PgnLexer::scan_tag() {
  const auto missing = [&](const char* p) {
    return p == limit_ && !is_at_end_ ? TagScan::needs_more : TagScan::none;
  };
  const char* p = skip_blanks(token_start_ + 1);
  const char* name = p;
  while (is_symbol(*p)) ++p;
  const std::string_view name_text(name, static_cast<std::size_t>(p - name));
  p = skip_blanks(p);
  if (*p != '"' || !is_tag_name(name_text)) return missing(p);
  const char* value = ++p;
  const auto take_tag = [&](const char* quote, const char* next) {
    emit(Kind::tag, name_text);
    token_.value = {value, static_cast<std::size_t>(quote - value)};
    cursor_ = next;
    return TagScan::whole;
  };

  // The string ends at the quote before the bracket, so that quotes inside a name do no harm.
  const char* last_quote = nullptr;
  for (; !is_newline(*p) && p != limit_; ++p) {
    if (*p == '\\' && (p[1] == '"' || p[1] == '\\')) {
      ++p;
      continue;
    }
    if (*p != '"') continue;
    last_quote = p;
    const char* after = skip_blanks(p + 1);
    if (after == limit_ && !is_at_end_) return TagScan::needs_more;
    if (*after == ']') return take_tag(p, after + 1);
  }
  if (p == limit_ && !is_at_end_) return TagScan::needs_more;
  return last_quote == nullptr ? TagScan::none
                               : take_tag(last_quote, last_quote + 1);  // the bracket is missing
}

bool PgnLexer::skip_bad_tag() {
  const char* end = find_line_end(token_start_, limit_);
  const char* bracket = std::find(token_start_, end, ']');
  cursor_ = bracket == end ? end : bracket + 1;
  return emit(Kind::bad_tag, {token_start_, static_cast<std::size_t>(cursor_ - token_start_)});
}

void PgnLexer::skip_line() {
  for (;;) {
    token_start_ = cursor_ = find_line_end(cursor_, limit_);
    if (cursor_ != limit_ || !refill()) return;
  }
}

void PgnLexer::skip_to_next_game() {
  is_put_back_ = false;
  bool is_line_blank = false;  // so far; the line of the token isn't
  bool is_after_blank = false;
  for (;; ++cursor_) {
    while (cursor_ == limit_) {
      token_start_ = cursor_;
      if (!refill()) return;
    }
    const char c = *cursor_;
    if (c == '\n' && cursor_[-1] == '\r') continue;
    if (is_newline(c)) {
      is_after_blank = is_line_blank;
      is_line_blank = true;
    } else if (c == '[' && is_after_blank && is_at_line_start()) {
      return;
    } else if (!is_blank(c)) {
      is_line_blank = false;
    }
  }
}

}  // namespace vitrine::notation
