#pragma once

// `vitrine turochamp`: the worksheet of Turing's paper machine.

namespace CLI {
class App;
}

namespace vitrine::cli {

// Adds the subcommand to the program. When the user calls it, `exit_code` gets 0.
void add_turochamp_command(CLI::App& app, int& exit_code);

}  // namespace vitrine::cli
