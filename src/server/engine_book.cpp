#include "server/engine_book.h"

#include <algorithm>
#include <set>
#include <stdexcept>

#include "engines/roster.h"
#include "notation/in_quotes.h"
#include "protocols/clean_text.h"

namespace vitrine::server {

namespace {

using protocols::clean_text;

constexpr std::int64_t kDay = 24 * 3600 * 1000;

// What a browser may set; nothing: what it may not.
struct OptionWriter {
  Json operator()(const engines::CheckOption& o) const { return {{"type", "check"}, {"default", o.value}}; }
  Json operator()(const engines::SpinOption& o) const {
    return {{"type", "spin"}, {"default", o.value}, {"min", o.min}, {"max", o.max}};
  }
  Json operator()(const engines::ComboOption& o) const {
    Json choices = Json::array();
    for (const std::string& choice : o.choices) choices.push_back(clean_text(choice));
    return {{"type", "combo"}, {"default", clean_text(o.value)}, {"choices", choices}};
  }
  Json operator()(const engines::ButtonOption&) const { return {{"type", "button"}, {"default", nullptr}}; }
  Json operator()(const engines::TextOption&) const { return {}; }
};

Json options_json(const std::vector<engines::Option>& options) {
  Json list = Json::array();
  for (const engines::Option& option : options) {
    Json json = std::visit(OptionWriter(), option.kind);
    if (json.is_null()) continue;
    json["name"] = clean_text(option.name);
    list.push_back(std::move(json));
  }
  return list;
}

Json card_json(const engines::Card& card) {
  Json json = {{"id", card.name},       {"title", card.title}, {"kind", "exhibit"},
               {"origin", card.origin}, {"knows", card.knows}, {"does_not_know", card.does_not_know},
               {"mended", card.mended}};
  if (card.year > 0) json["year"] = card.year;
  if (card.rating) json["rating"] = *card.rating;
  return json;
}

// "Stockfish 16" as "stockfish-16": fit for an address and for a name in JSON.
std::string make_id(std::string_view name, const std::set<std::string>& taken) {
  std::string id;
  for (const char c : name) {
    const bool is_letter = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    if (is_letter || (c >= 'A' && c <= 'Z'))
      id += is_letter ? c : static_cast<char>(c - 'A' + 'a');
    else if (!id.empty() && id.back() != '-')
      id += '-';
  }
  while (!id.empty() && id.back() == '-') id.pop_back();
  if (id.empty()) id = "program";
  std::string result = id;
  for (int i = 2; taken.contains(result); ++i) result = id + "-" + std::to_string(i);
  return result;
}

std::string value_text(const Json& value, const std::string& where) {
  if (value.is_boolean()) return value.get<bool>() ? "true" : "false";
  if (value.is_number_integer()) return std::to_string(value.get<std::int64_t>());
  if (value.is_number()) return std::to_string(static_cast<std::int64_t>(value.get<double>()));
  if (value.is_string()) return value.get<std::string>();
  if (value.is_null()) return "";
  throw bad_request("An option is a text, a number, or true or false.", where);
}

}  // namespace

EngineBook::EngineBook(const std::vector<Program>& programs, EngineMaker maker) : maker_(std::move(maker)) {
  std::set<std::string> ids;
  for (const engines::Exhibit& exhibit : engines::roster()) {
    const std::string id(exhibit.card.name);
    arena::Player player{.name = std::string(exhibit.card.title), .exhibit = id};
    entries_.push_back({id, card_json(exhibit.card), std::move(player), exhibit.make()->options().all()});
    ids.insert(id);
  }
  for (const Program& program : programs) {
    const std::string id = make_id(program.player.name, ids);
    arena::Player player = program.player;
    player.name = clean_text(player.name);
    Json card = {{"id", id}, {"title", player.name}, {"kind", "program"}};
    entries_.push_back({id, std::move(card), std::move(player), program.options});
    ids.insert(id);
  }
  for (Entry& entry : entries_) entry.card["options"] = options_json(entry.options);
}

Json EngineBook::roster(std::string_view version) const {
  Json engines = Json::array();
  for (const Entry& entry : entries_) engines.push_back(entry.card);
  return {{"engines", std::move(engines)}, {"version", version}};
}

const EngineBook::Entry& EngineBook::find(const Fields& fields) const {
  const std::string id = fields.text("engine");
  const auto found = std::ranges::find(entries_, id, &Entry::id);
  if (found != entries_.end()) return *found;
  throw bad_request("There is no engine " + clean_text(notation::in_quotes(id)) + ".", fields.place("engine"),
                    404);
}

arena::Player EngineBook::read_player(const Fields& fields) const {
  const Entry& entry = find(fields);
  arena::Player player = entry.player;
  const auto wanted = fields.find_object("options");
  if (!wanted) return player;
  engines::Options known;
  for (const engines::Option& option : entry.options) known.add(option);
  for (const auto& [name, value] : wanted->json().items()) {
    const std::string where = wanted->place(clean_text(name));
    const engines::Option* const option = known.find(name);
    if (option == nullptr || std::holds_alternative<engines::TextOption>(option->kind))
      throw bad_request("The engine has no option of that name that can be set here.", where);
    const std::string text = value_text(value, where);
    if (const std::string problem = known.set(name, text); !problem.empty())
      throw bad_request(clean_text(problem), where);
    player.options.emplace_back(option->name, text);
  }
  return player;
}

arena::TimeControl read_time(const Fields& fields, std::string_view limit, std::string_view clock) {
  arena::TimeControl time;
  if (const auto limits = fields.find_object(limit)) {
    if (const auto ms = limits->find_number("time", 1, kDay)) time.move_time = arena::Milliseconds(*ms);
    if (const auto n = limits->find_number("nodes", 1, 1'000'000'000'000)) time.nodes = *n;
    if (const auto n = limits->find_number("depth", 1, 200)) time.depth = static_cast<int>(*n);
  }
  if (const auto clocks = fields.find_object(clock)) {
    arena::TimeControl::Clock value{
        .base = arena::Milliseconds(clocks->number("base", 0, kDay)),
        .increment = arena::Milliseconds(clocks->find_number("increment", 0, kDay).value_or(0))};
    if (value.base + value.increment == arena::Milliseconds(0))
      throw bad_request("There is no time on this clock.", fields.place(clock));
    time.clock = value;
  }
  return time;
}

}  // namespace vitrine::server
