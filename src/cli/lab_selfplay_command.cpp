// `vitrine lab selfplay`.

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <algorithm>
#include <chrono>
#include <iostream>
#include <memory>
#include <mutex>
#include <optional>

#include "arena/file_lock.h"
#include "cli/add_command.h"
#include "cli/engine_argument.h"
#include "cli/lab_data.h"
#include "cli/lab_subcommands.h"
#include "cli/status_line.h"
#include "cli/stop_on_interrupt.h"
#include "cli/usage_error.h"
#include "lab/selfplay/selfplay.h"
#include "lab/selfplay/selfplay_farm.h"
#include "protocols/bench.h"
#include "protocols/clean_text.h"

namespace vitrine::cli::lab_commands {

namespace {

struct Arguments {
  std::string out;
  std::uint32_t games = 0;
  int threads = 1;
  int generation = 0;
  EngineArgument engine;
  lab::SelfplayRules rules;
  std::string gearman;
  bool is_worker = false;
};

class NoSink : public protocols::LineSink {
 public:
  void send(std::string_view) override {}
};

// What tells engines apart that would play other games: the node count of a quick `vitrine bench --depth D`.
std::string signature_of(const Arguments& arguments, const std::stop_token& stop) {
  const auto engine = make_engine(arguments.engine);
  if (const auto* threads = engine->options().find("Threads");
      threads && engine->options().spin("Threads") != 1)
    throw UsageError("--option Threads: one thread plays a game; --threads says how many games at once");
  NoSink nobody;
  const int depth = std::min(engine->bench_depth(), 6);
  const std::uint64_t bench = protocols::run_bench(*engine, depth, nobody, stop);
  return fmt::format("engine={} version={} bench={}:{}", arguments.engine.name, VITRINE_VERSION, depth,
                     bench);
}

// How far it has come, for the status line.
class Progress {
 public:
  Progress(std::uint32_t first, std::uint32_t all) : first_(first), done_(first), all_(all) {}

  void add(std::size_t positions) {
    ++done_;
    positions_ += positions;
    if (!line_.is_due()) return;
    const double games_a_second = (done_ - first_) / seconds();
    const auto left = static_cast<long>((all_ - done_) / games_a_second);
    line_.show(fmt::format("{} of {} games  {:.2f} games/s  {:.0f} positions/s  {}:{:02}:{:02} left", done_,
                           all_, games_a_second, static_cast<double>(positions_) / seconds(), left / 3600,
                           left / 60 % 60, left % 60));
  }
  void hide() { line_.hide(); }
  [[nodiscard]] double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }
  [[nodiscard]] std::uint32_t played() const { return done_ - first_; }
  [[nodiscard]] std::uint64_t positions() const { return positions_; }

