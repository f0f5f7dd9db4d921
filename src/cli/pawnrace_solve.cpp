// `vitrine pawnrace solve`: the exact value of a position, or of all 64 starts.

#include <fmt/format.h>
#include <sys/resource.h>

#include <CLI/App.hpp>
#include <chrono>
#include <iostream>
#include <memory>
#include <optional>

#include "cli/add_command.h"
#include "cli/pawnrace_checkpoint.h"
#include "cli/pawnrace_subcommands.h"
#include "cli/pawnrace_watch.h"
#include "cli/stop_on_interrupt.h"
#include "cli/usage_error.h"
#include "pawnrace/notation.h"
#include "pawnrace/setups.h"
#include "pawnrace/solver.h"

namespace vitrine::cli::pawnrace_commands {

namespace {

using pawnrace::Outcome;
using pawnrace::Position;
using pawnrace::Solver;
using Json = nlohmann::ordered_json;
using Clock = std::chrono::steady_clock;

struct Options {
  Where where;
  Resources resources;
  std::string checkpoint;
  std::string out;
  bool is_all = false;
  bool is_outcome_only = false;
  bool json = false;
};

std::string line_text(const Position& pos, const std::vector<pawnrace::Move>& moves) {
  std::string text;
  Position now = pos;
  for (const pawnrace::Move move : moves) {
    text += (text.empty() ? "" : " ") + to_text(now, move);
    now = now.after(move);
  }
  return text;
}

double cpu_seconds() {
  rusage usage = {};
  ::getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) / 1e6;
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

long peak_memory_mib() {
  rusage usage = {};
  ::getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss >> 10;
}

Solver make_solver(const Resources& resources) {
  return Solver({.threads = resources.threads, .table_bytes = resources.memory_mb << 20});
}

// What one attempt gave, and took. Without a value it was stopped.
struct Attempt {
  std::optional<pawnrace::Value> value = {};
  std::string line = {};
  SolveEffort effort = {};
};

class Meter {
 public:
  explicit Meter(const Solver& solver) : solver_(solver), nodes_(solver.nodes()) {}
  [[nodiscard]] std::uint64_t nodes() const { return solver_.nodes() - nodes_; }
  [[nodiscard]] SolveEffort effort(std::uint64_t outcome_nodes) const {
    return {outcome_nodes, nodes(), std::chrono::duration<double>(Clock::now() - begin_).count(),
            cpu_seconds() - cpu_begin_};
  }

