#pragma once

namespace CLI {
class App;
}

namespace vitrine::cli {

// Engines against each other: two of them, or many.
void add_match_command(CLI::App& app, int& exit_code);
void add_tournament_command(CLI::App& app, int& exit_code);

}  // namespace vitrine::cli
