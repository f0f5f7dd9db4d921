#pragma once

// `vitrine worker`: plays games for the tournaments of a Gearman server.

namespace CLI {
class App;
}

namespace vitrine::cli {

// Adds the subcommand to the program. When the user calls it, `exit_code` gets 0.
void add_worker_command(CLI::App& app, int& exit_code);

}  // namespace vitrine::cli
