#pragma once

// `vitrine time`: how long each engine would think about each move of a game.

namespace CLI {
class App;
}

namespace vitrine::cli {

// Adds the subcommand to the program. When the user calls it, `exit_code` gets 0.
void add_time_command(CLI::App& app, int& exit_code);

}  // namespace vitrine::cli
