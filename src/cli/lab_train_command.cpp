#include <fmt/format.h>

#include <CLI/App.hpp>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "cli/add_command.h"
#include "cli/lab_subcommands.h"
#include "cli/status_line.h"
#include "cli/stop_on_interrupt.h"
#include "cli/usage_error.h"
#include "lab/data/new_file.h"
#include "lab/train/train.h"

namespace vitrine::cli {

namespace {

struct Options {
  std::string method;
  std::vector<std::string> data;
  std::string out;
  std::string kind = "piece-square";
  std::string target = "score";
  std::string crossover = "none";
  std::string fitness = "absolute";
  double checkpoint_every = 10;
  lab::LoadOptions load;
  lab::TrainOptions train;
};

// The place of a word that CLI11 has checked to be one of them.
std::size_t place_of(const std::string& word, const std::vector<std::string>& words) {
  return static_cast<std::size_t>(std::find(words.begin(), words.end(), word) - words.begin());
}

const std::vector<std::string> kKinds = {"piece-square", "king-piece-square"};
const std::vector<std::string> kTargets = {"score", "result", "mix"};
const std::vector<std::string> kCrossovers = {"none", "uniform", "mean"};
const std::vector<std::string> kFitnesses = {"absolute", "logistic"};

std::string time_text(double seconds) {
  const auto whole = std::llround(seconds);
  if (whole < 100) return fmt::format("{} s", whole);
  return fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
}

std::string error_text(double error, lab::Measure measure) {
  if (std::isnan(error)) return "-";
  return fmt::format("{:.{}f}", error, measure == lab::Measure::pawns ? 4 : 6);
}

std::string progress_text(const lab::TrainProgress& progress) {
  std::string text = fmt::format("{} {:{}} of {}", progress.unit, progress.step,
                                 fmt::formatted_size("{}", progress.steps), progress.steps);
  text += fmt::format("  training {}  held out {} {}", error_text(progress.training_error, progress.measure),
                      error_text(progress.held_out_error, progress.measure),
                      progress.measure == lab::Measure::pawns ? "pawns" : "points squared");
  text += "  " + time_text(progress.seconds);
  const auto done = static_cast<double>(progress.step - progress.first_step);
  if (progress.step < progress.steps && done > 0)
    text += ", " + time_text(progress.seconds / done * static_cast<double>(progress.steps - progress.step)) +
            " to go";
  return text;
}

lab::SparsePositions load(const Options& options, const std::stop_token& stop) {
  StatusLine status;
  const auto begin = std::chrono::steady_clock::now();
  const auto kind = static_cast<eval::ModelKind>(place_of(options.kind, kKinds));
  auto positions = lab::load_positions(
      options.data, kind, options.load,
      [&](std::uint64_t read, std::uint64_t of) {
        if (status.is_due()) status.show(fmt::format("reading: {} of {} positions", read, of));
      },
      stop);
  status.hide();
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
  fmt::print("{} positions read in {:.1f} s, {} of them held out\n", positions.size(), taken.count(),
             positions.held_out().size());
  std::fflush(stdout);
  return positions;
}

void tell_result(const lab::TrainReport& report) {
  fmt::print("off by {} pawns in training, {} held out; squared error in points held out {}; {:.1f} s\n",
             error_text(report.training_error, lab::Measure::pawns),
             error_text(report.held_out_error, lab::Measure::pawns),
             error_text(report.held_out_logistic, lab::Measure::points), report.seconds);
}

int run(Options options) {
  lab::TrainOptions& train = options.train;
  train.target = static_cast<lab::Target>(place_of(options.target, kTargets));
  train.genetic.crossover =
      static_cast<lab::GeneticOptions::Crossover>(place_of(options.crossover, kCrossovers));
  train.genetic.fitness = static_cast<lab::GeneticOptions::Fitness>(place_of(options.fitness, kFitnesses));
  train.checkpoint_every = std::chrono::milliseconds(std::llround(options.checkpoint_every * 1'000));
  options.load.seed = train.seed;
  const lab::Method method = *lab::parse_method(options.method);

  const StopOnInterrupt interrupt;
  const lab::SparsePositions positions = load(options, interrupt.token());
  if (interrupt.token().stop_requested()) return 130;

  StatusLine status;
  bool is_first = true;
  const auto tell = [&](const lab::TrainProgress& progress) {
    if (is_first && progress.first_step > 0) {
      status.hide();
      fmt::print("going on after {} {} of {}\n", progress.unit, progress.first_step, train.checkpoint);
    }
    is_first = false;
    if (progress.is_milestone) {
      status.hide();
      fmt::print("{}\n", progress_text(progress));
      std::fflush(stdout);
    } else if (status.is_due()) {
      status.show(progress_text(progress));
    }
  };
  try {
    const lab::TrainReport report = lab::train(method, positions, train, tell, interrupt.token());
    status.hide();
    if (!report.is_finished && report.step == 0) return 130;
    tell_result(report);
    lab::NewFile file(options.out);
    file.write(eval::to_text(report.model));
    file.finish();
    fmt::print("wrote {}{}\n", options.out, report.is_finished ? "" : ", unfinished");
    return report.is_finished ? 0 : 130;
  } catch (const std::invalid_argument& error) {
    throw UsageError(error.what());
  }
}

constexpr const char* kFooter = R"(Methods:
  genetic    a genetic algorithm; by default the ancestor's: 500 children of the best so far, every weight changed by
             up to half a pawn, 300 generations. --elite 125 --crossover mean --adapt-step is one that works
  medians    a weight is the median score of all positions with such a man on such a square; the ancestor's statistic
  means      the same with the mean
  ridge      least squares, solved exactly; for king-piece-square by conjugate gradients
  logistic   Texel's method: a logistic curve over the model foretells points
  random     weights drawn at random: where the genetic algorithm begins

Examples:
  vitrine lab train ridge --data sample --out ridge.txt --tapered
  vitrine lab train genetic --data games.set --limit 300000 --out genetic.txt --history genetic.history
  vitrine lab train genetic --data games.set --elite 125 --crossover mean --adapt-step --out better.txt
  vitrine lab train logistic --data a.set b.set --target mix --tapered --out mix.txt --checkpoint mix.state
  vitrine play --engine challenger --model ridge.txt

Data sets are made by `vitrine lab data import` and `vitrine lab selfplay`; a small one, called sample, comes with the
program. A share of the games is held out: the error there says how well the model judges positions that it has not
learnt from. Scores count for at most --clip pawns, for beyond that they say who wins and not by how much. The same
data, options and seed give the same model to the last digit, for any number of threads; its provenance is written
into it.
Ctrl-C ends a run early and writes the model so far. With --checkpoint the same command then goes on from there, also
after a crash; a finished run may be made longer with a larger --steps.
Exit status: 0 all is well, 1 something failed, 2 the command line is wrong, 130 stopped by Ctrl-C.)";

void add_general_options(CLI::App& command, Options& options) {
  lab::TrainOptions& train = options.train;
  command.add_option("method", options.method, "genetic, medians, means, ridge, logistic or random")
      ->required()
      ->type_name("METHOD")
      ->check(CLI::IsMember({"genetic", "medians", "means", "ridge", "logistic", "random"}));
  command.add_option("--data", options.data, "Data sets to learn from")->required()->type_name("SET");
  command.add_option("--out", options.out, "Where to write the model")->required()->type_name("FILE");
  command
      .add_option("--kind", options.kind,
                  "piece-square: 384 weights, or king-piece-square: 24,576 (default: piece-square)")
      ->type_name("KIND")
      ->check(CLI::IsMember(kKinds));
  command.add_flag("--tapered", train.is_tapered, "Twice the weights: for the middlegame and the endgame");
  command
      .add_option("--target", options.target,
                  "What to foretell: score, result or mix; the last two for logistic losses (default: score)")
      ->type_name("WHAT")
      ->check(CLI::IsMember(kTargets));
  command.add_option("--result-share", train.result_share, "Of the result in a mix (default: 0.5)")
      ->type_name("SHARE")
      ->check(CLI::Range(0.0, 1.0));
  command.add_option("--clip", train.clip, "Cut scores to this many pawns either way (default: 10)")
      ->type_name("PAWNS")
      ->check(CLI::Range(0.1, 300.0));
  command.add_option("--limit", options.load.limit, "Read no more positions than this")
      ->type_name("N")
      ->check(CLI::PositiveNumber);
  command.add_option("--held-out", options.load.held_out, "Share of the games to test with (default: 0.1)")
      ->type_name("SHARE")
      ->check(CLI::Range(0.0, 0.9));
  command.add_option("--seed", train.seed, "For everything drawn at random (default: 1)")->type_name("N");
  train.threads = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  command
      .add_option("--threads", train.threads, fmt::format("How many threads (default: {})", train.threads))
      ->type_name("N")
      ->check(CLI::Range(1, 256));
  command
      .add_option("--steps,--generations,--epochs,--iterations", train.steps,
                  "How long (default: 300 generations, 30 epochs, 100 iterations)")
      ->type_name("N")
      ->check(CLI::PositiveNumber);
  command.add_option("--checkpoint", train.checkpoint, "Keep the state here, and go on from it")
      ->type_name("FILE");
  command.add_option("--checkpoint-every", options.checkpoint_every, "How often to keep it (default: 10)")
      ->type_name("SECONDS")
      ->check(CLI::Range(0.0, 86'400.0));
  command
      .add_option("--history", train.history,
                  "Keep the model at each milestone in this folder, 0000.txt and so on, and loss.csv")
      ->type_name("DIR");
  command
      .add_option("--milestone", train.milestone_every,
                  "Steps between the lines printed (default: a hundredth of all)")
      ->type_name("N")
      ->check(CLI::PositiveNumber);
}

void add_method_options(CLI::App& command, lab::TrainOptions& train, Options& options) {
  constexpr const char* kGenetic = "Genetic";
  lab::GeneticOptions& genetic = train.genetic;
  command.add_option("--children", genetic.children, "Of a generation (default: 500)")
      ->type_name("N")
      ->check(CLI::Range(1, 100'000))
      ->group(kGenetic);
  command.add_option("--elite", genetic.elite, "How many of the best are parents (default: 1)")
      ->type_name("N")
      ->check(CLI::Range(1, 100'000))
      ->group(kGenetic);
  command.add_option("--step", genetic.step, "Change every weight by up to this (default: 0.5)")
      ->type_name("PAWNS")
      ->check(CLI::Range(0.01, 10.0))
      ->group(kGenetic);
  command.add_flag("--adapt-step", genetic.adapts_step, "Children inherit the step, a little changed")
      ->group(kGenetic);
  command
      .add_option(
          "--crossover", options.crossover,
          "none: one parent; uniform: each weight from one of two; mean: of all parents (default: none)")
      ->type_name("HOW")
      ->check(CLI::IsMember(kCrossovers))
      ->group(kGenetic);
  command
      .add_option(
          "--fitness", options.fitness,
          "absolute: the sum of |score - model|; logistic: the squared error in points (default: absolute)")
      ->type_name("WHAT")
      ->check(CLI::IsMember(kFitnesses))
      ->group(kGenetic);
  command.add_option("--range", genetic.range, "Weights begin and stay within this (default: 10)")
      ->type_name("PAWNS")
      ->check(CLI::Range(0.01, 10.0))
      ->group(kGenetic);
  command
      .add_option("--ridge", train.ridge,
                  "How many positions' worth of evidence against a weight there is (default: 10)")
      ->type_name("N")
      ->check(CLI::Range(1e-6, 1e9))
      ->group("Ridge");
  command.add_option("--batch", train.logistic.batch, "Positions for each step (default: 16384)")
      ->type_name("N")
      ->check(CLI::Range(1, 100'000'000))
      ->group("Logistic");
  command.add_option("--rate", train.logistic.rate, "How far a step goes at first (default: 0.02)")
      ->type_name("PAWNS")
      ->check(CLI::Range(1e-6, 10.0))
      ->group("Logistic");
  command
      .add_option("--pull", train.logistic.pull, "Loss for each squared pawn from the start (default: 1e-7)")
      ->type_name("LOSS")
      ->check(CLI::Range(0.0, 1.0))
      ->group("Logistic");
}

}  // namespace

void lab_commands::add_train(CLI::App& lab, int& exit_code) {
  CLI::App* command = add_command(lab, "train", "Find the weights of a piece-square model");
  auto options = std::make_shared<Options>();
  add_general_options(*command, *options);
  add_method_options(*command, options->train, *options);
  command->footer(kFooter);
  command->callback([options, &exit_code] { exit_code = run(*options); });
}

}  // namespace vitrine::cli
