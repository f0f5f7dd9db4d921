#include "protocols/uci_reply.h"

#include <algorithm>
#include <array>
#include <optional>

#include "protocols/clean_text.h"
#include "protocols/words.h"

namespace vitrine::protocols {

namespace {

using Words = std::vector<std::string_view>;

constexpr int kMaxDepth = 10'000;
constexpr int kMaxLines = 500;
constexpr std::size_t kMaxPv = 256;

// The words of `info`, one field after the other.
class InfoReader {
 public:
  explicit InfoReader(std::string_view text) : rest_(text) {}

  UciInfo read() {
    for (std::string_view key = take_word(rest_); !key.empty(); key = take_word(rest_)) {
      if (key == "string") {
        info_.report.text = clean_text(trimmed(rest_));
        break;
      }
      read_field(key);
    }
    return std::move(info_);
  }

 private:
  void read_field(std::string_view key) {
    engines::Report& report = info_.report;
    if (key == "depth")
      report.depth = take(0, kMaxDepth).value_or(report.depth);
    else if (key == "seldepth")
      report.selective_depth = take(0, kMaxDepth).value_or(report.selective_depth);
    else if (key == "multipv")
      report.line = take(1, kMaxLines).value_or(report.line);
    else if (key == "score")
      read_score();
    else if (key == "wdl")
      read_chances();
    else if (key == "nodes")
      report.nodes = take_count().value_or(report.nodes);
    else if (key == "time")
      report.time = std::chrono::milliseconds(take(0, INT32_MAX).value_or(0));
    else if (key == "hashfull")
      report.hash_full = take(0, 1000);
    else if (key == "tbhits")
      report.table_base_hits = take_count();
    else if (key == "currmove")
      info_.current_move = take_word(rest_);
    else if (key == "currmovenumber")
      report.current_move_number = take(1, kMaxDepth).value_or(0);
    else if (key == "pv")
      read_pv();
  }

  // The next word as a number. If it isn't one, it stays: it may be the next key.
  std::optional<int> take(int min, int max) {
    std::string_view ahead = rest_;
    const auto number = parse_number(take_word(ahead), min, max);
    if (number) rest_ = ahead;
    return number;
  }
  std::optional<std::uint64_t> take_count() {
    std::string_view ahead = rest_;
    const auto number = parse_number(take_word(ahead));
    if (!number || *number < 0) return {};
    rest_ = ahead;
    return static_cast<std::uint64_t>(*number);
  }
  bool take_exactly(std::string_view word) {
    std::string_view ahead = rest_;
    if (take_word(ahead) != word) return false;
    rest_ = ahead;
    return true;
  }

  void read_score() {
    engines::Score score;
    if (take_exactly("mate")) {
      score.kind = engines::Score::Kind::mate;
    } else if (!take_exactly("cp")) {
      return;
    }
    const int max = score.kind == engines::Score::Kind::mate ? kMaxMate : kMaxCentipawns;
    const auto value = take(-max, max);
    if (!value) return;
    score.value = *value;
    if (take_exactly("lowerbound")) score.bound = engines::Score::Bound::lower;
    if (take_exactly("upperbound")) score.bound = engines::Score::Bound::upper;
    if (info_.report.score) score.chances = info_.report.score->chances;
    info_.report.score = score;
  }

  void read_chances() {
    const auto win = take(0, 1000);
    const auto draw = take(0, 1000);
    const auto loss = take(0, 1000);
    if (!win || !draw || !loss || !info_.report.score) return;
    info_.report.score->chances = engines::WinDrawLoss{*win, *draw, *loss};
  }

  void read_pv() {
    // Up to the next word that can't be a move: every key that may follow is one.
    static constexpr std::array kKeys = {"depth",    "seldepth", "multipv",  "score",          "wdl",
                                         "nodes",    "nps",      "time",     "hashfull",       "tbhits",
                                         "currmove", "string",   "currline", "currmovenumber", "refutation",
                                         "cpuload",  "sbhits",   "ebf"};
    info_.pv.clear();
    for (;;) {
      std::string_view ahead = rest_;
      const std::string_view word = take_word(ahead);
      if (word.empty() || std::ranges::find(kKeys, word) != kKeys.end()) return;
      rest_ = ahead;
      if (info_.pv.size() < kMaxPv) info_.pv.emplace_back(word);
    }
  }

