#pragma once

namespace CLI {
class App;
}

namespace vitrine::cli {

// `vitrine lab`: data sets, self-play, and models learnt from them.
void add_lab_command(CLI::App& app, int& exit_code);

}  // namespace vitrine::cli
