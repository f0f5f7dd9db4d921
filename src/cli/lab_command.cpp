#include "cli/lab_command.h"

#include <CLI/App.hpp>

#include "cli/add_command.h"
#include "cli/lab_subcommands.h"

namespace vitrine::cli {

namespace {

constexpr const char* kExamples = R"(Examples:
  vitrine lab data import games.pgn --out games.set        positions that somebody has judged
  vitrine lab selfplay --out own.games --games 1000        or games of our own, to make such positions from
  vitrine lab train ridge --data sample --out my.model     a model learnt from a data set ('sample' is a small one)
  vitrine lab spsa --state spsa.json --tune options.txt    options of an engine, tuned by matches
  vitrine lab train --help                                 all about one part

docs/lab.md tells what the lab is for and what it found, docs/lab-data.md all about the data.)";

}  // namespace

void add_lab_command(CLI::App& app, int& exit_code) {
  CLI::App* lab = add_command(app, "lab", "Data sets, self-play, and models learnt from them");
  lab->require_subcommand(1);
  lab->footer(kExamples);
  lab_commands::add_data(*lab, exit_code);
  lab_commands::add_selfplay(*lab, exit_code);
  lab_commands::add_train(*lab, exit_code);
  lab_commands::add_compare(*lab, exit_code);
  lab_commands::add_show(*lab, exit_code);
  lab_commands::add_spsa(*lab, exit_code);
}

}  // namespace vitrine::cli
