#include "lab/spsa/spsa_state.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "notation/in_quotes.h"

namespace vitrine::lab {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kTitle = "vitrine lab spsa 1";

Json to_json(const TunedOption& option) {
  return {{"name", option.name}, {"value", option.value}, {"min", option.min},
          {"max", option.max},   {"c_end", option.c_end}, {"r_end", option.r_end}};
}

std::string value_at(const Json& json, const Json::json_pointer& path) {
  if (!json.contains(path)) return "missing";
  constexpr std::size_t kLongest = 60;
  const std::string text = json.at(path).dump(-1, ' ', true);
  return text.size() > kLongest ? text.substr(0, kLongest) + "..." : text;
}

std::string difference_text(const std::string& path, const std::string& there, const std::string& here) {
  return path.substr(1) + " is " + there + " there, and " + here + " here";
}

// The first thing in which they differ; empty: nothing.
std::string difference(const Json& there, const Json& here) {
  const Json flat_there = there.flatten(), flat_here = here.flatten();
  for (const Json* side : {&flat_here, &flat_there})
    for (const auto& [path, value] : side->items()) {
      const Json::json_pointer pointer(path);
      const std::string theirs = value_at(there, pointer), ours = value_at(here, pointer);
      if (theirs != ours) return difference_text(path, theirs, ours);
    }
  return {};
}

// What a hand or a broken disk may have made of it.
bool is_sound(const SpsaState& state, const std::vector<TunedOption>& options, std::int64_t steps) {
  if (state.next < 0 || state.next > steps) return false;
  std::int64_t before = state.next;  // itself not applied
  for (const std::int64_t number : state.ahead) {
    if (number <= before || number >= steps) return false;
    before = number;
  }
  for (std::size_t i = 0; i < options.size(); ++i)
    if (!(state.values[i] >= static_cast<double>(options[i].min) &&
          state.values[i] <= static_cast<double>(options[i].max)))
      return false;
  return std::min({state.total.wins, state.total.draws, state.total.losses, state.total.on_time}) >= 0;
}

}  // namespace

std::string describe_run(const std::vector<TunedOption>& options, const SpsaRules& rules,
                         std::string_view games) {
  Json tuned = Json::array();
  for (const TunedOption& option : options) tuned.push_back(to_json(option));
  const Json run = {{"steps", rules.steps},
                    {"stability", rules.stability},
                    {"seed", rules.seed},
                    {"games", Json::parse(games)},
                    {"tuned", tuned}};
  return run.dump();
}

std::string to_text(const SpsaState& state, const std::vector<TunedOption>& options, std::string_view run) {
  Json values = Json::array();
  for (std::size_t i = 0; i < options.size(); ++i)
    values.push_back({{"name", options[i].name}, {"value", state.values[i]}});
  const Json json = {{"format", kTitle},
                     {"next", state.next},
                     {"ahead", state.ahead},
                     {"wins", state.total.wins},
                     {"draws", state.total.draws},
                     {"losses", state.total.losses},
                     {"on_time", state.total.on_time},
                     {"values", values},
                     {"run", Json::parse(run)}};
  return json.dump(1) + "\n";
}

base::Result<SpsaState, std::string> parse_spsa_state(std::string_view text,
                                                      const std::vector<TunedOption>& options,
                                                      std::string_view run) {
  const Json json = Json::parse(text, nullptr, false);
  if (!json.is_object() || json.value("format", Json()) != kTitle)
    return std::string("this is no state of `vitrine lab spsa`");
  try {
    const Json here = Json::parse(run);
    if (const std::string what = difference(json.at("run"), here); !what.empty())
      return "it is of another run: " + what;
    SpsaState state{.values = {},
                    .next = json.at("next").get<std::int64_t>(),
                    .ahead = json.at("ahead").get<std::vector<std::int64_t>>()};
    state.total = {.wins = json.at("wins").get<std::int64_t>(),
                   .draws = json.at("draws").get<std::int64_t>(),
                   .losses = json.at("losses").get<std::int64_t>(),
                   .on_time = json.at("on_time").get<std::int64_t>()};
    for (std::size_t i = 0; i < options.size(); ++i) {
      const Json& value = json.at("values").at(i);
      if (value.at("name") != options[i].name)
        return "it is damaged: the value of " + notation::in_quotes(options[i].name) + " is missing";
      state.values.push_back(value.at("value").get<double>());
    }
    if (!is_sound(state, options, here.at("steps").get<std::int64_t>()))
      return std::string("it is damaged: its numbers contradict each other");
    return state;
  } catch (const Json::exception& error) {
    return "it is damaged: " + std::string(error.what());
  }
}

}  // namespace vitrine::lab
