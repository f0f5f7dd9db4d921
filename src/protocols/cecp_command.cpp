#include "protocols/cecp_command.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>

#include "protocols/words.h"

namespace vitrine::protocols::cecp {

namespace {

using Parsed = base::Result<Command, CommandError>;

CommandError missing(std::string_view what) { return {"no " + std::string(what)}; }

// The number a text begins with; what follows it is ignored, as GUIs differ in what they append.
template <class Number>
std::optional<Number> leading_number(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  Number number = 0;
  if (std::from_chars(text.data(), text.data() + text.size(), number).ec != std::errc()) return {};
  return number;
}

// A decimal number of seconds, minutes or hundredths. Bounded, so that no sum of such times overflows.
std::optional<Milliseconds> leading_time(std::string_view text, double milliseconds_per_unit) {
  const auto number = leading_number<double>(text);
  if (!number || !std::isfinite(*number)) return {};
  constexpr double kLongest = 1e12;  // thirty years
  const double time = std::clamp(std::round(*number * milliseconds_per_unit), -kLongest, kLongest);
  return Milliseconds(static_cast<std::int64_t>(time));
}

constexpr double kMinute = 60'000;
constexpr double kSecond = 1'000;
constexpr double kCentisecond = 10;

// MIN or MIN:SEC.
std::optional<Milliseconds> base_time(std::string_view text) {
  const std::size_t colon = text.find(':');
  const auto minutes = leading_time(text.substr(0, colon), kMinute);
  if (!minutes || colon == std::string_view::npos) return minutes;
  const auto seconds = leading_time(text.substr(colon + 1), kSecond);
  return *minutes + seconds.value_or(Milliseconds(0));
}

Parsed parse_level(std::string_view rest) {
  const auto moves = leading_number<int>(take_word(rest));
  const auto base = base_time(take_word(rest));
  const auto increment = leading_time(take_word(rest), kSecond);
  if (!moves || !base || !increment) return CommandError{"level needs moves, minutes and increment"};
  if (*moves < 0 || base->count() < 0 || increment->count() < 0) return CommandError{"negative level"};
  return Command(Level{*moves, *base, *increment});
}

// A command without arguments; whatever follows it is ignored.
template <class Kind>
Parsed plain(std::string_view) {
  return Command(Kind{});
}
template <class Kind, bool value>
Parsed plain_switch(std::string_view) {
  return Command(Kind{value});
}

template <class Kind, class Number>
Parsed with_number(std::string_view rest) {
  const auto number = leading_number<Number>(rest);
  if (!number) return missing("number");
  return Command(Kind{*number});
}

template <class Kind, int milliseconds_per_unit>
Parsed with_time(std::string_view rest) {
  const auto time = leading_time(rest, milliseconds_per_unit);
  if (!time) return missing("time");
  return Command(Kind{*time});
}

template <class Kind>
Parsed with_text(std::string_view rest) {
  return Command(Kind{std::string(rest)});
}
template <class Kind>
Parsed with_word(std::string_view rest) {
  const std::string_view word = take_word(rest);
  if (word.empty()) return missing("argument");
  return Command(Kind{std::string(word)});
}
template <class Kind, bool value>
Parsed with_switch_and_word(std::string_view rest) {
  const std::string_view word = take_word(rest);
  if (word.empty()) return missing("argument");
  return Command(Kind{value, std::string(word)});
}

template <class Kind>
Parsed with_two_numbers(std::string_view rest) {
  const auto first = leading_number<int>(take_word(rest));
  const auto second = leading_number<int>(take_word(rest));
  if (!first || !second) return CommandError{"two numbers needed"};
  return Command(Kind{*first, *second});
}

Parsed parse_turn_white(std::string_view) { return Command(SetTurn{chess::Color::white}); }
Parsed parse_turn_black(std::string_view) { return Command(SetTurn{chess::Color::black}); }

Parsed parse_result(std::string_view rest) {
  const std::string_view result = take_word(rest);
  if (result != "1-0" && result != "0-1" && result != "1/2-1/2" && result != "*")
    return CommandError{"unknown result"};
  rest = trimmed(rest);
  if (rest.starts_with('{')) rest.remove_prefix(1);
  if (rest.ends_with('}')) rest.remove_suffix(1);
  return Command(GameResult{std::string(result), std::string(rest)});
}

Parsed parse_table_base_path(std::string_view rest) {
  const std::string_view type = take_word(rest);
  if (type.empty()) return missing("argument");
  return Command(TableBasePath{std::string(type), std::string(trimmed(rest))});
}

Parsed parse_option(std::string_view rest) {
  const std::size_t equals = rest.find('=');
  const std::string_view name = trimmed(rest.substr(0, equals));
  if (name.empty()) return missing("option name");
  SetOption option{std::string(name), {}};
  if (equals != std::string_view::npos) option.value = std::string(trimmed(rest.substr(equals + 1)));
  return Command(std::move(option));
}

struct Verb {
  std::string_view name;
  Parsed (*parse)(std::string_view rest);
};

constexpr Verb kVerbs[] = {
    {"xboard", plain<Xboard>},
    {"protover", with_number<Protover, int>},
    {"accepted", with_switch_and_word<FeatureAnswer, true>},
    {"rejected", with_switch_and_word<FeatureAnswer, false>},
    {"quit", plain<Quit>},

    {"new", plain<New>},
    {"variant", with_word<Variant>},
    {"force", plain<Force>},
    {"go", plain<Go>},
    {"playother", plain<PlayOther>},
    {"white", parse_turn_white},
    {"black", parse_turn_black},
    {"usermove", with_word<UserMove>},
    {"?", plain<MoveNow>},
    {"draw", plain<OfferDraw>},
    {"result", parse_result},
    {"setboard", with_text<SetBoard>},
    {"edit", plain<Edit>},
    {"undo", plain<Undo>},
    {"remove", plain<Remove>},

    {"level", parse_level},
    {"st", with_time<MoveTime, static_cast<int>(kSecond)>},
    {"sd", with_number<Depth, int>},
    {"depth", with_number<Depth, int>},  // an older name, still sent by some
    {"nps", with_number<NodeRate, std::int64_t>},
    {"time", with_time<OwnTime, static_cast<int>(kCentisecond)>},
    {"otim", with_time<OpponentTime, static_cast<int>(kCentisecond)>},

    {"hard", plain_switch<Pondering, true>},
    {"easy", plain_switch<Pondering, false>},
    {"post", plain_switch<Posting, true>},
    {"nopost", plain_switch<Posting, false>},
    {"analyze", plain<Analyze>},
    {"exit", plain<Exit>},
    {".", plain<Status>},
    {"hint", plain<Hint>},
    {"bk", plain<Book>},
    {"pause", plain<Pause>},
    {"resume", plain<Resume>},
    {"exclude", with_switch_and_word<Exclusion, true>},
    {"include", with_switch_and_word<Exclusion, false>},
    {"setscore", with_two_numbers<SetScore>},

    {"memory", with_number<Memory, int>},
    {"cores", with_number<Cores, int>},
    {"egtpath", parse_table_base_path},
    {"option", parse_option},

    {"ping", with_number<Ping, std::int64_t>},
    {"name", with_text<OpponentName>},
    {"rating", with_two_numbers<Rating>},
    {"ics", with_text<Ics>},
    {"computer", plain<Computer>},
    {"random", plain<Random>},
    {"help", plain<Help>},
    {"lift", plain<Ignored>},
    {"put", plain<Ignored>},
    {"hover", plain<Ignored>},
    {"partner", plain<Ignored>},
    {"ptell", plain<Ignored>},
    {"holding", plain<Ignored>},
};

bool is_square(std::string_view text) { return chess::Square::parse(text).has_value(); }

// Ends on a square and has nothing before it but what SAN and its long forms have.
bool has_san_shape(std::string_view text) {
  constexpr std::string_view kPieces = "KQRBNP";
  constexpr std::string_view kPromotions = "QRBNqrbn";
  while (!text.empty() && std::string_view("+#!?").find(text.back()) != std::string_view::npos)
    text.remove_suffix(1);
  if (text.size() > 2 && kPromotions.find(text.back()) != std::string_view::npos) {
    text.remove_suffix(1);
    if (text.ends_with('=')) text.remove_suffix(1);
  }
  if (!text.empty() && kPieces.find(text.front()) != std::string_view::npos) text.remove_prefix(1);
  if (text.size() < 2 || !is_square(text.substr(text.size() - 2))) return false;
  return text.find_first_not_of("abcdefgh12345678x-") == std::string_view::npos;
}

bool has_move_shape(std::string_view text) {
  if (text.starts_with("O-O") || text.starts_with("0-0") || text.starts_with("o-o")) return true;
  if (text == "@@@@" || (text.size() == 4 && text[1] == '@' && is_square(text.substr(2)))) return true;
  const std::size_t comma = text.find(',');  // a move of several legs
  return has_san_shape(text.substr(0, comma));
}

}  // namespace

Parsed parse_command(std::string_view line) {
  std::string_view rest = line;
  const std::string_view name = take_word(rest);
  if (name.empty()) return Command(Ignored{});
  const auto* const verb = std::find_if(std::begin(kVerbs), std::end(kVerbs),
                                        [=](const Verb& known) { return known.name == name; });
  if (verb != std::end(kVerbs)) return verb->parse(trimmed(rest));
  if (has_move_shape(name)) return Command(UserMove{std::string(name)});
  return CommandError{"unknown command"};
}

base::Result<EditCommand, CommandError> parse_edit_command(std::string_view line) {
  const std::string_view text = trimmed(line);
  if (text == "#") return EditCommand(ClearBoard{});
  if (text == "c") return EditCommand(SwitchColor{});
  if (text == ".") return EditCommand(EndEdit{});
  const auto square = text.size() == 3 ? chess::Square::parse(text.substr(1)) : std::nullopt;
  if (!square) return CommandError{"unknown command in edit mode"};
  if (text[0] == 'x') return EditCommand(ClearSquare{*square});
  const auto type = chess::parse_piece_type(text[0]);
  if (!type) return CommandError{"unknown piece"};
  return EditCommand(PutPiece{*type, *square});
}

}  // namespace vitrine::protocols::cecp
