#include "cli/bot_command.h"

#include <CLI/App.hpp>

#include "cli/add_command.h"
#include "cli/bot_check_command.h"

namespace vitrine::cli {

namespace {

constexpr const char* kExamples = R"(Examples:
  vitrine bot new mine                 writes mine.cpp, a bot that plays, to start from
  vitrine bot count mine.cpp           its tokens, and where they went
  vitrine bot build mine.cpp -o mine   makes a UCI engine of it
  vitrine bot play mine.cpp            you against it
  vitrine bot check mine.cpp           is it fit for a tournament?
  vitrine match -engine bot=mine.cpp -engine exhibit=evil -rounds 10 -each tc=10+0.1
  vitrine challenge folder-of-bots     the event: all of them against each other

'vitrine bot COMMAND --help' tells more about a command; docs/workshop.md, what a bot can use and how tokens are
counted.)";

}  // namespace

void add_bot_command(CLI::App& app, int& exit_code) {
  CLI::App* bot = add_command(app, "bot", "Write your own bot in 1024 tokens");
  bot->require_subcommand(1);
  bot->footer(kExamples);
  add_bot_new(*bot, exit_code);
  add_bot_count(*bot, exit_code);
  add_bot_build(*bot, exit_code);
  add_bot_check(*bot, exit_code);
  add_bot_play(*bot, exit_code);
}

}  // namespace vitrine::cli
