#pragma once

// `vitrine engines`: the exhibits, or the card of one.

namespace CLI {
class App;
}

namespace vitrine::cli {

// Adds the subcommand to the program. When the user calls it, `exit_code` gets 0.
void add_engines_command(CLI::App& app, int& exit_code);

}  // namespace vitrine::cli
