// `vitrine bot build`: a UCI engine from a bot's source file.

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <filesystem>
#include <iostream>
#include <memory>
#include <string>

#include "cli/add_command.h"
#include "cli/bot_build_arguments.h"
#include "cli/bot_command.h"
#include "workshop/build.h"

namespace vitrine::cli {

namespace {

constexpr const char* kHelp = R"(Examples:
  vitrine bot build mine.cpp                      ./mine is a UCI engine
  vitrine bot build mine.cpp -o engines/mine --compiler clang++
  vitrine bot build mine.cpp --debug --flag=-g    for trying out, with its #DEBUG lines

The engine runs unconfined where you start it yourself; bot=FILE in 'vitrine match' runs it in the sandbox.
Exit status: 0 built, 1 it does not compile, or can't be written, 2 the command line is wrong.)";

struct Options {
  BotBuildArguments build;
  std::string output;
};

int run(const Options& options) {
  namespace fs = std::filesystem;
  const auto bot = workshop::build_bot(options.build.file, options.build.settings);
  if (!bot) {
    std::cerr << bot.error().message << (bot.error().message.ends_with('\n') ? "" : "\n");
    return 1;
  }
  const fs::path output = options.output.empty() ? fs::path(bot->name) : fs::path(options.output);
  // Removed first: a program that runs can't be written over, but can be replaced.
  fs::remove(output);
  fs::copy_file(bot->program, output);
  std::cout << fmt::format("{} {}{}\n", bot->is_from_cache ? "Copied" : "Built",
                           output.has_parent_path() ? "" : "./", output.string());
  return 0;
}

}  // namespace

void add_bot_build_arguments(CLI::App& command, BotBuildArguments& arguments) {
  command.add_option("file", arguments.file, "The bot's source file")->type_name("FILE")->required();
  command
      .add_option("--compiler", arguments.settings.compiler,
                  "g++, clang++ or another (default: the one that compiled vitrine)")
      ->type_name("PROGRAM");
  command.add_option("--flag", arguments.settings.flags, "Give the compiler one more flag, as in --flag=-g")
      ->type_name("FLAG")
      ->allow_extra_args(false);
  command.add_flag("--debug", arguments.settings.keeps_debug_lines,
                   "Compile #DEBUG lines too; tournaments leave them out");
}

void add_bot_build(CLI::App& bot, int& exit_code) {
  CLI::App* command = add_command(bot, "build", "Make a UCI engine of a bot");
  auto options = std::make_shared<Options>();
  add_bot_build_arguments(*command, options->build);
  command
      ->add_option("-o,--output", options->output, "Where to put it (default: the file's name without .cpp)")
      ->type_name("PROGRAM");
  command->footer(kHelp);
  command->callback([options, &exit_code] { exit_code = run(*options); });
}

}  // namespace vitrine::cli
