#include "notation/pgn_comment.h"

#include <charconv>
#include <cmath>

#include "notation/pgn_text.h"

namespace vitrine::notation {

namespace {

using std::chrono::milliseconds;

// Reads from the front of a text; each function takes what it finds or leaves the text as it was.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : rest_(text) {}

  [[nodiscard]] bool is_done() const { return rest_.empty(); }

  bool take(char c) {
    if (rest_.empty() || rest_[0] != c) return false;
    rest_.remove_prefix(1);
    return true;
  }

  std::optional<int> take_integer() {
    int value = 0;
    const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
    if (error != std::errc() || end == rest_.data() || rest_[0] == '-') return {};
    rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
    return value;
  }

  // 12, 12.5 or .5 in thousandths; no sign, no exponent.
  std::optional<long> take_thousandths() {
    const std::size_t length = std::min(rest_.find_first_not_of("0123456789."), rest_.size());
    double value = 0;
    const auto [end, error] =
        std::from_chars(rest_.data(), rest_.data() + length, value, std::chars_format::fixed);
    if (error != std::errc() || end != rest_.data() + length || value > 1e6) return {};
    rest_.remove_prefix(length);
    return std::lround(value * 1000);
  }

  // Whether a minus was there; a plus is taken too.
  bool take_sign() { return take('-') || (take('+'), false); }

 private:
  std::string_view rest_;
};

// #-3, 0.31 or -1.5,18
std::optional<CommentEval> parse_eval(std::string_view text) {
  Scanner in(text);
  CommentEval eval;
  const bool is_mate = in.take('#');
  const bool is_negative = in.take_sign();
  if (is_mate) {
    eval.mate = in.take_integer();
    if (!eval.mate) return {};
    if (is_negative) eval.mate = -*eval.mate;
  } else {
    const auto thousandths = in.take_thousandths();
    if (!thousandths) return {};
    eval.centipawns =
        static_cast<int>(std::lround(static_cast<double>(*thousandths) / 10)) * (is_negative ? -1 : 1);
  }
  if (in.take(',')) {
    eval.depth = in.take_integer();
    if (!eval.depth) return {};
  }
  return in.is_done() ? std::optional(eval) : std::nullopt;
}

// 1:02:03.5, 02:03 or 3.5
std::optional<milliseconds> parse_clock(std::string_view text) {
  Scanner in(text);
  long total = 0;
  for (int part = 0; part < 3; ++part) {
    const auto value = in.take_thousandths();
    if (!value) return {};
    total = total * 60 + *value;
    if (in.is_done()) return milliseconds(total);
    if (!in.take(':')) return {};
  }
  return {};
}

bool is_drawing_color(char c) { return c == 'G' || c == 'R' || c == 'Y' || c == 'B'; }

// Calls `add` with each item between commas; false as soon as it says so.
template <class Add>
bool for_each_item(std::string_view list, Add add) {
  for (std::size_t start = 0; start <= list.size();) {
    const std::size_t end = std::min(list.find(',', start), list.size());
    if (!add(list.substr(start, end - start))) return false;
    start = end + 1;
  }
  return true;
}

// Ge2e4,Rd1d5
std::optional<std::vector<DrawnArrow>> parse_arrows(std::string_view text) {
  std::vector<DrawnArrow> arrows;
  const bool is_good = for_each_item(text, [&](std::string_view item) {
    if (item.size() != 5 || !is_drawing_color(item[0])) return false;
    const auto from = chess::Square::parse(item.substr(1, 2));
    const auto to = chess::Square::parse(item.substr(3, 2));
    if (!from || !to) return false;
    arrows.push_back({item[0], *from, *to});
    return true;
  });
  return is_good ? std::optional(arrows) : std::nullopt;
}

// Rd4,Ge5
std::optional<std::vector<DrawnSquare>> parse_squares(std::string_view text) {
  std::vector<DrawnSquare> squares;
  const bool is_good = for_each_item(text, [&](std::string_view item) {
    if (item.size() != 3 || !is_drawing_color(item[0])) return false;
    const auto square = chess::Square::parse(item.substr(1, 2));
    if (!square) return false;
    squares.push_back({item[0], *square});
    return true;
  });
  return is_good ? std::optional(squares) : std::nullopt;
}

template <class Fact>
bool store(std::optional<Fact>& into, std::optional<Fact> fact) {
  if (fact) into = std::move(fact);
  return fact.has_value();
}

template <class Item>
bool append(std::vector<Item>& into, const std::optional<std::vector<Item>>& items) {
  if (items) into.insert(into.end(), items->begin(), items->end());
  return items.has_value();
}

bool read_command(std::string_view name, std::string_view value, CommentFacts& facts) {
  if (name == "eval") return store(facts.eval, parse_eval(value));
  if (name == "clk") return store(facts.clock, parse_clock(value));
  if (name == "emt") return store(facts.elapsed, parse_clock(value));
  if (name == "cal") return append(facts.arrows, parse_arrows(value));
  if (name == "csl") return append(facts.squares, parse_squares(value));
  return false;
}

// +0.31/12 1.2s, -M6/9 0.01s, 0.00/31 48s, White mates: the score, and behind it what there is.
std::optional<EngineComment> parse_engine_comment(std::string_view text) {
  const std::string_view first = text.substr(0, text.find(','));
  if (first == "book") return EngineComment{.is_book = true};
  Scanner in(first);
  EngineComment note;
  const bool is_negative = in.take_sign();
  if (in.take('M')) {
    const auto plies = in.take_integer();
    if (!plies) return {};
    note.mate_plies = is_negative ? -*plies : *plies;
  } else {
    const auto thousandths = in.take_thousandths();
    if (!thousandths) return {};
    note.centipawns =
        static_cast<int>(std::lround(static_cast<double>(*thousandths) / 10)) * (is_negative ? -1 : 1);
  }
  // A number alone is no score: people write "2" too.
  if (!in.take('/') || !(note.depth = in.take_integer())) return {};
  if (!in.take(' ')) return in.is_done() ? std::optional(note) : std::nullopt;
  const auto time = in.take_thousandths();
  if (time && in.take('s')) note.time = milliseconds(*time);
  return note;
}

}  // namespace

CommentFacts parse_comment(std::string_view comment) {
  CommentFacts facts;
  std::string text;
  while (!comment.empty()) {
    const std::size_t open = std::min(comment.find("[%"), comment.size());
    const std::size_t close = comment.find(']', open);
    if (close == std::string_view::npos) break;
    text += comment.substr(0, open);
    // Inside a command a line break is as good as a blank: writers fold comments there.
    const std::string command = clean_comment(comment.substr(open + 2, close - open - 2));
    const std::size_t blank = std::min(command.find(' '), command.size());
    const std::string_view name = std::string_view(command).substr(0, blank);
    const std::string_view value = std::string_view(command).substr(std::min(blank + 1, command.size()));
    if (!read_command(name, value, facts)) text += comment.substr(open, close + 1 - open);
    comment.remove_prefix(close + 1);
  }
  text += comment;
  facts.text = clean_comment(text);
  facts.engine = parse_engine_comment(facts.text);
  return facts;
}

}  // namespace vitrine::notation
