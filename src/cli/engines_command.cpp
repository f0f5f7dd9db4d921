#include "cli/engines_command.h"

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <string_view>
#include <variant>

#include "cli/add_command.h"
#include "cli/usage_error.h"
#include "engines/roster.h"
#include "notation/in_quotes.h"

namespace vitrine::cli {

namespace {

using engines::Card;
using engines::Exhibit;
using Json = nlohmann::ordered_json;

struct Options {
  std::string name;
  bool cards = false;
  bool json = false;
};

std::string year_of(const Card& card) { return card.year > 0 ? std::to_string(card.year) : "not dated"; }
std::string rating_of(const Card& card) {
  return card.rating ? std::to_string(*card.rating) : "not measured yet";
}

// The kind of an option and its values, for people.
struct Describe {
  std::string operator()(const engines::CheckOption& option) const {
    return fmt::format("true or false, now {}", option.value);
  }
  std::string operator()(const engines::SpinOption& option) const {
    return fmt::format("{} to {}, now {}", option.min, option.max, option.value);
  }
  std::string operator()(const engines::ComboOption& option) const {
    return fmt::format("{}, now {}", fmt::join(option.choices, " or "), option.value);
  }
  std::string operator()(const engines::ButtonOption&) const { return "a button"; }
  std::string operator()(const engines::TextOption& option) const {
    return option.value.empty() ? "text, now empty" : "text, now " + notation::in_quotes(option.value);
  }
};

struct DescribeAsJson {
  Json operator()(const engines::CheckOption& option) const {
    return {{"type", "check"}, {"value", option.value}};
  }
  Json operator()(const engines::SpinOption& option) const {
    return {{"type", "spin"}, {"value", option.value}, {"min", option.min}, {"max", option.max}};
  }
  Json operator()(const engines::ComboOption& option) const {
    return {{"type", "combo"}, {"value", option.value}, {"choices", option.choices}};
  }
  Json operator()(const engines::ButtonOption&) const { return Json::object({{"type", "button"}}); }
  Json operator()(const engines::TextOption& option) const {
    return {{"type", "text"}, {"value", option.value}};
  }
};

Json to_json(const Exhibit& exhibit) {
  const Card& card = exhibit.card;
  Json json = {{"name", card.name},
               {"title", card.title},
               {"year", card.year > 0 ? Json(card.year) : Json()},
               {"rating", card.rating ? Json(*card.rating) : Json()},
               {"origin", card.origin},
               {"knows", card.knows},
               {"does_not_know", card.does_not_know},
               {"mended", card.mended},
               {"options", Json::array()}};
  const auto engine = exhibit.make();
  for (const engines::Option& option : engine->options().all()) {
    Json described = Json::object({{"name", option.name}});
    described.update(std::visit(DescribeAsJson(), option.kind));
    json["options"].push_back(described);
  }
  return json;
}

// "label" on the left, the text beside it in lines of a width that reads well.
std::string paragraph(std::string_view label, std::string_view text) {
  constexpr std::size_t kIndent = 16;
  constexpr std::size_t kWidth = 100;
  std::string result;
  std::string line = fmt::format("{:<{}}", label, kIndent);
  std::istringstream words{std::string(text)};
  for (std::string word; words >> word;) {
    if (line.size() > kIndent && line.size() + word.size() > kWidth) {
      result += line.substr(0, line.find_last_not_of(' ') + 1) + '\n';
      line = std::string(kIndent, ' ');
    }
    line += word + ' ';
  }
  return result + line.substr(0, line.find_last_not_of(' ') + 1) + '\n';
}

void print_table() {
  constexpr std::string_view kRow = "{:<12}{:<11}{:<18}{}\n";
  std::cout << fmt::format(kRow, "name", "year", "rating", "origin");
  for (const auto& [card, make] : engines::roster())
    std::cout << fmt::format(kRow, card.name, year_of(card), rating_of(card), card.origin);
  std::cout << "\n'vitrine engines NAME' shows the card of one, --cards those of all.\n";
}

void print_card(const Exhibit& exhibit) {
  const Card& card = exhibit.card;
  std::cout << card.title << '\n'
            << paragraph("Name", card.name) << paragraph("Year", year_of(card))
            << paragraph("After", card.origin) << paragraph("Knows", card.knows)
            << paragraph("Does not know", card.does_not_know) << paragraph("Mended", card.mended)
            << paragraph("Rating", rating_of(card));
  const auto engine = exhibit.make();
  std::string_view label = "Options";
  for (const engines::Option& option : engine->options().all()) {
    std::cout << paragraph(label, option.name + ": " + std::visit(Describe(), option.kind));
    label = "";
  }
}

void print_cards() {
  for (const Exhibit& exhibit : engines::roster()) {
    if (&exhibit != engines::roster().data()) std::cout << '\n';
    print_card(exhibit);
  }
}

void run(const Options& options) {
  if (options.name.empty()) {
    if (!options.json) return options.cards ? print_cards() : print_table();
    Json list = Json::array();
    for (const Exhibit& exhibit : engines::roster()) list.push_back(to_json(exhibit));
    std::cout << list.dump(2) << '\n';
    return;
  }
  const Exhibit* const exhibit = engines::find_exhibit(options.name);
  if (exhibit == nullptr) {
    std::string names;
    for (const auto& [card, make] : engines::roster())
      names += fmt::format("{}{}", names.empty() ? "" : ", ", card.name);
    throw UsageError("no engine " + notation::in_quotes(options.name) + "; there are " + names);
  }
  if (options.json)
    std::cout << to_json(*exhibit).dump(2) << '\n';
  else
    print_card(*exhibit);
}

constexpr const char* kExamples = R"(Examples:
  vitrine engines                the exhibits in a table, from the one who knows least
  vitrine engines mailbox        the card of one, with its options
  vitrine engines --cards        the cards of all
  vitrine engines --json         all cards and options, for programs)";

}  // namespace

void add_engines_command(CLI::App& app, int& exit_code) {
  CLI::App* command = add_command(app, "engines", "Show the engines of the cabinet");
  auto options = std::make_shared<Options>();
  command->add_option("name", options->name, "Only this one, in full")->type_name("NAME");
  command->add_flag("--cards", options->cards, "Show the cards of all in full");
  command->add_flag("--json", options->json, "Print JSON instead");
  command->footer(kExamples);
  command->callback([options, &exit_code] {
    run(*options);
    exit_code = 0;
  });
}

}  // namespace vitrine::cli
