#pragma once

// `vitrine uci` and `vitrine bench`: an engine of the cabinet for a GUI, and its signature.

namespace CLI {
class App;
}

namespace vitrine::cli {

// Add the subcommands to the program. When the user calls one, `exit_code` gets 0.
void add_uci_command(CLI::App& app, int& exit_code);
void add_bench_command(CLI::App& app, int& exit_code);

}  // namespace vitrine::cli
