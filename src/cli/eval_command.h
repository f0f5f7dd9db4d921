#pragma once

// `vitrine eval`: what the flagship thinks of a position without searching, term by term.

namespace CLI {
class App;
}

namespace vitrine::cli {

// Adds the subcommand to the program. When the user calls it, `exit_code` gets 0.
void add_eval_command(CLI::App& app, int& exit_code);

}  // namespace vitrine::cli
