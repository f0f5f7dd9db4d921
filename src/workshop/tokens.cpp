#include "workshop/tokens.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <set>

#include "workshop/tokens_lexer.h"

namespace vitrine::workshop {

namespace {

using Kind = Lexeme::Kind;

template <std::size_t n>
bool is_one_of(std::string_view word, const std::array<std::string_view, n>& words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

constexpr std::array<std::string_view, 3> kAccess = {"public", "private", "protected"};
constexpr std::array<std::string_view, 7> kFreePunctuation = {";", ",", ")", "]", "}", "%>", ":>"};

// These turn the program's own text into data, and a name may be as long as one likes.
constexpr std::array<std::string_view, 16> kTextAsData = {"__FILE__",
                                                          "__BASE_FILE__",
                                                          "__FILE_NAME__",
                                                          "__func__",
                                                          "__FUNCTION__",
                                                          "__PRETTY_FUNCTION__",
                                                          "__builtin_FILE",
                                                          "__builtin_FUNCTION",
                                                          "typeid",
                                                          "type_info",
                                                          "target_type",
                                                          "source_location",
                                                          "__builtin_source_location",
                                                          "__builtin_dump_struct",
                                                          "__cxa_exception_type",
                                                          "__cxa_current_exception_type"};

// What follows the digits is a suffix of the language, as in 1ULL, not one that somebody has defined.
bool has_plain_suffix(std::string_view number) {
  std::string text;
  for (const char c : number)
    if (c != '\'') text += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  const bool is_hex = text.starts_with("0x");
  const std::string digits = is_hex ? "0123456789abcdef." : "0123456789.";
  std::size_t end = is_hex || text.starts_with("0b") ? 2 : 0;
  end = std::min(text.find_first_not_of(digits, end), text.size());
  if (end < text.size() && text[end] == (is_hex ? 'p' : 'e')) {
    const std::size_t exponent = text.find_first_not_of("+-", end + 1);
    if (exponent != std::string::npos && std::isdigit(static_cast<unsigned char>(text[exponent])) != 0)
      end = std::min(text.find_first_not_of("0123456789", exponent), text.size());
  }
  constexpr std::array<std::string_view, 12> kSuffixes = {"",    "u",   "l", "ul", "lu", "ll",
                                                          "ull", "llu", "z", "uz", "zu", "f"};
  return is_one_of(std::string_view(text).substr(end), kSuffixes);
}

TokenKind kind_of(const Lexeme& lexeme) {
  switch (lexeme.kind) {
    case Kind::name: return TokenKind::name;
    case Kind::number:
    case Kind::character: return TokenKind::number;
    case Kind::string:
    case Kind::header: return TokenKind::text;
    default: return TokenKind::punctuation;
  }
}

class Counter {
 public:
  explicit Counter(std::string_view text) : text_(text) {
    count_.by_line.resize(1 + static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')));
  }

  base::Result<TokenCount, TokenError> run() {
    Lexer lexer(text_);
    for (auto lexeme = lexer.next(); lexeme; lexeme = lexer.next()) {
      if (lexeme->kind == Kind::comment) continue;
      if (auto refusal = refusal_of(*lexeme)) return TokenError{lexeme->line, *refusal};
      add(*lexeme);
      before_ = *lexeme;
    }
    if (lexer.error()) return TokenError{lexer.error()->line, lexer.error()->message};
    close_part();
    return std::move(count_);
  }

 private:
  [[nodiscard]] std::optional<std::string> refusal_of(const Lexeme& lexeme) const {
    if (is_one_of(lexeme.text, kTextAsData)) return std::string(lexeme.text) + " would make data of names";
    if (lexeme.text == "vitrine") return "a bot uses what <vitrine/bot.h> offers, not what is behind it";
    const bool is_directive = before_ && before_->begins_line && is_hash(*before_) && !lexeme.begins_line;
    if (is_directive && lexeme.text != "include" && lexeme.text != "pragma")
      return "#" + std::string(lexeme.text) + ": of the preprocessor a bot may use only #include and #pragma";
    if (before_ && before_->begins_line && is_hash(*before_) && lexeme.begins_line) return "a lone #";
    if (before_ && before_->text == "include" && is_in_directive_ && lexeme.kind != Kind::header)
      return "#include needs <...>";
    return {};
  }

  static bool is_hash(const Lexeme& lexeme) { return lexeme.text == "#" || lexeme.text == "%:"; }

  [[nodiscard]] int cost_of(const Lexeme& lexeme) const {
    const int length = static_cast<int>(lexeme.text.size());
    switch (lexeme.kind) {
      case Kind::string: return length;
      case Kind::number: return has_plain_suffix(lexeme.text) ? 1 : length;
      case Kind::character: return lexeme.text.ends_with('\'') ? 1 : length;
      case Kind::name: return lexeme.text == "const" || is_one_of(lexeme.text, kAccess) ? 0 : 1;
      case Kind::punctuation:
        if (lexeme.text == ":" && before_ && is_one_of(before_->text, kAccess)) return 0;
        return is_one_of(lexeme.text, kFreePunctuation) ? 0 : 1;
      default: return 1;
    }
  }

  void add(const Lexeme& lexeme) {
    if (lexeme.begins_line) {
      if (is_in_directive_) close_part();
      is_in_directive_ = is_hash(lexeme);
    }
    if (lexeme.kind == Kind::header) count_.includes.push_back({lexeme.line, std::string(lexeme.text)});
    const int cost = cost_of(lexeme);
    count_.total += cost;
    count_.by_kind[static_cast<std::size_t>(kind_of(lexeme))] += cost;
    count_.by_line[static_cast<std::size_t>(lexeme.line - 1)] += cost;
    follow_parts(lexeme, cost);
  }

  // A part ends with `;` outside of all brackets, or with the brace that closes a function's body.
  void follow_parts(const Lexeme& lexeme, int cost) {
    if (!part_) part_ = TokenCount::Part{lexeme.line, title_from(lexeme), 0};
    part_->tokens += cost;
    if (lexeme.kind != Kind::punctuation) return;
    const std::string_view text = lexeme.text;
    const bool opens = text == "{" || text == "(" || text == "[" || text == "<%" || text == "<:";
    const bool closes = text == "}" || text == ")" || text == "]" || text == "%>" || text == ":>";
    depth_ += opens ? 1 : closes ? -1 : 0;
    if (opens && depth_ == 1 && text == "{") is_body_ = before_ && before_->text == ")";
    if (depth_ <= 0 && (text == ";" || (text == "}" && is_body_))) close_part();
  }

  // The rest of the line, without a comment or an opening brace at its end.
  [[nodiscard]] std::string title_from(const Lexeme& lexeme) const {
    const std::size_t begin = static_cast<std::size_t>(lexeme.text.data() - text_.data());
    std::string_view line = text_.substr(begin, text_.find('\n', begin) - begin);
    line = line.substr(0, line.find("//"));
    return std::string(line.substr(0, line.find_last_not_of(" \t\r{") + 1));
  }

  void close_part() {
    if (part_ && part_->tokens > 0) count_.parts.push_back(*part_);
    part_.reset();
    depth_ = 0;
    is_body_ = false;
  }

  std::string_view text_;
  TokenCount count_;
  std::optional<Lexeme> before_;
  std::optional<TokenCount::Part> part_;
  bool is_in_directive_ = false;
  int depth_ = 0;
  bool is_body_ = false;
};

std::set<int> debug_lines_of(std::string_view source) {
  std::set<int> lines;
  Lexer lexer(source);
  for (auto lexeme = lexer.next(); lexeme; lexeme = lexer.next())
    if (lexeme->kind == Kind::comment && lexeme->text.find("#DEBUG") != std::string_view::npos &&
        lexeme->text.find('\n') == std::string_view::npos)
      lines.insert(lexeme->line);
  return lines;
}

std::string without_lines(std::string_view source, const std::set<int>& unwanted) {
  std::string text;
  int line = 1;
  for (const char c : source) {
    if (c == '\n' || !unwanted.contains(line)) text += c;
    if (c == '\n') ++line;
  }
  return text;
}

}  // namespace

std::string_view to_string(TokenKind kind) {
  constexpr std::array<std::string_view, 4> kNames = {"names", "numbers", "text", "punctuation"};
  return kNames[static_cast<std::size_t>(kind)];
}

base::Result<TokenCount, TokenError> count_tokens(std::string_view source) {
  const std::set<int> debug_lines = debug_lines_of(source);
  const std::string text = without_lines(source, debug_lines);
  auto count = Counter(text).run();
  if (count) count->debug_lines = static_cast<int>(debug_lines.size());
  return count;
}

std::string without_debug_lines(std::string_view source) {
  return without_lines(source, debug_lines_of(source));
}

Fullness fullness(int tokens) {
  if (tokens * 100 <= kTokenLimit * 70) return Fullness::green;
  if (tokens * 100 <= kTokenLimit * 85) return Fullness::yellow;
  return tokens <= kTokenLimit ? Fullness::orange : Fullness::red;
}

}  // namespace vitrine::workshop
