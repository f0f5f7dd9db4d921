#include "protocols/uci_command.h"

#include <algorithm>
#include <span>

#include "notation/in_quotes.h"
#include "protocols/words.h"

namespace vitrine::protocols {

namespace {

using namespace uci;

// The words of a command still to be read.
class Words {
 public:
  explicit Words(std::span<const std::string_view> words) : words_(words) {}

  [[nodiscard]] bool has_more() const { return !words_.empty(); }
  [[nodiscard]] std::string_view peek() const { return words_.front(); }
  std::string_view take() {
    const std::string_view word = words_.front();
    words_ = words_.subspan(1);
    return word;
  }
  // Goes on behind the first of these words; false, at the end of the line, if it isn't there.
  bool skip_past(std::string_view wanted) {
    while (has_more())
      if (take() == wanted) return true;
    return false;
  }
  // The words up to `end`, which is taken too, joined by single spaces. Says whether the end was there.
  bool take_until(std::string_view end, std::string& joined) {
    while (has_more()) {
      const std::string_view word = take();
      if (word == end) return true;
      if (!joined.empty()) joined += ' ';
      joined += word;
    }
    return false;
  }
  std::vector<std::string> take_all() {
    std::vector<std::string> all(words_.begin(), words_.end());
    words_ = {};
    return all;
  }

 private:
  std::span<const std::string_view> words_;
};

bool is_move_shaped(std::string_view text) {
  const auto is_square = [](char file, char rank) {
    return file >= 'a' && file <= 'h' && rank >= '1' && rank <= '8';
  };
  if (text.size() != 4 && text.size() != 5) return false;
  if (!is_square(text[0], text[1]) || !is_square(text[2], text[3])) return false;
  return text.size() == 4 || std::string_view("nbrqNBRQ").find(text[4]) != std::string_view::npos;
}

Command parse_debug(Words words) { return Debug{!words.has_more() || words.peek() != "off"}; }

Command parse_set_option(Words words) {
  SetOption command;
  if (!words.skip_past("name")) return command;
  command.has_value = words.take_until("value", command.name);
  words.take_until("", command.value);
  return command;
}

Command parse_position(Words words) {
  PositionCommand command;
  while (words.has_more() && words.peek() != "startpos" && words.peek() != "fen") words.take();
  if (!words.has_more()) {
    command.problem = "position needs 'startpos' or 'fen'";
    return command;
  }
  if (words.take() == "fen") {
    std::string fen;
    if (words.take_until("moves", fen)) command.moves = words.take_all();
    command.fen = std::move(fen);
  } else if (words.skip_past("moves")) {
    command.moves = words.take_all();
  }
  return command;
}

struct GoNumber {
  std::string_view name;
  std::optional<std::int64_t> Go::*value;
};
constexpr GoNumber kGoNumbers[] = {
    {"wtime", &Go::white_time},      {"btime", &Go::black_time},
    {"winc", &Go::white_increment},  {"binc", &Go::black_increment},
    {"movestogo", &Go::moves_to_go}, {"depth", &Go::depth},
    {"nodes", &Go::nodes},           {"mate", &Go::mate},
    {"movetime", &Go::move_time},    {"perft", &Go::perft},
};

const GoNumber* find_go_number(std::string_view word) {
  const auto* const found = std::find_if(std::begin(kGoNumbers), std::end(kGoNumbers),
                                         [=](const GoNumber& number) { return number.name == word; });
  return found == std::end(kGoNumbers) ? nullptr : found;
}

bool is_go_word(std::string_view word) {
  return word == "infinite" || word == "ponder" || word == "searchmoves" || find_go_number(word) != nullptr;
}

void parse_go_number(Words& words, const GoNumber& number, Go& go) {
  // `go wtime btime 1000`: the second word is no broken value of the first.
  if (!words.has_more() || is_go_word(words.peek())) {
    go.problems.push_back(std::string(number.name) + " has no value");
    return;
  }
  const std::string_view text = words.take();
  if (const auto value = parse_number(text))
    go.*number.value = value;
  else
    go.problems.push_back(std::string(number.name) + " must be a whole number, not " +
                          notation::in_quotes(text));
}

Command parse_go(Words words) {
  Go go;
  while (words.has_more()) {
    const std::string_view word = words.take();
    if (word == "infinite") {
      go.infinite = true;
    } else if (word == "ponder") {
      go.ponder = true;
    } else if (word == "searchmoves") {
      while (words.has_more() && is_move_shaped(words.peek())) go.search_moves.emplace_back(words.take());
    } else if (const GoNumber* const number = find_go_number(word)) {
      parse_go_number(words, *number, go);
    } else if (go.problems.size() < 16) {  // a line of a million unknown words is not worth a million lines
      go.problems.push_back("go does not know " + notation::in_quotes(word));
    }
  }
  return go;
}

Command parse_perft(Words words) {
  const auto depth = words.has_more() ? parse_number(words.peek()) : std::nullopt;
  return Go{.perft = depth.value_or(1)};
}

Command parse_bench(Words words) {
  return Bench{words.has_more() ? parse_number(words.peek()) : std::nullopt};
}

template <class Simple>
Command parse_simple(Words) {
  return Simple{};
}

struct Verb {
  std::string_view word;
  Command (*parse)(Words rest);
};
constexpr Verb kVerbs[] = {
    {"uci", parse_simple<Uci>},           {"debug", parse_debug},
    {"isready", parse_simple<IsReady>},   {"setoption", parse_set_option},
    {"register", parse_simple<Register>}, {"ucinewgame", parse_simple<UciNewGame>},
    {"position", parse_position},         {"go", parse_go},
    {"stop", parse_simple<Stop>},         {"ponderhit", parse_simple<PonderHit>},
    {"quit", parse_simple<Quit>},
};
constexpr Verb kExtras[] = {
    {"d", parse_simple<Display>}, {"eval", parse_simple<Evaluate>}, {"bench", parse_bench},
    {"perft", parse_perft},       {"flip", parse_simple<Flip>},     {"help", parse_simple<Help>},
};

const Verb* find_verb(std::span<const Verb> verbs, std::string_view word) {
  const auto found =
      std::find_if(verbs.begin(), verbs.end(), [=](const Verb& verb) { return verb.word == word; });
  return found == verbs.end() ? nullptr : &*found;
}

}  // namespace

Command parse_uci_command(std::string_view line) {
  const std::vector<std::string_view> words = split_words(line);
  if (words.empty() || words.front().starts_with('#')) return Empty{};
  const std::span all(words);
  if (const Verb* const extra = find_verb(kExtras, all.front())) return extra->parse(Words(all.subspan(1)));
  for (std::size_t i = 0; i < all.size(); ++i)
    if (const Verb* const verb = find_verb(kVerbs, all[i])) return verb->parse(Words(all.subspan(i + 1)));
  return Unknown{std::string(all.front())};
}

bool is_uci_word(std::string_view word) {
  return find_verb(kVerbs, word) != nullptr || find_verb(kExtras, word) != nullptr;
}

}  // namespace vitrine::protocols
