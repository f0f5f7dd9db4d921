#pragma once

// `vitrine suite`: how many positions of test suites engines solve, side by side.

namespace CLI {
class App;
}

namespace vitrine::cli {

// Adds the subcommand to the program. When the user calls it, `exit_code` gets 0, 1 if a line could not be
// read or an engine failed, or 130 after Ctrl-C.
void add_suite_command(CLI::App& app, int& exit_code);

}  // namespace vitrine::cli
