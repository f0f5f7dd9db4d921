#pragma once

// `vitrine pgn`: reads PGN files, checks every move, reports broken games and can write clean ones.

namespace CLI {
class App;
}

namespace vitrine::cli {

// Adds the subcommand to the program. When the user calls it, `exit_code` gets 0 if all games are good, 1 if
// some are broken, 2 if a file can't be read or written, 130 after Ctrl-C.
void add_pgn_command(CLI::App& app, int& exit_code);

}  // namespace vitrine::cli
