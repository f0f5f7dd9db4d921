#pragma once

// `vitrine xboard`: an engine of the cabinet for xboard, WinBoard and other CECP GUIs.

namespace CLI {
class App;
}

namespace vitrine::cli {

// Adds the subcommand to the program. When the user calls it, `exit_code` gets 0.
void add_xboard_command(CLI::App& app, int& exit_code);

}  // namespace vitrine::cli
