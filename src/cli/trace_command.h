#pragma once

// `vitrine trace`: a search of the flagship laid open. Why this move, and why not that one?

namespace CLI {
class App;
}

namespace vitrine::cli {

// Adds the subcommand to the program. When the user calls it, `exit_code` gets 0.
void add_trace_command(CLI::App& app, int& exit_code);

}  // namespace vitrine::cli