 private:
  std::uint32_t first_;
  std::uint32_t done_;
  std::uint32_t all_;
  std::uint64_t positions_ = 0;
  StatusLine line_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

arena::GearmanAddress server_of(const Arguments& arguments) {
  const auto server = arena::parse_gearman_address(arguments.gearman);
  if (!server) throw UsageError("--gearman: '" + arguments.gearman + "' is not HOST or HOST:PORT");
  return *server;
}

int work(const Arguments& arguments) {
  if (arguments.gearman.empty()) throw UsageError("--worker needs --gearman");
  const StopOnInterrupt interrupt;
  std::mutex mutex;
  const arena::Tell tell = [&mutex](const std::string& text) {
    const std::lock_guard lock(mutex);
    std::cerr << protocols::clean_text(text) << ".\n" << std::flush;
  };
  const lab::FarmWorkerSettings settings{.server = server_of(arguments),
                                         .signature = signature_of(arguments, interrupt.token()),
                                         .threads = arguments.threads,
                                         .tell_problem = tell,
                                         .tell_block = tell};
  tell(fmt::format("Playing for {}, {} games at once ({}). Ctrl-C ends it", settings.server.to_string(),
                   arguments.threads, settings.signature));
  lab::run_selfplay_worker(
      settings, [&] { return make_engine(arguments.engine); }, interrupt.token());
  tell("Stopped; what was being played goes to others");
  return 0;
}

int play(const Arguments& arguments) {
  if (arguments.out.empty() || arguments.games == 0) throw UsageError("--out and --games are needed");
  const StopOnInterrupt interrupt;
  const std::stop_token stop = interrupt.token();
  const std::optional<arena::GearmanAddress> server =
      arguments.gearman.empty() ? std::nullopt : std::optional(server_of(arguments));
  const std::string signature = signature_of(arguments, stop);
  if (stop.stop_requested()) return kInterrupted;
  const auto lock = arena::FileLock::acquire(arguments.out);
  if (!lock) throw std::runtime_error(arguments.out + ": another process writes this file");
  lab::GameFileWriter writer(arguments.out, fmt::format("generation={} {} {}", arguments.generation,
                                                        signature, to_string(arguments.rules)));
  if (writer.has_dropped_torn_game())
    std::cerr << arguments.out << ": the last game was not finished and is played again\n";
  const std::uint32_t first = writer.next_number();
  if (first > 0) fmt::print(stderr, "{}: going on after {} games\n", arguments.out, first);
  if (first >= arguments.games) return fmt::print("{}: has {} games already\n", arguments.out, first), 0;

  Progress progress(first, arguments.games);
  const auto on_game = [&](lab::SelfplayGame&& game) {
    writer.add(game);
    progress.add(game.moves.size());
  };
  const auto make = [&] { return make_engine(arguments.engine); };
  const std::uint32_t count = arguments.games - first;
  if (server) {
    const auto tell = [&](const std::string& text) {
      progress.hide();
      std::cerr << protocols::clean_text(text) << ".\n";
    };
    lab::run_selfplay_farm(arguments.rules, {.server = *server, .signature = signature, .tell = tell}, first,
                           count, on_game, stop);
  } else {
    lab::run_selfplay(arguments.rules, make, arguments.threads, first, count, on_game, stop);
  }
  progress.hide();
  fmt::print("{}: {} games, {} positions; {:.2f} games/s, {:.0f} positions/s\n", arguments.out,
             with_commas(writer.next_number()), with_commas(writer.positions()),
             progress.played() / progress.seconds(),
             static_cast<double>(progress.positions()) / progress.seconds());
  if (writer.next_number() == arguments.games) return 0;
  std::cerr << "Interrupted; the same command goes on from here.\n";
  return kInterrupted;
}

constexpr const char* kExamples =
    R"(The engine plays itself from random openings (--random-plies, or one more; openings that a short search finds uneven by
more than 5 pawns are left out) and searches --nodes for each move, finishing the iteration it is in. A game ends by the
rules, when both sides agree for 5 plies that one is 12.5 pawns up, or when they agree for 10 plies after ply 70 that it
is within 0.1 pawns. FILE keeps moves and scores; 'vitrine lab data import FILE --out SET' makes positions of them.

Game number i depends on the settings and the seed only, so the file is the same for any --threads. The same command
goes on with a file that is not finished, whatever interrupted it; a larger --games goes on with a finished one.

Examples:
  vitrine lab selfplay --out first.games --games 10000 --threads 8
  vitrine lab selfplay --out first.games --games 10000 --nodes 800 --seed 2
  vitrine lab selfplay --gearman farm.lan --out first.games --games 1000000     hand the games out to workers
  vitrine lab selfplay --gearman farm.lan --worker --threads 16                 and play them, on any machine
Exit status: 0 all is well, 1 something failed, 2 the command line is wrong, 130 stopped by Ctrl-C.)";

}  // namespace

void add_selfplay(CLI::App& lab, int& exit_code) {
  CLI::App* command = add_command(lab, "selfplay", "Let an engine play itself, for games to learn from");
  auto arguments = std::make_shared<Arguments>();
  lab::SelfplayRules& rules = arguments->rules;
  command->add_option("--out", arguments->out, "The file of games to write or go on with")
      ->type_name("FILE.games");
  command->add_option("--games", arguments->games, "How many the file shall have")
      ->type_name("N")
      ->check(CLI::Range(1U, 4'000'000'000U));
  command->add_option("--nodes", rules.nodes, "Nodes for each move (default: 5000)")
      ->type_name("N")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1'000'000'000}));
  command->add_option("--threads", arguments->threads, "Games at once (default: 1)")
      ->type_name("N")
      ->check(CLI::Range(1, 1024));
  command->add_option("--random-plies", rules.random_plies, "Random plies at the start (default: 8)")
      ->type_name("N")
      ->check(CLI::Range(0, 1000));
  command->add_option("--seed", rules.seed, "Another seed gives other games (default: 1)")->type_name("N");
  command->add_option("--generation", arguments->generation, "A number for the manifest (default: 0)")
      ->type_name("N")
      ->check(CLI::Range(0, 1'000'000));
  add_engine_argument(*command, arguments->engine);
  command->add_option("--gearman", arguments->gearman, "Let workers play, through this Gearman server")
      ->type_name("HOST[:PORT]");
  command->add_flag("--worker", arguments->is_worker, "Play for the server, for whoever asks");
  command->footer(kExamples);
  command->callback(
      [arguments, &exit_code] { exit_code = arguments->is_worker ? work(*arguments) : play(*arguments); });
}

}  // namespace vitrine::cli::lab_commands
