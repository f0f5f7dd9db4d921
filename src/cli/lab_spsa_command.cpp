// `vitrine lab spsa`.

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <atomic>
#include <filesystem>
#include <iostream>
#include <memory>
#include <stdexcept>

#include "arena/file_lock.h"
#include "arena/opening_book.h"
#include "cli/add_command.h"
#include "cli/engine_factory.h"
#include "cli/lab_compare_training.h"
#include "cli/lab_data.h"
#include "cli/lab_spsa.h"
#include "cli/lab_subcommands.h"
#include "cli/stop_on_interrupt.h"
#include "cli/usage_error.h"
#include "lab/spsa/spsa_state.h"
#include "lab/spsa/spsa_workers.h"
#include "lab/spsa/step_player.h"
#include "protocols/clean_text.h"

namespace vitrine::cli {

namespace {

constexpr int kMostFaults = 10;

// What would spoil every game is better known before the first.
std::unique_ptr<engines::Engine> start_engine(const arena::EngineFactory& factory,
                                              const arena::Player& player) {
  try {
    return factory(player);
  } catch (const std::invalid_argument& error) {
    throw UsageError(error.what());
  }
}

// An engine of ours says with its first move that it can't use a file it was given, and plays without it.
void tell_troubles(engines::Engine& engine, const arena::Player& player) {
  if (player.exhibit.empty()) return;
  const engines::Listener listen = [&](const engines::Report& report) {
    if (!report.text.empty()) std::cerr << player.name << ": " << protocols::clean_text(report.text) << '\n';
  };
  static_cast<void>(engine.choose(chess::Game(), {.nodes = 1}, listen, {}));
}

int print_options(const SpsaArguments& arguments, const engines::Options& options) {
  const auto tuned = spsa_proposals(arguments, options);
  if (tuned.empty()) throw std::runtime_error("the engine has no whole-number options");
  if (!has_search_parameters(options))
    std::cerr << "These are all whole-number options of the engine: leave out what shall not be tuned. A "
                 "build with\n-DVITRINE_TUNABLE=ON has the parameters of its search as options.\n";
  std::cout << lab::to_text(tuned);
  return 0;
}

// One who has the file for itself: what is in it, and what is to be in it.
class StateFile {
 public:
  // Throws std::runtime_error: another process has it, it can't be written, or it is no file.
  StateFile(std::string path, std::string run)
      : path_(std::move(path)), run_(std::move(run)), lock_(lock(path_)) {
    if (!lock_) throw std::runtime_error(path_ + ": another process tunes with this file");
    // A device might be read for ever, and a folder can't be renamed over.
    if (std::filesystem::exists(path_) && !std::filesystem::is_regular_file(path_))
      throw std::runtime_error(path_ + ": this is no ordinary file");
  }

  // Nothing: there is no file yet. Throws std::runtime_error: it can't be read, or is of another run.
  [[nodiscard]] std::optional<lab::SpsaState> read(const std::vector<lab::TunedOption>& options) const {
    if (!std::filesystem::exists(path_)) return {};
    const auto text = read_whole_file(path_);
    if (!text) throw std::runtime_error("can't read " + path_);
    auto state = lab::parse_spsa_state(*text, options, run_);
    if (!state) throw std::runtime_error(path_ + ": " + state.error());
    return *std::move(state);
  }
  void write(const lab::Spsa& spsa) const {
    write_whole_file(path_, lab::to_text(spsa.state(), spsa.options(), run_));
  }

 private:
  static std::optional<arena::FileLock> lock(const std::string& path) {
    try {
      return arena::FileLock::acquire(path);
    } catch (const std::system_error& error) {
      throw std::runtime_error("can't write " + path + ": " + error.code().message());
    }
  }

