#pragma once

// `vitrine pawnrace`: the other game. Its subcommands are in files of their own, pawnrace_*.cpp.

namespace CLI {
class App;
}

namespace vitrine::cli {

void add_pawnrace_command(CLI::App& app, int& exit_code);

}  // namespace vitrine::cli