 private:
  const Solver& solver_;
  std::uint64_t nodes_;
  Clock::time_point begin_ = Clock::now();
  double cpu_begin_ = cpu_seconds();
};

Attempt attempt(Solver& solver, const Position& pos, bool is_outcome_only, const std::string& what,
                const std::atomic<bool>& stop) {
  const SolverWatch watch(solver, what);
  const Meter meter(solver);
  const pawnrace::SolveLimits limits{.stop = &stop};
  const auto outcome = solver.outcome(pos, limits);
  const std::uint64_t outcome_nodes = meter.nodes();
  if (!outcome) return {.effort = meter.effort(outcome_nodes)};
  pawnrace::Value value{*outcome};
  if (is_outcome_only) return {value, "", meter.effort(outcome_nodes)};
  if (*outcome != Outcome::draw) {
    const auto plies = solver.distance(pos, *outcome, limits);
    if (!plies) return {.effort = meter.effort(outcome_nodes)};
    value.plies = *plies;
  }
  const auto line = solver.line(pos, value, limits);
  if (!line) return {.effort = meter.effort(outcome_nodes)};
  return {value, line_text(pos, *line), meter.effort(outcome_nodes)};
}

void print(const char* key, const std::string& name, const SolvedPosition& solved, bool as_json) {
  if (!as_json) {
    std::cout << describe(name, solved) << '\n' << std::flush;
    return;
  }
  Json json{{key, name}};
  json.update(to_json(solved));
  std::cout << json.dump() << '\n' << std::flush;
}

int solve_position(const Options& options) {
  const Position pos = position_of(options.where);
  StopOnInterrupt interrupt;
  Solver solver = make_solver(options.resources);
  SolveCheckpoint checkpoint(options.checkpoint);
  static_cast<void>(checkpoint.load(solver, options.is_outcome_only));
  const Attempt found = attempt(solver, pos, options.is_outcome_only, "solving", interrupt.flag());
  checkpoint.save_table(solver);
  if (!found.value) return kStopped;
  print("position", to_text(pos), {*found.value, found.line, found.effort}, options.json);
  return 0;
}

void print_totals(const SolvedStarts& starts, int threads) {
  SolveEffort all;
  for (const auto& [gaps, solved] : starts) all += solved.effort;
  std::cerr << fmt::format(
      "{} starts and their mirror images: {:.1f} M nodes ({:.1f} M of them for win, draw or loss alone), "
      "{:.0f} s, {:.0f} CPU s; in this run {} threads and at most {} MiB.\n",
      starts.size(), static_cast<double>(all.nodes) / 1e6, static_cast<double>(all.outcome_nodes) / 1e6,
      all.seconds, all.cpu_seconds, threads, peak_memory_mib());
}

int solve_all(const Options& options) {
  StopOnInterrupt interrupt;
  Solver solver = make_solver(options.resources);
  SolveCheckpoint checkpoint(options.checkpoint);
  SolvedStarts starts = checkpoint.load(solver, options.is_outcome_only);
  for (const pawnrace::Gaps gaps : pawnrace::allowed_setups()) {
    if (!is_canonical(gaps)) continue;
    const std::string name = to_text(gaps);
    if (!starts.contains(name)) {
      const Attempt found =
          attempt(solver, Position::start(gaps), options.is_outcome_only, name, interrupt.flag());
      checkpoint.save_table(solver);
      if (!found.value) {
        checkpoint.add_unfinished(name, found.effort);
        return kStopped;
      }
      starts[name] = {*found.value, found.line, found.effort};
      checkpoint.add(name, starts[name]);
    }
    print("gaps", name, starts[name], options.json);
  }
  print_totals(starts, options.resources.threads);
  if (!options.out.empty()) write_solution(options.out, starts);
  return 0;
}

constexpr const char* kExamples = R"(Examples:
  vitrine pawnrace solve --gaps af
  vitrine pawnrace solve --position "8/1p6/8/p7/P7/8/1P6/8 w -"
  vitrine pawnrace solve --all --threads 2 --memory 4096 --checkpoint solution

Prints W, D or L for the side to move, and in how many plies the game ends if the winner hurries and the loser delays;
then the nodes and the time it took, and a line in which every move keeps the value. With --checkpoint a solution that
was stopped goes on where it was, if it is given the same --memory.
Exit status: 0 solved, 1 something failed, 2 the command line is wrong, 130 stopped by Ctrl-C (what was found so far is
in the checkpoint).)";

}  // namespace

void add_solve(CLI::App& parent, int& exit_code) {
  CLI::App* command = add_command(parent, "solve", "Find the exact value of a position, or of every start");
  auto options = std::make_shared<Options>();
  add_where(*command, options->where);
  add_resources(*command, options->resources);
  auto* all = command->add_flag("--all", options->is_all, "Every start; mirror images are left out");
  auto* outcome_only =
      command->add_flag("--outcome", options->is_outcome_only, "Win, draw or loss only, which is faster");
  command
      ->add_option("--checkpoint", options->checkpoint, "A folder for what is found, to go on after a stop")
      ->type_name("FOLDER");
  command
      ->add_option("--out", options->out, "With --all: the solution as C++ text, src/pawnrace/solution.inc")
      ->type_name("FILE")
      ->needs(all)
      ->excludes(outcome_only);
  command->add_flag("--json", options->json, "One JSON object a line");
  command->footer(kExamples);
  command->callback([options, &exit_code] {
    if (options->is_all && is_given(options->where))
      throw UsageError("--all is every start: it goes with neither --gaps nor --position");
    exit_code = options->is_all ? solve_all(*options) : solve_position(*options);
  });
}

}  // namespace vitrine::cli::pawnrace_commands
