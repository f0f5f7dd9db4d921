#include <concepts>
#include <limits>
#include <set>
#include <stdexcept>
#include <type_traits>

#include <nlohmann/json.hpp>

#include "arena/settings.h"

// Each struct has one list of its fields, and both the writer and the reader walk it: what one knows the
// other knows too.

namespace vitrine::arena {
namespace {

using Json = nlohmann::ordered_json;

template <class T, class Struct>
concept FieldsOf = std::same_as<std::remove_const_t<T>, Struct>;

template <class Enum>
struct Word {
  Enum value;
  const char* text;
};
constexpr Word<Format> kFormats[] = {
    {Format::round_robin, "round_robin"}, {Format::gauntlet, "gauntlet"},
    {Format::pyramid, "pyramid"},         {Format::swiss, "swiss"},
    {Format::knockout, "knockout"},       {Format::swiss_then_knockout, "swiss_then_knockout"}};
constexpr Word<Protocol> kProtocols[] = {{Protocol::uci, "uci"}, {Protocol::cecp, "xboard"}};
constexpr Word<Restart> kRestarts[] = {{Restart::never, "never"}, {Restart::always, "always"}};
constexpr Word<TablebaseVerdicts> kVerdicts[] = {{TablebaseVerdicts::wins_and_draws, "wins_and_draws"},
                                                 {TablebaseVerdicts::wins, "wins"},
                                                 {TablebaseVerdicts::draws, "draws"}};
constexpr Word<OpeningSettings::Kind> kBookKinds[] = {{OpeningSettings::Kind::built_in, "built_in"},
                                                      {OpeningSettings::Kind::epd, "epd"},
                                                      {OpeningSettings::Kind::pgn, "pgn"},
                                                      {OpeningSettings::Kind::polyglot, "polyglot"}};
constexpr Word<OpeningSettings::Order> kOrders[] = {{OpeningSettings::Order::sequential, "sequential"},
                                                    {OpeningSettings::Order::random, "random"}};

constexpr auto& words(Format) { return kFormats; }
constexpr auto& words(Protocol) { return kProtocols; }
constexpr auto& words(Restart) { return kRestarts; }
constexpr auto& words(TablebaseVerdicts) { return kVerdicts; }
constexpr auto& words(OpeningSettings::Kind) { return kBookKinds; }
constexpr auto& words(OpeningSettings::Order) { return kOrders; }

template <class Visit>
void for_each_field(FieldsOf<TimeControl> auto& s, Visit&& visit) {
  visit("clock", s.clock);
  visit("move_time_ms", s.move_time);
  visit("nodes", s.nodes);
  visit("depth", s.depth);
  visit("margin_ms", s.margin);
}
template <class Visit>
void for_each_field(FieldsOf<Player> auto& s, Visit&& visit) {
  visit("name", s.name);
  visit("exhibit", s.exhibit);
  visit("command", s.command);
  visit("protocol", s.protocol);
  visit("directory", s.directory);
  visit("options", s.options);
  visit("init_strings", s.init_strings);
  visit("time", s.time);
  visit("restart", s.restart);
  visit("start_patience_ms", s.start_patience);
  visit("ping_patience_ms", s.ping_patience);
}
template <class Visit>
void for_each_field(FieldsOf<ResignRule> auto& s, Visit&& visit) {
  visit("move_count", s.move_count);
  visit("score", s.score);
  visit("two_sided", s.two_sided);
}
template <class Visit>
void for_each_field(FieldsOf<DrawRule> auto& s, Visit&& visit) {
  visit("move_number", s.move_number);
  visit("move_count", s.move_count);
  visit("score", s.score);
}
template <class Visit>
void for_each_field(FieldsOf<AdjudicationRules> auto& s, Visit&& visit) {
  visit("resign", s.resign);
  visit("draw", s.draw);
  visit("max_moves", s.max_moves);
  visit("tablebase_verdicts", s.tablebase_verdicts);
}
template <class Visit>
void for_each_field(FieldsOf<GameRules> auto& s, Visit&& visit) {
  visit("adjudication", s.adjudication);
  visit("longest_move_ms", s.longest_move);
}
template <class Visit>
void for_each_field(FieldsOf<OpeningSettings> auto& s, Visit&& visit) {
  visit("kind", s.kind);
  visit("file", s.file);
  visit("order", s.order);
  visit("plies", s.plies);
  visit("start", s.start);
}
template <class Visit>
void for_each_field(FieldsOf<SprtSettings> auto& s, Visit&& visit) {
  visit("model", s.model);
  visit("elo0", s.elo0);
  visit("elo1", s.elo1);
  visit("alpha", s.alpha);
  visit("beta", s.beta);
}
template <class Visit>
void for_each_field(FieldsOf<PgnSettings> auto& s, Visit&& visit) {
  visit("file", s.file);
  visit("with_tags", s.with_tags);
  visit("is_minimal", s.is_minimal);
}
template <class Visit>
void for_each_field(FieldsOf<TournamentSettings> auto& s, Visit&& visit) {
  visit("event", s.event);
  visit("site", s.site);
  visit("format", s.format);
  visit("players", s.players);
  visit("rounds", s.rounds);
  visit("games", s.games);
  visit("repeats_openings", s.repeats_openings);
  visit("seeds", s.seeds);
  visit("seed", s.seed);
  visit("openings", s.openings);
  visit("rules", s.rules);
  visit("tablebase_path", s.tablebase_path);
  visit("tablebase_men", s.tablebase_men);
  visit("sprt", s.sprt);
  visit("max_faults", s.max_faults);
  visit("concurrency", s.concurrency);
  visit("pgn", s.pgn);
}

// --- Writing

using EngineOptions = std::vector<std::pair<std::string, std::string>>;

template <class T>
requires std::is_arithmetic_v<T> Json json_of(const T& value) { return value; }
Json json_of(const std::string& text) { return text; }
Json json_of(const Milliseconds& value) { return value.count(); }
Json json_of(const TimeControl::Clock& clock) { return to_string(clock); }
Json json_of(const SprtModel& model) { return to_string(model); }

template <class Enum>
requires std::is_enum_v<Enum> Json json_of(const Enum& value) {
  for (const auto& word : words(value))
    if (word.value == value) return word.text;
  throw std::logic_error("a setting has no name");
}

// {"Hash": "16"}; a list of pairs where a name comes twice, which an object can't hold.
Json json_of(const EngineOptions& options) {
  std::set<std::string> names;
  for (const auto& [name, value] : options) names.insert(name);
  const bool is_object = names.size() == options.size();
  Json json = is_object ? Json::object() : Json::array();
  for (const auto& [name, value] : options) {
    if (is_object) {
      json[name] = value;
    } else {
      json.push_back(Json::array({name, value}));
    }
  }
  return json;
}

template <class T>
requires std::is_class_v<T> Json json_of(const T& value);

template <class T>
Json json_of(const std::vector<T>& list) {
  Json json = Json::array();
  for (const T& value : list) json.push_back(json_of(value));
  return json;
}

template <class T>
requires std::is_class_v<T> Json json_of(const T& value) {
  Json json = Json::object();
  const auto write = [&json]<class Field>(const char* key, const Field& field) {
    if constexpr (requires { field.has_value(); }) {
      if (field) json[key] = json_of(*field);
    } else {
      json[key] = json_of(field);
    }
  };
  for_each_field(value, write);
  return json;
}

// --- Reading

// Thrown and caught in this file only.
struct Refusal {
  std::string text;
};

// A value and where it stands: "players[1].time".
struct Source {
  const Json& json;
  std::string path;

