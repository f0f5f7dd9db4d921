#include "cli/bot_check_command.h"

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <iostream>
#include <memory>
#include <string>
#include <string_view>

#include "cli/add_command.h"
#include "cli/bot_build_arguments.h"
#include "cli/bot_fitness.h"
#include "cli/usage_error.h"
#include "protocols/clean_text.h"
#include "workshop/sandbox.h"

namespace vitrine::cli {

namespace {

constexpr const char* kHelp = R"(Examples:
  vitrine bot check mine.cpp
  vitrine bot check mine.cpp --tc 60 --games 10

Asked are: 1024 tokens, forbidden includes, whether it compiles, whether it is ready within 5 seconds, and whether it
plays its games in the sandbox with 256 MB without a fault. It may lose them.
Exit status: 0 it is fit, 1 it is not, 2 the command line is wrong.)";

struct Options {
  BotBuildArguments build;
  std::string clock = "10+0.1";
  int games = 2;
  bool no_sandbox = false;
};

std::string_view trimmed(std::string_view text) {
  while (text.ends_with('\n')) text.remove_suffix(1);
  return text;
}

// "  build     compiled in 1.2 s"; further lines stand under the first.
void print(const Fitness::Answer& answer) {
  const std::string_view words = trimmed(answer.text);
  std::string text = fmt::format("{} {:<9} ", answer.is_good ? "  " : "* ", answer.question);
  const std::string margin(text.size(), ' ');
  for (std::size_t begin = 0; begin <= words.size();) {
    const std::size_t end = std::min(words.find('\n', begin), words.size());
    text += (begin == 0 ? "" : margin) + protocols::clean_text(words.substr(begin, end - begin)) + '\n';
    begin = end + 1;
  }
  std::cout << text << std::flush;
}

int run(const Options& options) {
  const auto clock = arena::parse_clock(options.clock);
  if (!clock || !*clock)
    throw UsageError("--tc: " +
                     (clock ? std::string("a bot is checked with a clock") : clock.error().to_string()));
  FitnessRules rules{.clock = **clock, .games = options.games, .build = options.build.settings};
  if (options.no_sandbox) rules.confinement = Confinement::none;
  if (!options.no_sandbox) workshop::require_sandbox();
  const Fitness fitness = check_fitness(options.build.file, rules, print);
  std::cout << (fitness.is_fit() ? "Fit for a tournament.\n" : "Not fit for a tournament.\n");
  return fitness.is_fit() ? 0 : 1;
}

}  // namespace

void add_bot_check(CLI::App& bot, int& exit_code) {
  CLI::App* command = add_command(bot, "check", "Say whether a bot is fit for a tournament");
  auto options = std::make_shared<Options>();
  add_bot_build_arguments(*command, options->build);
  command
      ->add_option("--tc", options->clock,
                   "The clock of its games: seconds, or seconds+increment (default: 10+0.1)")
      ->type_name("TIME");
  command->add_option("--games", options->games, "How many it plays, against evil (default: 2)")
      ->type_name("N")
      ->check(CLI::Range(1, 100));
  command->add_flag("--no-sandbox", options->no_sandbox,
                    "Run it as any program, with all that you may do yourself");
  command->footer(kHelp);
  command->callback([options, &exit_code] { exit_code = run(*options); });
}

}  // namespace vitrine::cli
