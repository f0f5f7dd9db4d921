#include <fmt/format.h>

#include <CLI/App.hpp>
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "arena/opening_book.h"
#include "arena/statistics/ratings.h"
#include "arena/store.h"
#include "arena/thread_queue.h"
#include "arena/tournament.h"
#include "cli/add_command.h"
#include "cli/engine_factory.h"
#include "cli/lab_compare.h"
#include "cli/lab_compare_training.h"
#include "cli/lab_subcommands.h"
#include "cli/stop_on_interrupt.h"
#include "cli/tournament_monitor.h"
#include "cli/usage_error.h"
#include "notation/in_quotes.h"

namespace vitrine::cli {

namespace {

constexpr const char* kReference = "challenger";

// What must be the same for a second start to go on with what the first left.
std::string settings_text(const CompareOptions& options) {
  nlohmann::json json = {{"data", options.data},
                         {"players", options.players},
                         {"games", options.games},
                         {"nodes", options.nodes},
                         {"held_out", options.held_out},
                         {"seed", options.seed},
                         {"generations", options.generations},
                         {"children", options.children}};
  if (options.limit) json["limit"] = *options.limit;
  return json.dump(2) + "\n";
}

void prepare_folder(const CompareOptions& options) {
  std::error_code error;
  std::filesystem::create_directories(options.out + "/models", error);
  if (error) throw std::runtime_error(options.out + ": can't make the folder: " + error.message());
  const std::string path = options.out + "/settings.json", settings = settings_text(options);
  if (const auto before = read_whole_file(path); before && *before != settings)
    throw UsageError("--out: " + notation::in_quotes(options.out) +
                     " holds a comparison with other settings, which " + path +
                     " lists; give the same, or another folder");
  write_whole_file(path, settings);
}

arena::TournamentSettings tournament_settings(const CompareOptions& options,
                                              const std::vector<Contestant>& contestants,
                                              const CompareTraining& training) {
  arena::TournamentSettings settings;
  settings.event = "Vitrine lab: comparison of evaluations";
  for (const Contestant& contestant : contestants) {
    arena::Player player{.name = contestant.name, .exhibit = "challenger"};
    if (const std::string model = training.model_path(contestant); !model.empty())
      player.options = {{"Model", std::filesystem::absolute(model).lexically_normal().string()}};
    player.time.nodes = options.nodes;
    settings.players.push_back(std::move(player));
  }
  // A round is a pair of games with each of the others.
  const int a_round = 2 * (static_cast<int>(contestants.size()) - 1);
  settings.rounds = std::max(1, (options.games + a_round - 1) / a_round);
  settings.seed = options.seed;
  settings.rules.adjudication.max_moves = 200;
  settings.concurrency = options.concurrency;
  return settings;
}

arena::Store open_store(const std::string& path, const arena::TournamentSettings& settings) {
  if (!std::filesystem::exists(path)) return arena::Store::create(path, settings, "vitrine " VITRINE_VERSION);
  arena::Store store = arena::Store::open(path);
  arena::TournamentSettings wanted = settings;
  wanted.concurrency = store.settings().concurrency;  // changes no result
  if (store.settings() != wanted)
    throw std::runtime_error(path + ": the games of another comparison; move it away, or give another --out");
  return store;
}

arena::Progress play(const CompareOptions& options, const arena::TournamentSettings& settings,
                     const std::stop_token& stop) {
  arena::Store store = open_store(options.out + "/games.db", settings);
  auto book = arena::OpeningBook::load(settings.openings, settings.seed);
  if (!book) throw std::runtime_error(book.error().to_string());
  const arena::EngineFactory factory = make_engine_factory(settings.rules.longest_move);
  arena::ThreadQueue queue({.concurrency = options.concurrency}, factory);
  TournamentMonitor monitor(store.settings(), 0, true);
  // At fixed nodes the same two with the same opening play the same game, which would count twice: a round
  // has one opening for all, and each round another.
  const auto players = static_cast<std::int64_t>(settings.players.size());
  const std::int64_t pairs_of_round = players * (players - 1) / 2;
  if (const auto openings = book->size(); openings && static_cast<std::size_t>(settings.rounds) > *openings)
    throw UsageError(fmt::format("--games: there are {} openings, enough for {} games of each player",
                                 *openings, 2 * (players - 1) * static_cast<std::int64_t>(*openings)));
  const auto opening = [&](std::int64_t pair) { return book->opening(pair / pairs_of_round); };
  arena::Tournament tournament(
      {.store = store, .queue = queue, .opening = opening, .events = [&monitor](const arena::Event& event) {
         monitor.tell(event);
       }});
  monitor.watch(tournament);
  arena::Summary summary = tournament.run(stop);
  monitor.end();
  return std::move(summary.progress);
}

ComparedRow row_of(const Contestant& contestant, const CompareTraining& training) {
  ComparedRow row{.contestant = contestant};
  row.marks = training.marks(contestant);
  const std::string path = training.model_path(contestant);
  if (path.empty()) return row;
  if (const auto model = eval::load_model(path))
    row.weights = model->weights_per_phase() * (model->is_tapered() ? 2 : 1);
  return row;
}

void add_results(const arena::Progress& progress, Comparison& comparison) {
  const int players = progress.scores.players();
  const auto ratings = arena::fit_ratings(players, progress.scores.coloured());
  int reference = 0;
  for (int i = 0; i < players; ++i)
    if (comparison.rows[static_cast<std::size_t>(i)].contestant.name == comparison.reference) reference = i;
  for (int i = 0; i < players; ++i) {
    ComparedRow& row = comparison.rows[static_cast<std::size_t>(i)];
    const arena::Tally games = progress.scores.games_of(i);
    row.games = games.games();
    row.score = games.score();
    if (ratings.has_value() && row.games > 0) row.elo = ratings->difference(i, reference);
  }
  std::ranges::stable_sort(comparison.rows, std::greater(),
                           [](const ComparedRow& row) { return row.elo ? row.elo->value : -1e9; });
}

void write_results(const CompareOptions& options, const Comparison& comparison) {
  const std::string text = to_text(comparison);
  std::cout << text;
  write_whole_file(options.out + "/compare.md", to_markdown(comparison));
  write_whole_file(options.out + "/compare.csv", to_csv(comparison));
}

std::vector<Contestant> chosen(const CompareOptions& options) {
  std::vector<Contestant> contestants;
  for (const std::string& name : options.players) {
    const Contestant* const contestant = find_contestant(name);
    if (contestant == nullptr) {
      std::string names;
      for (const Contestant& one : all_contestants()) names += (names.empty() ? "" : ", ") + one.name;
      throw UsageError("--player: there is no " + notation::in_quotes(name) + "; there are " + names);
    }
    if (std::ranges::find(contestants, name, &Contestant::name) != contestants.end())
      throw UsageError("--player: " + notation::in_quotes(name) + " is there twice");
    contestants.push_back(*contestant);
  }
  if (contestants.size() < 2) throw UsageError("--player: a comparison takes two at least");
  return contestants;
}

int run(const CompareOptions& options) {
  const auto contestants = chosen(options);
  prepare_folder(options);
  const StopOnInterrupt interrupt;
  const std::stop_token stop = interrupt.token();
  const auto stopped = [&] {
    std::cerr << "Stopped; the same command goes on from here.\n";
    return 130;
  };
  CompareTraining training(options, stop);
  for (const Contestant& contestant : contestants)
    if (!training.prepare(contestant)) return stopped();

  Comparison comparison;
  for (const Contestant& contestant : contestants) comparison.rows.push_back(row_of(contestant, training));
  const bool has_reference = std::ranges::find(options.players, kReference) != options.players.end();
  comparison.reference = has_reference ? kReference : contestants.front().name;
  if (options.games > 0) {
    const auto settings = tournament_settings(options, contestants, training);
    add_results(play(options, settings, stop), comparison);
  }
  write_results(options, comparison);
  return stop.stop_requested() ? stopped() : 0;
}

constexpr const char* kExamples = R"(Examples:
  vitrine lab compare --data train.set
  vitrine lab compare --data train.set --games 1000 --nodes 5000 --out comparison
  vitrine lab compare --data train.set --player challenger naive medians ridge --limit 100000
  vitrine lab compare --data train.set --games 0      train and measure only

Every player searches as 'challenger' does, and to as many nodes; only what a position is worth differs:
  challenger            its own evaluation, the ancestor's: material and mobility
  naive                 the ancestor's material values as boards
  random genetic medians means ridge logistic           384 weights, found from DATA by that method
  ...-king              24,576 weights: for each square of the own king, a board
  ...-tapered           of ridge and logistic: as many for the middlegame as for the endgame
  genetic-adapting      children of the average of a quarter, steps that adapt, five times as long
  medians-material      medians for the squares only, less their means; the material is naive's
Default: all but random-king, genetic-king and ridge's tapered ones. genetic runs as the ancestor's did, with 500
children for 300 generations; logistic learns from scores and results, the others from scores.

Columns: held-out error, the mean distance in pawns from the data's score (clipped to ten pawns) on positions that
were kept from training; squared error, how well game results are foretold there, under the curve that suits the
player best (whatever its scale); 10:1 at, how many of its own pawns mean odds of ten to one on that curve;
training, wall time; Elo above challenger (else the first player) from a round robin with colours swapped, and half
of its 95% interval; games, and share of the points. challenger's errors are over all positions: it learnt from none.

--out gets compare.md, compare.csv, models/NAME.txt with a picture and marks beside each, history/NAME (for 'vitrine
lab show --animate'), and games.db ('vitrine tournament -show games.db' has the cross table). Ctrl-C stops it and
shows what there is; the same command goes on, also after a crash.
Exit status: 0 all is well, 1 something failed, 2 the command line is wrong, 130 stopped by Ctrl-C.)";

}  // namespace

namespace lab_commands {

void add_compare(CLI::App& lab, int& exit_code) {
  CLI::App* command =
      add_command(lab, "compare", "Train by every method, and let the models play each other");
  auto options = std::make_shared<CompareOptions>();
  command->add_option("--data", options->data, "Data sets with scores, of 'vitrine lab data import'")
      ->required()
      ->type_name("SET...");
  command->add_option("--player", options->players, "Who takes part; see below")->type_name("NAME...");
  command->add_option("--games", options->games, "At least so many for each player; 0: none (default: 600)")
      ->type_name("N")
      ->check(CLI::Range(0, 10'000'000));
  command->add_option("--nodes", options->nodes, "For each move (default: 2000)")
      ->type_name("N")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1'000'000'000}));
  command->add_option("--out", options->out, "Folder for everything (default: lab-compare)")
      ->type_name("FOLDER");
  command->add_option("--limit", options->limit, "Read no more positions than this")
      ->type_name("N")
      ->check(CLI::PositiveNumber);
  command->add_option("--held-out", options->held_out, "Share of the games to test with (default: 0.1)")
      ->type_name("SHARE")
      ->check(CLI::Range(0.001, 0.9));
  command->add_option("--generations", options->generations, "Of the genetic algorithm (default: 300)")
      ->type_name("N")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1'000'000}));
  command->add_option("--children", options->children, "Of each of its generations (default: 500)")
      ->type_name("N")
      ->check(CLI::Range(1, 100'000));
  command->add_option("--seed", options->seed, "Of everything random (default: 1)")->type_name("N");
  command->add_option("--threads", options->threads, "Of training (default: 2)")
      ->type_name("N")
      ->check(CLI::Range(1, 256));
  command->add_option("--concurrency", options->concurrency, "Games at once (default: 2)")
      ->type_name("N")
      ->check(CLI::Range(1, 1024));
  command->footer(kExamples);
  command->callback([options, &exit_code] { exit_code = run(*options); });
}

}  // namespace lab_commands

}  // namespace vitrine::cli