  [[noreturn]] void refuse(const std::string& why) const {
    throw Refusal{(path.empty() ? "the settings" : path) + ": " + why};
  }
  [[nodiscard]] Source at(const std::string& key, const Json& value) const {
    return {value, path.empty() ? key : path + "." + key};
  }
  [[nodiscard]] Source at(std::size_t i) const { return {json[i], path + "[" + std::to_string(i) + "]"}; }
};

void read(const Source& from, std::string& to) {
  if (!from.json.is_string()) from.refuse("must be a text");
  to = from.json.get<std::string>();
}
void read(const Source& from, bool& to) {
  if (!from.json.is_boolean()) from.refuse("must be true or false");
  to = from.json.get<bool>();
}
void read(const Source& from, double& to) {
  if (!from.json.is_number()) from.refuse("must be a number");
  to = from.json.get<double>();
}

template <std::integral Int>
void read(const Source& from, Int& to) {
  if (!from.json.is_number_integer()) from.refuse("must be a whole number");
  using Limits = std::numeric_limits<Int>;
  const bool fits = from.json.is_number_unsigned() ? std::in_range<Int>(from.json.get<std::uint64_t>())
                                                   : std::in_range<Int>(from.json.get<std::int64_t>());
  if (!fits)
    from.refuse("must be from " + std::to_string(Limits::min()) + " to " + std::to_string(Limits::max()));
  to = from.json.get<Int>();
}

void read(const Source& from, Milliseconds& to) {
  std::int64_t count = 0;
  read(from, count);
  // So that sums of them don't overflow, nor microseconds made from them.
  constexpr std::int64_t kMost = std::int64_t{1000} * 60 * 60 * 24 * 365;
  if (count < -kMost || count > kMost) from.refuse("is more than a year");
  to = Milliseconds(count);
}

void read(const Source& from, TimeControl::Clock& to) {
  std::string text;
  read(from, text);
  const auto clock = parse_clock(text);
  if (!clock) from.refuse(clock.error().to_string());
  if (!*clock) from.refuse("\"inf\" is no clock; leave it out");
  to = **clock;
}

void read(const Source& from, SprtModel& to) {
  std::string text;
  read(from, text);
  const auto model = parse_sprt_model(text);
  if (!model) from.refuse("there is no model " + text);
  to = *model;
}

template <class Enum>
requires std::is_enum_v<Enum>
void read(const Source& from, Enum& to) {
  std::string all;
  for (const auto& word : words(to)) {
    if (from.json == word.text) {
      to = word.value;
      return;
    }
    all += (all.empty() ? "" : ", ") + std::string(word.text);
  }
  from.refuse("must be one of " + all);
}

// Values of options are text; numbers and truth values are taken too, as people write them.
std::string option_value(const Source& from) {
  if (from.json.is_boolean() || from.json.is_number_integer()) return from.json.dump();
  std::string text;
  read(from, text);
  return text;
}

void read(const Source& from, EngineOptions& to) {
  to.clear();
  if (from.json.is_object()) {
    for (const auto& [name, value] : from.json.items())
      to.emplace_back(name, option_value(from.at(name, value)));
    return;
  }
  if (!from.json.is_array()) from.refuse("must be an object, or a list of names with values");
  for (std::size_t i = 0; i < from.json.size(); ++i) {
    const Source pair = from.at(i);
    if (!pair.json.is_array() || pair.json.size() != 2) pair.refuse("must be a name with a value");
    std::string name;
    read(pair.at(0), name);
    to.emplace_back(name, option_value(pair.at(1)));
  }
}

template <class T>
requires std::is_class_v<T>
void read(const Source& from, T& to);

template <class T>
void read(const Source& from, std::vector<T>& to) {
  if (!from.json.is_array()) from.refuse("must be a list");
  to.clear();
  for (std::size_t i = 0; i < from.json.size(); ++i) read(from.at(i), to.emplace_back());
}

// A key that isn't there leaves the default; null means nothing where nothing is possible.
template <class T>
requires std::is_class_v<T>
void read(const Source& from, T& to) {
  if (!from.json.is_object()) from.refuse("must be an object");
  std::set<std::string> known;
  const auto read_field = [&]<class Field>(const char* key, Field& field) {
    known.insert(key);
    const auto found = from.json.find(key);
    if (found == from.json.end()) return;
    if constexpr (requires { field.has_value(); }) {
      field.reset();
      if (!found->is_null()) read(from.at(key, *found), field.emplace());
    } else {
      read(from.at(key, *found), field);
    }
  };
  for_each_field(to, read_field);
  for (const auto& [key, value] : from.json.items())
    if (!known.contains(key)) from.at(key, value).refuse("there is no such setting");
}

}  // namespace

std::string to_json(const TournamentSettings& settings) {
  try {
    return json_of(settings).dump(2);
  } catch (const Json::type_error&) {
    throw std::invalid_argument("Names and paths must be UTF-8.");
  }
}

base::Result<TournamentSettings, SettingsError> parse_settings(std::string_view json) {
  try {
    const Json parsed = Json::parse(json);
    TournamentSettings settings;
    read(Source{parsed, ""}, settings);
    return settings;
  } catch (const Refusal& refusal) {
    return SettingsError{refusal.text};
  } catch (const Json::exception& error) {
    return SettingsError{error.what()};
  }
}

}  // namespace vitrine::arena
