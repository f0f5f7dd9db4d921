#pragma once

// `vitrine bot …`: write a bot, count its tokens, build it, play against it. One file for each of them.

namespace CLI {
class App;
}

namespace vitrine::cli {

// Adds the subcommand with its own subcommands to the program. When the user calls one, `exit_code` gets 0,
// or 1 if the bot is too large, does not compile, or is not fit.
void add_bot_command(CLI::App& app, int& exit_code);

// The parts, each in a file of its name.
void add_bot_new(CLI::App& bot, int& exit_code);
void add_bot_count(CLI::App& bot, int& exit_code);
void add_bot_build(CLI::App& bot, int& exit_code);
void add_bot_play(CLI::App& bot, int& exit_code);

}  // namespace vitrine::cli
