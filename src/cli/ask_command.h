#pragma once

// `vitrine ask`: any engine, ours or another's, about one position.

namespace CLI {
class App;
}

namespace vitrine::cli {

// Adds the subcommand to the program. When the user calls it, `exit_code` gets 0, or 130 after Ctrl-C.
void add_ask_command(CLI::App& app, int& exit_code);

}  // namespace vitrine::cli