  std::string_view rest_;
  UciInfo info_;
};

std::string joined(const Words& words) {
  std::string text;
  for (const std::string_view word : words) text += (text.empty() ? "" : " ") + std::string(word);
  return clean_text(text);
}

// The parts of an option line: each key with the words up to the next key that may follow it.
struct OptionParts {
  std::string name;
  std::string type;
  std::optional<std::string> default_value;
  std::optional<std::int64_t> min;
  std::optional<std::int64_t> max;
  std::vector<std::string> choices;
};

OptionParts read_option_parts(std::string_view rest) {
  OptionParts parts;
  std::string_view key;
  Words words;
  const auto finish = [&] {
    if (key == "name") parts.name = joined(words);
    if (key == "type" && !words.empty()) parts.type = words[0];
    if (key == "default") parts.default_value = joined(words);
    if (key == "min" && !words.empty()) parts.min = parse_number(words[0]);
    if (key == "max" && !words.empty()) parts.max = parse_number(words[0]);
    if (key == "var") parts.choices.push_back(joined(words));
    words.clear();
  };
  const auto is_key = [&](std::string_view word) {
    if (key.empty()) return word == "name";
    if (key == "name") return word == "type";
    if (key == "default" && parts.type == "string") return false;  // a path may hold any word
    return word == "default" || word == "min" || word == "max" || word == "var";
  };
  for (std::string_view word = take_word(rest); !word.empty(); word = take_word(rest)) {
    if (is_key(word)) {
      finish();
      key = word;
    } else {
      words.push_back(word);
    }
  }
  finish();
  return parts;
}

std::optional<engines::Option> make_option(const OptionParts& parts) {
  const std::string value = parts.default_value.value_or("");
  if (parts.name.empty()) return {};
  if (parts.type == "check")
    return engines::Option{parts.name, engines::CheckOption{equals_ignoring_case(value, "true")}};
  if (parts.type == "button") return engines::Option{parts.name, engines::ButtonOption{}};
  if (parts.type == "string")
    return engines::Option{parts.name, engines::TextOption{value == "<empty>" ? "" : value}};
  if (parts.type == "combo") {
    if (parts.choices.empty()) return {};
    return engines::Option{parts.name,
                           engines::ComboOption{value.empty() ? parts.choices[0] : value, parts.choices}};
  }
  if (parts.type == "spin") {
    const std::int64_t min = parts.min.value_or(INT64_MIN);
    const std::int64_t max = parts.max.value_or(INT64_MAX);
    if (min > max) return {};
    const std::int64_t start = parse_number(value).value_or(std::clamp<std::int64_t>(0, min, max));
    return engines::Option{parts.name, engines::SpinOption{start, min, max}};
  }
  return {};
}

UciBestMove read_best_move(std::string_view rest) {
  UciBestMove best;
  best.move = clean_text(take_word(rest));
  if (take_word(rest) == "ponder") best.ponder = clean_text(take_word(rest));
  return best;
}

}  // namespace

UciReply parse_uci_reply(std::string_view line) {
  std::string_view rest = line;
  const std::string_view word = take_word(rest);
  if (word == "info") return InfoReader(rest).read();
  if (word == "bestmove") return read_best_move(rest);
  if (word == "readyok") return UciReadyOk{};
  if (word == "uciok") return UciOk{};
  if (word == "registration" || word == "copyprotection") return UciRegistration{clean_text(take_word(rest))};
  if (word == "id") {
    const std::string_view field = take_word(rest);
    if (field == "name") return UciName{clean_text(trimmed(rest))};
    if (field == "author") return UciAuthor{clean_text(trimmed(rest))};
  }
  if (word == "option")
    if (auto option = make_option(read_option_parts(rest))) return UciOptionOffer{std::move(*option)};
  return UciUnknown{};
}

}  // namespace vitrine::protocols
