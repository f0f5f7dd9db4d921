// The command line of `vitrine lab spsa` as a match, and as options to tune.

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "arena/time_control.h"
#include "cli/lab_compare_training.h"
#include "cli/lab_spsa.h"
#include "cli/tournament_arguments.h"
#include "cli/usage_error.h"
#include "engines/vitrine/parameters.h"
#include "notation/in_quotes.h"

namespace vitrine::cli {

namespace {

using notation::in_quotes;

std::vector<std::string> engine_words(const SpsaArguments& arguments) {
  if (arguments.engine.empty()) return {"exhibit=vitrine"};
  std::vector<std::string> words = arguments.engine;
  // As the other commands of the lab name an engine.
  if (words.size() == 1 && words[0].find('=') == std::string::npos) words[0] = "exhibit=" + words[0];
  return words;
}

bool has_limit(const std::vector<std::string>& words) {
  return std::ranges::any_of(words, [](const std::string& word) {
    return std::ranges::any_of(std::initializer_list<const char*>{"tc=", "st=", "nodes=", "depth=", "plies="},
                               [&](const char* key) { return word.starts_with(key); });
  });
}

std::vector<std::string> common_words(const SpsaArguments& arguments) {
  std::vector<std::string> words;
  if (!arguments.clock.empty()) {
    if (const auto clock = arena::parse_clock(arguments.clock); !clock)
      throw UsageError("--tc: " + clock.error().to_string());
    words.push_back("tc=" + arguments.clock);
  }
  const bool is_limited = !arguments.clock.empty() || has_limit(arguments.engine);
  if (arguments.nodes || !is_limited)
    words.push_back("nodes=" + std::to_string(arguments.nodes.value_or(8'000)));
  for (const std::string& option : arguments.options) {
    if (option.find('=') == std::string::npos)
      throw UsageError("--option: " + in_quotes(option) + " should be NAME=VALUE");
    words.push_back("option." + option);
  }
  return words;
}

// The names of the flagship's parameters.
std::vector<std::string> parameter_names() {
  std::vector<std::string> names;
  engines::flagship::Parameters parameters;
  engines::flagship::for_each_parameter(parameters,
                                        [&](const char* name, int, int, int) { names.emplace_back(name); });
  return names;
}

std::vector<const engines::Option*> search_parameters(const engines::Options& options) {
  std::vector<const engines::Option*> found;
  for (const std::string& name : parameter_names())
    if (const engines::Option* const option = options.find(name);
        option != nullptr && std::holds_alternative<engines::SpinOption>(option->kind))
      found.push_back(option);
  return found;
}

std::vector<const engines::Option*> spin_options(const engines::Options& options) {
  std::vector<const engines::Option*> found;
  for (const engines::Option& option : options.all())
    if (const auto* const spin = std::get_if<engines::SpinOption>(&option.kind);
        spin != nullptr && spin->min < spin->max)
      found.push_back(&option);
  return found;
}

}  // namespace

arena::TournamentSettings spsa_match(const SpsaArguments& arguments) {
  std::vector<std::string> words;
  const auto add = [&](const char* option, const std::vector<std::string>& more) {
    words.emplace_back(option);
    words.insert(words.end(), more.begin(), more.end());
  };
  add("--each", common_words(arguments));
  add("--engine", engine_words(arguments));
  add("--engine", engine_words(arguments));
  if (!arguments.openings.empty()) add("--openings", arguments.openings);
  if (!arguments.is_played_out) {
    add("--resign", {"movecount=3", "score=600"});
    add("--draw", {});
    add("--maxmoves", {"200"});
  }
  TournamentArguments match = parse_tournament_arguments(words, true);
  if (!match.bots.empty()) throw UsageError("--engine: a bot has no options to tune");
  match.settings.seed = arguments.rules.seed;
  match.settings.rounds = arguments.pairs;
  return std::move(match.settings);
}

std::string spsa_games_text(const SpsaArguments& arguments, const arena::TournamentSettings& match) {
  const auto all = nlohmann::ordered_json::parse(arena::to_json(match));
  const nlohmann::ordered_json games = {{"pairs", arguments.pairs},
                                        {"player", all.at("players").at(0)},
                                        {"openings", all.at("openings")},
                                        {"rules", all.at("rules")}};
  return games.dump();
}

bool has_search_parameters(const engines::Options& options) { return !search_parameters(options).empty(); }

std::vector<lab::TunedOption> spsa_proposals(const SpsaArguments& arguments,
                                             const engines::Options& options) {
  auto chosen = search_parameters(options);
  if (chosen.empty()) chosen = spin_options(options);
  std::vector<lab::TunedOption> tuned;
  tuned.reserve(chosen.size());
  for (const engines::Option* const option : chosen)
    tuned.push_back(lab::to_tuned_option(*option, arguments.c_share, arguments.r_end));
  return tuned;
}

std::vector<lab::TunedOption> spsa_options(const SpsaArguments& arguments, const engines::Options& options) {
  if (arguments.tune.empty()) {
    if (!has_search_parameters(options))
      throw UsageError(
          "the engine has no parameters of its search as options: build it with -DVITRINE_TUNABLE=ON, or say "
          "with --tune which of its options to tune; --params lists them");
    return spsa_proposals(arguments, options);
  }
  const auto text = read_whole_file(arguments.tune);
  if (!text) throw std::runtime_error("can't read " + arguments.tune);
  auto tuned = lab::parse_tuned_options(*text, options);
  if (!tuned) throw UsageError(tuned.error().to_string(arguments.tune));
  for (const std::string& option : arguments.options) {
    const engines::Option* const set = options.find(option.substr(0, option.find('=')));
    if (set != nullptr && std::ranges::find(*tuned, set->name, &lab::TunedOption::name) != tuned->end())
      throw UsageError("--option: " + in_quotes(set->name) + " is tuned; " + arguments.tune +
                       " says where it starts");
  }
  return *std::move(tuned);
}

}  // namespace vitrine::cli
