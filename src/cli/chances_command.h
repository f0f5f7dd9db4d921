#pragma once

// `vitrine chances`: what the flagship's scores have been worth in games.

namespace CLI {
class App;
}

namespace vitrine::cli {

void add_chances_command(CLI::App& app, int& exit_code);

}  // namespace vitrine::cli