  std::string path_;
  std::string run_;
  std::optional<arena::FileLock> lock_;
};

lab::Spsa start_or_go_on(const SpsaArguments& arguments, const std::vector<lab::TunedOption>& options,
                         const StateFile& file) {
  auto state = file.read(options);
  lab::Spsa spsa =
      state ? lab::Spsa(options, arguments.rules, *std::move(state)) : lab::Spsa(options, arguments.rules);
  file.write(spsa);  // a file that can't be written is better known now
  if (spsa.state().applied() > 0)
    fmt::print(stderr, "{}: going on after {} steps\n", arguments.state, spsa.state().applied());
  return spsa;
}

lab::StepMatch step_match(const arena::TournamentSettings& match, const lab::Spsa& spsa,
                          SpsaProgress& progress, std::atomic<int>& faults) {
  lab::StepMatch step{.options = {}, .players = {match.players[0], match.players[1]}};
  for (const lab::TunedOption& option : spsa.options()) step.options.push_back(option.name);
  step.rules = match.rules;
  step.pairs = match.rounds;
  step.on_game = [&progress] { progress.add_game(); };
  step.on_fault = [&progress, &faults](const std::string& what) {
    if (++faults > kMostFaults)
      throw std::runtime_error(
          fmt::format("engines broke more than {} times; the last: {}", kMostFaults, what));
    progress.tell(what + "; the step is played again");
  };
  return step;
}

void tune(const SpsaArguments& arguments, const arena::TournamentSettings& match,
          const arena::OpeningBook& book, const arena::EngineFactory& factory, const StateFile& file,
          lab::Spsa& spsa, const std::stop_token& stop) {
  SpsaProgress progress(spsa, arguments.pairs);
  std::atomic<int> faults = 0;
  const lab::StepMatch step = step_match(match, spsa, progress, faults);
  const auto make_player = [&]() -> lab::PlayStep {
    auto player = std::make_shared<lab::StepPlayer>(step, book, factory);
    return [player](const lab::SpsaStep& s, const std::stop_token& t) { return player->play(s, t); };
  };
  const auto on_applied = [&](const lab::SpsaStep&, const lab::SpsaOutcome&) {
    file.write(spsa);
    progress.add_step(spsa);
  };
  lab::run_spsa(spsa, arguments.concurrency, make_player, on_applied, stop);
}

int run(const SpsaArguments& arguments) {
  const arena::TournamentSettings match = spsa_match(arguments);
  const arena::EngineFactory factory = make_engine_factory(match.rules.longest_move);
  std::vector<lab::TunedOption> options;
  {
    const auto engine = start_engine(factory, match.players[0]);
    if (arguments.only_prints_options) return print_options(arguments, engine->options());
    options = spsa_options(arguments, engine->options());
    tell_troubles(*engine, match.players[0]);
  }
  if (arguments.state.empty()) throw UsageError("--state is needed");
  auto book = arena::OpeningBook::load(match.openings, match.seed);
  if (!book) throw std::runtime_error(book.error().to_string());
  const StateFile file(arguments.state,
                       lab::describe_run(options, arguments.rules, spsa_games_text(arguments, match)));
  lab::Spsa spsa = start_or_go_on(arguments, options, file);

  const StopOnInterrupt interrupt;
  tune(arguments, match, *book, factory, file, spsa, interrupt.token());
  std::cout << spsa_result(spsa) << std::flush;
  if (spsa.is_finished()) return 0;
  std::cerr << "Interrupted; the same command goes on from here.\n";
  return lab_commands::kInterrupted;
}

constexpr const char* kExamples =
    R"(Each step shifts all tuned options at random, once this way and once the other, lets the two play --pairs pairs of games
(one opening, colours swapped), and moves the values towards the winner. Steps run side by side, --concurrency of them:
each takes the values of the moment, and its outcome is applied when it is done. FILE is written after each; the same
command goes on with it, whatever interrupted it, and loses no more than the steps that were being played. With
--nodes and --concurrency 1 the same seed gives the same values.

What is tuned: every parameter of the search, if the engine is Vitrine built with -DVITRINE_TUNABLE=ON; else, or if only
some are meant, what a file lists (--tune) with lines as OpenBench has them:
  name, int, value, min, max, c_end, r_end        such as: Move Overhead, int, 10, 0, 100, 5, 0.002
c_end is how far the option is shifted in the last step, and r_end how much of that a point more for one side moves it then;
before, both are larger. '#' begins a comment. --params prints such lines: the parameters of the search if there are any,
else every whole-number option of the engine.

--engine takes the keys of 'vitrine match': exhibit=NAME, or cmd=PROGRAM args=ARGS, dir=, proto=, timemargin=, restart=,
startuptime=, pingtime=; --openings takes file=, format=, order=, plies=, start=. A game lost on time is a lost
game; when an engine breaks otherwise the step is played again, and after 10 such the run ends. A game is given up after 3
moves at -6, drawn when both see 0.2 or less for 8 moves after move 34, and at move 200, unless --play-out.

Examples:
  cmake --preset release -B build/tunable -DVITRINE_TUNABLE=ON && ninja -C build/tunable vitrine
  build/tunable/vitrine lab spsa --state spsa.json --nodes 8000 --steps 2000 --concurrency 16
  build/tunable/vitrine lab spsa --params > all.txt          choose some lines, then
  build/tunable/vitrine lab spsa --state some.json --tune some.txt --tc 2+0.02 --concurrency 15
  build/tunable/vitrine lab spsa --state net.json --option Eval=network --option EvalFile=my.nnue --option Hash=16
  vitrine lab spsa --state other.json --tune other.txt --engine cmd=./engine --openings file=book.epd
Exit status: 0 all is well, 1 something failed, 2 the command line or the file of --tune is wrong, 130 stopped by Ctrl-C.)";

void add_what(CLI::App& command, SpsaArguments& arguments) {
  command.add_option("--state", arguments.state, "The file to keep the run in, or to go on with")
      ->type_name("FILE");
  CLI::Option* const tune =
      command.add_option("--tune", arguments.tune, "What to tune (default: every parameter of the search)")
          ->type_name("FILE");
  command.add_flag("--params", arguments.only_prints_options,
                   "Print what could be tuned, in the form of --tune");
  command
      .add_option("--c-end", arguments.c_share,
                  "Without --tune: c_end as a share of the range (default: 0.05)")
      ->type_name("SHARE")
      ->check(CLI::Range(0.001, 0.5))
      ->excludes(tune);
  command.add_option("--r-end", arguments.r_end, "Without --tune: r_end (default: 0.002)")
      ->type_name("X")
      ->check(CLI::Range(1e-6, 10.0))
      ->excludes(tune);
  command.add_option("--steps", arguments.rules.steps, "In all (default: 1000)")
      ->type_name("N")
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{100'000'000}));
  command
      .add_option("--stability", arguments.rules.stability,
                  "A of the schedule, as a share of the steps (default: 0.1)")
      ->type_name("SHARE")
      ->check(CLI::Range(0.0, 10.0));
  command.add_option("--seed", arguments.rules.seed, "Of everything random (default: 1)")->type_name("N");
}

