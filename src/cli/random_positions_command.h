#pragma once

// `vitrine random-positions`: positions from random games, for testing.

namespace CLI {
class App;
}

namespace vitrine::cli {

// Adds the subcommand to the program. When the user calls it, `exit_code` gets 0.
void add_random_positions_command(CLI::App& app, int& exit_code);

}  // namespace vitrine::cli
