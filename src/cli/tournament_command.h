#pragma once

#include "cli/tournament_arguments.h"

namespace CLI {
class App;
}

namespace vitrine::cli {

// Engines against each other: two of them, or many.
void add_match_command(CLI::App& app, int& exit_code);
void add_tournament_command(CLI::App& app, int& exit_code);

// Plays, or continues, what the arguments say, with live results on the terminal. Returns the exit status of
// these commands. Bots are built first.
int play_tournament(TournamentArguments arguments);

}  // namespace vitrine::cli
