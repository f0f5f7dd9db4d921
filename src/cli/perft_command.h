#pragma once

// `vitrine perft`: counts the lines of so many plies, of one position or of many, and checks files of counts.

namespace CLI {
class App;
}

namespace vitrine::cli {

// Adds the subcommand to the program. When the user calls it, `exit_code` gets 0, 1 if a count is not what
// the suite says, 2 if a line could not be read, 130 after Ctrl-C.
void add_perft_command(CLI::App& app, int& exit_code);

}  // namespace vitrine::cli
