// `vitrine pawnrace check` compares the solver with plain minimax; `trial` puts the perfect player to the
// test.

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <iostream>
#include <memory>

#include "base/rng.h"
#include "cli/add_command.h"
#include "cli/pawnrace_subcommands.h"
#include "cli/status_line.h"
#include "cli/stop_on_interrupt.h"
#include "pawnrace/judge.h"
#include "pawnrace/minimax.h"
#include "pawnrace/notation.h"
#include "pawnrace/random_positions.h"
#include "pawnrace/solver.h"
#include "pawnrace/trial.h"

namespace vitrine::cli::pawnrace_commands {

namespace {

using pawnrace::Minimax;
using pawnrace::Position;
using pawnrace::Solver;
using pawnrace::Value;

constexpr int kMost = 1'000'000'000;  // of whatever is counted on the command line

struct CheckOptions {
  int files = 4;
  int late = 1000;
  int every = 1;
  std::uint64_t seed = 1;
};

// Counts positions, and tells where somebody differs from minimax.
class Comparison {
 public:
  void compare(const Position& pos, Value truth, bool is_solved_too) {
    ++positions_;
    const pawnrace::Verdict verdict = judge(pos);
    if (verdict.is_decided()) ++decided_;
    const bool is_exact = !verdict.is_decided() || truth.outcome == pawnrace::Outcome::draw ||
                          (verdict.is_exact ? verdict.plies == truth.plies : verdict.plies >= truth.plies);
    if (truth.outcome < verdict.at_least || truth.outcome > verdict.at_most || !is_exact)
      complain(pos, "at sight");
    if (!is_solved_too) return;
    ++solved_;
    if (const auto value = solver_.value(pos); !value || *value != truth) complain(pos, "the solver");
  }
  [[nodiscard]] std::uint64_t faults() const { return faults_; }
  [[nodiscard]] std::string summary() const {
    return fmt::format("{} positions, {} of them judged at sight, {} solved: {} wrong", positions_, decided_,
                       solved_, faults_);
  }

 private:
  void complain(const Position& pos, const char* who) {
    ++faults_;
    std::cout << fmt::format("{}: {} is wrong\n", to_text(pos), who);
  }

  Solver solver_{{.threads = 1, .table_bytes = std::size_t{256} << 20}};
  std::uint64_t positions_ = 0;
  std::uint64_t decided_ = 0;
  std::uint64_t solved_ = 0;
  std::uint64_t faults_ = 0;
};

// Whatever runs for long here looks at this now and then.
struct Stopped {};

class Checker {
 public:
  explicit Checker(const CheckOptions& options) : options_(options) {}

  // The exit status.
  int run() {
    try {
      for (int files = 3; files <= options_.files; ++files) check_board(files);
      check_late_positions();
    } catch (const Stopped&) {
      return kStopped;
    }
    return faults_ > 0 ? 1 : 0;
  }

 private:
  void check_board(int files) {
    Comparison comparison;
    Minimax minimax;
    int count = 0;
    minimax.on_value = [&](const Position& pos, Value truth) {
      comparison.compare(pos, truth, count++ % options_.every == 0);
      go_on(comparison);
    };
    for (int i = 0; i < files * files; ++i) {
      const Position start = Position::start({i / files, i % files}, files);
      comparison.compare(start, *minimax.value(start), true);  // whatever --every leaves out
    }
    finish(fmt::format("{} files, every position", files), comparison);
  }
  void check_late_positions() {
    Comparison comparison;
    base::Rng rng(options_.seed);
    for (int i = 0; i < options_.late; ++i) {
      const auto [pos, truth] = pawnrace::random_late_position(rng);
      comparison.compare(pos, truth, true);
      go_on(comparison);
    }
    finish("8 files, late positions of random games", comparison);
  }
  void go_on(const Comparison& comparison) {
    if (line_.is_due()) line_.show(comparison.summary());
    if (interrupt_.flag()) throw Stopped{};
  }
  void finish(const std::string& what, const Comparison& comparison) {
    line_.hide();
    std::cout << fmt::format("{}: {}\n", what, comparison.summary()) << std::flush;
    faults_ += comparison.faults();
  }

