#include "protocols/cecp_reply.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <utility>

#include "protocols/clean_text.h"
#include "protocols/uci_reply.h"
#include "protocols/words.h"

namespace vitrine::protocols {

namespace {

constexpr std::size_t kMaxPv = 256;
constexpr int kMaxDepth = 10'000;

bool contains_ignoring_case(std::string_view text, std::string_view part) {
  return std::search(text.begin(), text.end(), part.begin(), part.end(),
                     [](char a, char b) { return to_lower(a) == to_lower(b); }) != text.end();
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// name=value or name="value with blanks", again and again. Junk between them is skipped.
CecpFeatures read_features(std::string_view rest) {
  CecpFeatures result;
  for (;;) {
    while (!rest.empty() && is_blank(rest.front())) rest.remove_prefix(1);
    if (rest.empty()) return result;
    const std::size_t end = rest.find_first_of(" \t=");
    const std::string_view name = rest.substr(0, end);
    if (end == std::string_view::npos || rest[end] != '=') {
      rest.remove_prefix(name.size());
      continue;
    }
    rest.remove_prefix(end + 1);
    const char quote = !rest.empty() && (rest[0] == '"' || rest[0] == '\'') ? rest[0] : '\0';
    if (quote != '\0') rest.remove_prefix(1);
    const std::size_t length =
        std::min(quote != '\0' ? rest.find(quote) : rest.find_first_of(" \t"), rest.size());
    CecpFeature feature{clean_text(name), clean_text(rest.substr(0, length))};
    if (!feature.name.empty()) result.features.push_back(std::move(feature));
    rest.remove_prefix(std::min(length + 1, rest.size()));
  }
}

// 100000 + N mates in N. Older engines count plies down from another large round number.
engines::Score to_score(std::int64_t number) {
  constexpr std::int64_t kMate = 100'000;
  const std::int64_t size = number == INT64_MIN ? INT64_MAX : std::abs(number);
  const int sign = number < 0 ? -1 : 1;
  if (size >= kMate && size <= kMate + 1'000) {
    const int moves = static_cast<int>(size - kMate);
    return {engines::Score::Kind::mate, number < 0 ? -moves : std::max(moves, 1)};
  }
  constexpr std::int64_t kSurelyDecided = 9'900;
  const std::int64_t plies = (1'000 - size % 1'000) % 1'000;
  if (size >= kSurelyDecided && plies <= 100)
    return {engines::Score::Kind::mate, sign * std::max(1, static_cast<int>((plies + 1) / 2))};
  return engines::Score::centipawns(sign * static_cast<int>(std::min<std::int64_t>(size, kMaxCentipawns)));
}

// Centipawns, or pawns with a decimal point as some old engines have it.
std::optional<engines::Score> parse_score(std::string_view word) {
  if (const auto number = parse_number(word)) return to_score(*number);
  const std::size_t dot = word.find('.');
  if (dot == std::string_view::npos) return {};
  const std::string_view fraction = word.substr(dot + 1);
  if (fraction.empty() || fraction.size() > 6 || !std::ranges::all_of(fraction, is_digit)) return {};
  const bool is_negative = word.starts_with('-');
  const std::string_view whole =
      word.substr(word.find_first_not_of("+-"), dot - word.find_first_not_of("+-"));
  const auto pawns = whole.empty() ? std::optional<int>(0) : parse_number(whole, 0, kMaxCentipawns / 100);
  if (!pawns) return {};
  int hundredths = (fraction[0] - '0') * 10;
  if (fraction.size() > 1) hundredths += fraction[1] - '0';
  const int value = std::min(*pawns * 100 + hundredths, kMaxCentipawns);
  return engines::Score::centipawns(is_negative ? -value : value);
}

// The pv as words; a last '?' or '!' tells a bound.
void read_pv(std::string_view text, CecpThinking& thinking) {
  text = trimmed(text);
  if (text.starts_with('(')) {  // no search: book
    thinking.report.text = clean_text(text);
    return;
  }
  if (thinking.report.score && !text.empty() && (text.back() == '?' || text.back() == '!')) {
    thinking.report.score->bound =
        text.back() == '?' ? engines::Score::Bound::upper : engines::Score::Bound::lower;
    text.remove_suffix(1);
  }
  for (std::string_view word = take_word(text); !word.empty(); word = take_word(text)) {
    const bool is_number =
        word.back() == '.' && word.find_first_not_of("0123456789.") == std::string_view::npos;
    if (!is_number && thinking.pv.size() < kMaxPv) thinking.pv.emplace_back(word);
  }
}

// PLY SCORE TIME NODES [SELDEPTH [NPS [... TBHITS]] TAB] PV. A mark after the ply: GNU style, whole seconds.
std::optional<CecpThinking> read_thinking(std::string_view line) {
  std::string_view rest = line;
  std::string_view ply = take_word(rest);
  const bool has_mark = ply.size() > 1 && !is_digit(ply.back());
  if (has_mark) ply.remove_suffix(1);
  if (ply.empty() || !is_digit(ply[0])) return {};
  const auto depth = parse_number(ply, 0, kMaxDepth);
  const auto score = parse_score(take_word(rest));
  const auto time = parse_number(take_word(rest));
  const auto nodes = parse_number(take_word(rest));
  if (!depth || !score || !time || !nodes) return {};

  CecpThinking thinking;
  thinking.report.depth = *depth;
  thinking.report.score = *score;
  constexpr std::int64_t kLongest = 1'000'000'000;
  thinking.report.time =
      std::chrono::milliseconds(std::clamp<std::int64_t>(*time, 0, kLongest) * (has_mark ? 1000 : 10));
  thinking.report.nodes = static_cast<std::uint64_t>(std::max<std::int64_t>(*nodes, 0));

  const std::size_t tab = rest.rfind('\t');
  if (tab != std::string_view::npos) {
    std::vector<std::int64_t> numbers;
    bool are_numbers = true;
    for (const std::string_view word : split_words(rest.substr(0, tab))) {
      const auto number = parse_number(word);
      are_numbers = are_numbers && number.has_value();
      numbers.push_back(number.value_or(0));
    }
    if (are_numbers && !numbers.empty()) {
      thinking.report.selective_depth = static_cast<int>(std::clamp<std::int64_t>(numbers[0], 0, kMaxDepth));
      if (numbers.size() >= 3)
        thinking.report.table_base_hits =
            static_cast<std::uint64_t>(std::max<std::int64_t>(numbers.back(), 0));
      rest.remove_prefix(tab);
    }
  }
  read_pv(rest, thinking);
  return thinking;
}

// "12. ... e2e4" or "12... e2e4". Without the dots it is an echo of our own move.
std::optional<CecpMove> read_numbered_move(std::string_view line) {
  std::string_view rest = line;
  const std::string_view number = take_word(rest);
  if (number.empty() || !is_digit(number[0])) return {};
  if (!number.ends_with("...") && take_word(rest) != "...") return {};
  const std::string_view move = take_word(rest);
  if (move.empty()) return {};
  return CecpMove{clean_text(move)};
}

// RESULT {comment}, or the words of old engines.
std::optional<CecpResult> read_result(std::string_view line) {
  using Claim = CecpResult::Claim;
  struct Row {
    std::string_view beginning;
    Claim claim;
  };
  static constexpr std::array kResults = {Row{"1-0", Claim::white_wins}, Row{"0-1", Claim::black_wins},
                                          Row{"1/2-1/2", Claim::draw}};
  static constexpr std::array kWords = {Row{"white resign", Claim::black_wins},
                                        Row{"black resign", Claim::white_wins},
                                        Row{"white mates", Claim::white_wins},
                                        Row{"black mates", Claim::black_wins},
                                        Row{"game is a draw", Claim::draw},
                                        Row{"stalemate", Claim::draw},
                                        Row{"draw by", Claim::draw},
                                        Row{"the game is a draw", Claim::draw}};
  for (const auto& [beginning, claim] : kResults) {
    if (!line.starts_with(beginning)) continue;
    std::string_view comment = line.substr(beginning.size());
    if (!comment.empty() && !is_blank(comment[0]) && comment[0] != '{') continue;
    comment = trimmed(comment);
    if (comment.starts_with('{')) comment = comment.substr(1, comment.find('}') - 1);
    return CecpResult{claim, clean_text(comment), contains_ignoring_case(comment, "resign")};
  }
  for (const auto& [beginning, claim] : kWords)
    if (starts_with_ignoring_case(line, beginning))
      return CecpResult{claim, clean_text(line), beginning.ends_with("resign")};
  return {};
}

std::string after_colon(std::string_view text) {
  const std::size_t colon = text.find(':');
  return clean_text(trimmed(colon == std::string_view::npos ? text : text.substr(colon + 1)));
}

// "Error (unknown command): nps 0"
CecpError read_error(std::string_view rest) {
  const std::size_t open = rest.find('(');
  const std::size_t close = rest.find(')');
  CecpError error;
  if (open != std::string_view::npos && close != std::string_view::npos && open < close) {
    error.type = clean_text(rest.substr(open + 1, close - open - 1));
    rest.remove_prefix(close + 1);
  }
  error.command = after_colon(rest);
  return error;
}

// "Illegal move: e2e4", "Illegal move (in check): e2e4", "Illegal move e2e4"; GNU Chess says "Invalid".
std::optional<CecpIllegal> read_illegal(std::string_view line) {
  if (!starts_with_ignoring_case(line, "illegal move") && !starts_with_ignoring_case(line, "invalid move"))
    return {};
  std::string_view rest = line.substr(std::string_view("illegal move").size());
  if (rest.find(':') == std::string_view::npos && trimmed(rest).starts_with('('))
    rest = rest.substr(std::min(rest.find(')') + 1, rest.size()));
  return CecpIllegal{after_colon(rest)};
}

}  // namespace

CecpReply parse_cecp_reply(std::string_view line) {
  const std::string_view text = trimmed(line);
  std::string_view rest = text;
  const std::string_view word = take_word(rest);
  if (word.empty() || word[0] == '#') return CecpUnknown{};
  if (word == "feature") return read_features(rest);
  if (word == "move") {
    const std::string_view move = take_word(rest);
    if (!move.empty()) return CecpMove{clean_text(move)};
    return CecpUnknown{};
  }
  if (word == "pong") {
    if (const auto number = parse_number(take_word(rest))) return CecpPong{*number};
    return CecpUnknown{};
  }
  if (word.starts_with("tell") || word == "askuser") {
    if (word == "telluser" || word == "tellusererror" || word == "tellall")
      return CecpTell{clean_text(trimmed(rest))};
    return CecpUnknown{};  // for an internet chess server
  }
  if (auto result = read_result(text)) return std::move(*result);
  if (is_digit(word[0])) {
    if (auto move = read_numbered_move(text)) return std::move(*move);
    if (auto thinking = read_thinking(line.substr(line.find_first_not_of(" \t\r"))))
      return std::move(*thinking);
    return CecpUnknown{};
  }
  if (auto illegal = read_illegal(text)) return std::move(*illegal);
  if (starts_with_ignoring_case(text, "error")) return read_error(text.substr(5));
  if (word == "resign" || word == "resigns") return CecpResign{};
  if (starts_with_ignoring_case(text, "hint:")) return CecpHint{after_colon(text)};
  if (contains_ignoring_case(text, "offer") && contains_ignoring_case(text, "draw")) return CecpDrawOffer{};
  return CecpUnknown{};
}

std::optional<engines::Option> parse_cecp_option(std::string_view text) {
  const std::size_t dash = text.find(" -");
  if (dash == std::string_view::npos) return {};
  const std::string name = clean_text(trimmed(text.substr(0, dash)));
  std::string_view rest = text.substr(dash + 2);
  const std::string_view type = take_word(rest);
  if (name.empty() || name.find('=') != std::string::npos) return {};

  if (type == "button" || type == "save" || type == "reset")
    return engines::Option{name, engines::ButtonOption{}};
  if (type == "check") return engines::Option{name, engines::CheckOption{take_word(rest) == "1"}};
  if (type == "string" || type == "file" || type == "path")
    return engines::Option{name, engines::TextOption{clean_text(trimmed(rest))}};
  if (type == "spin" || type == "slider") {
    const auto value = parse_number(take_word(rest));
    const auto min = parse_number(take_word(rest));
    const auto max = parse_number(take_word(rest));
    if (!value || !min || !max || *min > *max) return {};
    return engines::Option{name, engines::SpinOption{*value, *min, *max}};
  }
  if (type == "combo") {
    engines::ComboOption combo;
    while (!trimmed(rest).empty()) {
      const std::size_t end = std::min(rest.find("///"), rest.size());
      std::string choice = clean_text(trimmed(rest.substr(0, end)));
      rest.remove_prefix(std::min(end + 3, rest.size()));
      const bool is_current = choice.starts_with('*');
      if (is_current) choice.erase(0, 1);
      if (is_current || combo.choices.empty()) combo.value = choice;
      combo.choices.push_back(std::move(choice));
    }
    if (combo.choices.empty()) return {};
    return engines::Option{name, std::move(combo)};
  }
  return {};
}

}  // namespace vitrine::protocols
