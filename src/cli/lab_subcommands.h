#pragma once

// The parts of `vitrine lab`, each in a file of its own.

namespace CLI {
class App;
}

namespace vitrine::cli::lab_commands {

// Exit codes of a run go into exit_code, as main() returns them.
void add_data(CLI::App& lab, int& exit_code);
void add_selfplay(CLI::App& lab, int& exit_code);
void add_train(CLI::App& lab, int& exit_code);
void add_compare(CLI::App& lab, int& exit_code);
void add_show(CLI::App& lab, int& exit_code);
void add_spsa(CLI::App& lab, int& exit_code);

}  // namespace vitrine::cli::lab_commands