  CheckOptions options_;
  StopOnInterrupt interrupt_;
  StatusLine line_;
  std::uint64_t faults_ = 0;
};

int run_trial_games(pawnrace::TrialSettings settings) {
  StopOnInterrupt interrupt;
  settings.stop = &interrupt.flag();
  StatusLine line;
  const auto report = pawnrace::run_trial(settings, [&](const pawnrace::TrialReport& now) {
    line.show(fmt::format("{} of {} games, {} faults", now.games, settings.games, now.faults.size()));
  });
  line.hide();
  for (const std::string& fault : report.faults) std::cout << fault << '\n';
  for (const auto& [opponent, score] : report.scores)
    std::cout << fmt::format("{:<12} +{} ={} -{}, better than the start was worth in {}\n", opponent,
                             score.wins, score.draws, score.losses, score.gains);
  std::cout << fmt::format(
      "{} games, {} moves, {} of them from the book. The hardest: {:.1f} ms of CPU time, at {}; most nodes: "
      "{}.\n"
      "Value given away: {} times.\n",
      report.games, report.moves, report.book_moves,
      static_cast<double>(report.longest_cpu_time.count()) / 1e6, report.hardest, report.most_nodes,
      report.faults.size());
  if (!report.faults.empty()) return 1;
  return interrupt.flag() ? kStopped : 0;
}

constexpr const char* kCheckExamples = R"(Examples:
  vitrine pawnrace check
  vitrine pawnrace check --files 5 --every 100 --late 10000

Plain minimax looks at everything that can follow, so it is slow, and simple enough to be right. Every position of the
small boards is judged at sight, and solved; so are positions from the second half of random games on eight files.
Exit status: 0 all values are the same, 1 some are not, 2 the command line is wrong, 130 stopped by Ctrl-C.)";

constexpr const char* kTrialExamples = R"(Examples:
  vitrine pawnrace trial
  vitrine pawnrace trial --games 10240 --seed 2
  vitrine pawnrace trial --games 100 --gaps af

Plays from each of the 64 starts with both colours against players of every kind, who begin with a few random moves. The
value that a position has must never be given away. CPU time is that of one move, with the reading of the book for the
first.
Exit status: 0 nothing was given away, 1 something was, 2 the command line is wrong, 130 stopped by Ctrl-C.)";

}  // namespace

void add_check(CLI::App& parent, int& exit_code) {
  CLI::App* command = add_command(parent, "check", "Compare the solver with plain minimax");
  auto options = std::make_shared<CheckOptions>();
  command
      ->add_option("--files", options->files,
                   "Every position of the boards of 3 to so many files; 5 needs 700 MiB (default: 4)")
      ->type_name("N")
      ->check(CLI::Range(3, 5));
  command->add_option("--every", options->every, "Solve only every Nth of these; all are judged (default: 1)")
      ->type_name("N")
      ->check(CLI::Range(1, kMost));
  command->add_option("--late", options->late, "So many late positions on eight files (default: 1000)")
      ->type_name("N")
      ->check(CLI::Range(0, kMost));
  command->add_option("--seed", options->seed, "For these (default: 1)")->type_name("N");
  command->footer(kCheckExamples);
  command->callback([options, &exit_code] { exit_code = Checker(*options).run(); });
}

void add_trial(CLI::App& parent, int& exit_code) {
  CLI::App* command = add_command(parent, "trial", "Let the perfect player play many games, and watch it");
  auto settings = std::make_shared<pawnrace::TrialSettings>();
  command
      ->add_option("--games", settings->games,
                   "How many: 128 are all starts with both colours, 512 against each of four (default: 128)")
      ->type_name("N")
      ->check(CLI::Range(1, kMost));
  auto gaps = std::make_shared<std::string>();
  command->add_option("--gaps", *gaps, "From this start only: White's file, then Black's")
      ->type_name("FILES");
  command->add_option("--seed", settings->seed, "For the opponents (default: 1)")->type_name("N");
  command->footer(kTrialExamples);
  command->callback([settings, gaps, &exit_code] {
    if (!gaps->empty()) settings->starts = {gaps_argument(*gaps)};
    exit_code = run_trial_games(*settings);
  });
}

}  // namespace vitrine::cli::pawnrace_commands
