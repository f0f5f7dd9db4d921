#pragma once

// The command line of `match` and `tournament`, in the words engine testers know from cutechess-cli and
// fastchess: -engine cmd=stockfish name=SF option.Hash=16 -each tc=2+0.02 -rounds 100 …

#include <cstddef>
#include <string>
#include <vector>

#include "arena/settings.h"

namespace vitrine::cli {

// A player that was given as a bot's source file: its command is to be had by building it.
struct BotArgument {
  std::size_t player;  // its place among the players
  std::string source;
};

struct TournamentArguments {
  arena::TournamentSettings settings = {};
  std::vector<BotArgument> bots = {};
  bool is_sandboxed = true;  // the bots
  std::string store = {};    // the file of results; empty: choose a name
  std::string resume = {};   // continue this file instead
  std::string show = {};     // only print the results of this file
  std::string gearman = {};  // HOST[:PORT] whose workers play; empty: threads here
  int rating_interval = 10;  // finished games between two printed results; 0: only at the end
  bool uses_affinity = false;
  bool is_quiet = false;
};

// Throws UsageError, which names the option at fault. With `is_match` there are exactly two players.
[[nodiscard]] TournamentArguments parse_tournament_arguments(const std::vector<std::string>& words,
                                                             bool is_match);

// For --help: every option with its keys.
extern const char* const kTournamentOptionsHelp;

}  // namespace vitrine::cli
