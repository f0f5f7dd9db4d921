#pragma once

// `vitrine tune`: finds the weights of the classical evaluation from judged positions.

namespace CLI {
class App;
}

namespace vitrine::cli {

void add_tune_command(CLI::App& app, int& exit_code);

}  // namespace vitrine::cli