void add_games(CLI::App& command, SpsaArguments& arguments) {
  command.add_option("--engine", arguments.engine, "Whose options they are (default: exhibit=vitrine)")
      ->type_name("KEY=VALUE");
  command.add_option("--option", arguments.options, "Set an option of both; may be given several times")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  command.add_option("--nodes", arguments.nodes, "For each move (default: 8000, where nothing else is said)")
      ->type_name("N")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1'000'000'000'000}));
  command.add_option("--tc", arguments.clock, "Their clocks: seconds and increment, such as 2+0.02")
      ->type_name("TIME");
  command.add_option("--pairs", arguments.pairs, "Pairs of games in a step (default: 8)")
      ->type_name("N")
      ->check(CLI::Range(1, 100'000));
  command.add_option("--concurrency", arguments.concurrency, "Games at once (default: 1)")
      ->type_name("N")
      ->check(CLI::Range(1, 1024));
  command.add_option("--openings", arguments.openings, "Where games begin (default: the built-in book)")
      ->type_name("KEY=VALUE");
  command.add_flag("--play-out", arguments.is_played_out, "Play every game to its end by the rules");
}

}  // namespace

namespace lab_commands {

void add_spsa(CLI::App& lab, int& exit_code) {
  CLI::App* command = add_command(lab, "spsa", "Tune an engine's options by letting it play itself");
  auto arguments = std::make_shared<SpsaArguments>();
  add_what(*command, *arguments);
  add_games(*command, *arguments);
  command->footer(kExamples);
  command->callback([arguments, &exit_code] { exit_code = run(*arguments); });
}

}  // namespace lab_commands

}  // namespace vitrine::cli
