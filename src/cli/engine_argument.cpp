#include "cli/engine_argument.h"

#include <fmt/format.h>

#include <CLI/App.hpp>

#include "cli/usage_error.h"
#include "eval/piece_square_model.h"
#include "notation/in_quotes.h"

namespace vitrine::cli {

namespace {

std::string all_names() {
  std::string names;
  for (const engines::Exhibit& exhibit : engines::roster()) {
    if (!names.empty()) names += ", ";
    names += exhibit.card.name;
  }
  return names;
}

}  // namespace

void add_engine_argument(CLI::App& command, EngineArgument& argument) {
  command.add_option("--engine", argument.name, fmt::format("{} (default: {})", all_names(), argument.name))
      ->type_name("NAME");
  command.add_option("--option", argument.options, "Set an option of the engine; may be given several times")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  command.add_option("--model", argument.model, "A piece-square model to evaluate by (vitrine, challenger)")
      ->type_name("FILE");
}

const engines::Exhibit& find_engine(const EngineArgument& argument) {
  const engines::Exhibit* const exhibit = engines::find_exhibit(argument.name);
  if (exhibit == nullptr)
    throw UsageError(fmt::format("--engine: there is no {}; there are {}", notation::in_quotes(argument.name),
                                 all_names()));
  return *exhibit;
}

std::unique_ptr<engines::Engine> make_engine(const EngineArgument& argument) {
  auto engine = find_engine(argument).make();
  for (const std::string& option : argument.options) {
    const std::size_t equals = option.find('=');
    const std::string value = equals == std::string::npos ? "" : option.substr(equals + 1);
    const std::string problem = engine->options().set(option.substr(0, equals), value);
    if (!problem.empty()) throw UsageError("--option: " + problem);
  }
  if (argument.model.empty()) return engine;
  // The option alone would only complain in the first search.
  if (const auto model = eval::load_model(argument.model); !model)
    throw UsageError("--model: " + model.error().to_string());
  if (const std::string problem = engine->options().set("Model", argument.model); !problem.empty())
    throw UsageError("--model: " + problem);
  return engine;
}

}  // namespace vitrine::cli
