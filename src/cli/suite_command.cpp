#include "cli/suite_command.h"

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <array>
#include <chrono>
#include <cstdint>
#include <iostream>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "cli/add_command.h"
#include "cli/engine_argument.h"
#include "cli/status_line.h"
#include "cli/stop_on_interrupt.h"
#include "cli/suite_report.h"
#include "cli/suite_run.h"
#include "cli/usage_error.h"
#include "protocols/clean_text.h"
#include "protocols/engine_client.h"

namespace vitrine::cli {

namespace {

using namespace std::chrono_literals;

constexpr int kFailure = 1;
constexpr int kInterrupted = 130;
constexpr arena::Milliseconds kDefaultTime = 1s;
constexpr arena::Milliseconds kMargin = 5s;  // over its time, before an engine is given up

// How an engine was named.
enum class Way { exhibit, uci, xboard };

struct Options {
  std::vector<std::string> files;
  std::array<std::vector<std::string>, 3> named;     // engines, by Way
  std::vector<std::pair<Way, std::string>> engines;  // the same in the order in which they were given
  std::optional<int> time;                           // milliseconds
  std::optional<std::uint64_t> nodes;
  std::optional<int> depth;
  std::optional<int> hash;
  std::optional<int> threads;
  int concurrency = 1;
  std::optional<std::size_t> limit;
  bool prints_unsolved = false;
  bool json = false;
};

arena::Player to_player(Way way, const std::string& text) {
  arena::Player player{.name = text};
  player.time.margin = kMargin;
  if (way == Way::exhibit) {
    player.exhibit = find_engine({.name = text}).card.name;
    return player;
  }
  player.command = protocols::split_command(text);
  player.protocol = way == Way::uci ? arena::Protocol::uci : arena::Protocol::cecp;
  if (player.command.empty())
    throw UsageError(way == Way::uci ? "--engine-cmd names no program" : "--engine-xboard names no program");
  return player;
}

// Rows of one name would be hard to tell apart.
void number_equal_names(std::vector<arena::Player>& players) {
  for (std::size_t i = 0; i < players.size(); ++i) {
    int count = 1;
    for (std::size_t j = i + 1; j < players.size(); ++j)
      if (players[j].name == players[i].name) players[j].name += fmt::format(" ({})", ++count);
  }
}

SuiteRunSettings to_settings(const Options& options) {
  SuiteRunSettings settings;
  for (const auto& [way, text] : options.engines) settings.players.push_back(to_player(way, text));
  if (settings.players.empty()) settings.players.push_back(to_player(Way::exhibit, kDefaultEngine));
  number_equal_names(settings.players);
  settings.limits.nodes = options.nodes;
  settings.limits.depth = options.depth;
  if (options.time) settings.limits.move_time = arena::Milliseconds(*options.time);
  if (settings.limits.is_unlimited()) settings.limits.move_time = kDefaultTime;
  settings.hash = options.hash;
  settings.threads = options.threads;
  settings.concurrency = options.concurrency;
  return settings;
}

std::vector<Suite> read_suites(const Options& options) {
  std::vector<Suite> suites;
  std::size_t positions = 0;
  for (const std::string& path : options.files) {
    suites.push_back(read_suite(path, options.limit));
    positions += suites.back().cases.size();
    for (const auto& [line, column, message] : suites.back().errors)
      std::cerr << fmt::format("{}:{}:{}: {}\n", path, line, column, message);
  }
  if (positions == 0) throw std::runtime_error("there is no position to ask about");
  return suites;
}

// The line at the foot of the terminal, and what goes wrong meanwhile.
class Monitor {
 public:
  explicit Monitor(const SuiteRun& run) : run_(run), solved_(run.settings().players.size()) {}

  void tell(const SuitePlace& place, const SuiteAnswer& answer) {
    const SuiteCase& test = run_.suites()[place.suite].cases[place.test];
    ++answered_;
    if (test.has_solution()) solved_[place.player] += is_solved(test, answer);
    if (!answer.fault.empty()) {
      line_.hide();
      std::cerr << fmt::format("{}:{}: {}: {}\n", run_.suites()[place.suite].path, test.line,
                               run_.settings().players[place.player].name,
                               protocols::clean_text(answer.fault));
    }
    if (line_.is_due()) line_.show(text());
  }
  void hide() { line_.hide(); }

 private:
  [[nodiscard]] std::string text() const {
    std::string text = fmt::format("{}/{} answers, solved:", answered_, run_.size());
    for (std::size_t player = 0; player < solved_.size(); ++player)
      text += fmt::format("  {} {}", run_.settings().players[player].name, solved_[player]);
    return text;
  }

  const SuiteRun& run_;
  StatusLine line_;
  std::size_t answered_ = 0;
  std::vector<int> solved_;  // by player
};

bool has_failed(const SuiteRun& run) {
  for (std::size_t suite = 0; suite < run.suites().size(); ++suite) {
    if (!run.suites()[suite].errors.empty()) return true;
    for (std::size_t player = 0; player < run.settings().players.size(); ++player)
      if (tally(run, player, suite).faults > 0) return true;
  }
  return false;
}

void print(const SuiteRun& run, const Options& options) {
  if (options.json) {
    std::cout << suite_json(run, options.prints_unsolved) << '\n';
    return;
  }
  if (options.prints_unsolved) std::cout << unsolved_text(run);
  if (run.answered() < run.size())
    std::cout << fmt::format("stopped, incomplete: {} of {} answers\n", run.answered(), run.size());
  std::cout << suite_table(run);
}

int run_suites(const Options& options) {
  SuiteRun run(to_settings(options), read_suites(options));
  const StopOnInterrupt interrupt;
  try {
    run.start_engines([](const std::string& note) { std::cerr << "note: " << note << '\n'; });
  } catch (const std::invalid_argument& error) {
    throw UsageError(error.what());
  }
  Monitor monitor(run);
  run.run([&](const SuitePlace& place, const SuiteAnswer& answer) { monitor.tell(place, answer); },
          interrupt.token());
  monitor.hide();
  print(run, options);
  if (interrupt.token().stop_requested()) return kInterrupted;
  return has_failed(run) ? kFailure : 0;
}

constexpr const char* kExamples = R"(Examples:
  vitrine suite wacnew.epd                                     our own engine, a second for each position
  vitrine suite wacnew.epd sts.epd --engine vitrine --engine-cmd stockfish --time 200
  vitrine suite mates.epd --engine-cmd "gnuchess --uci" --engine-xboard phalanx --nodes 100000 --failed
  vitrine suite wacnew.epd --engine mailbox --depth 4 --limit 50 --concurrency 2 --json

A suite has one EPD line for each position. Solved is one whose move is right (bm) or at least not wrong (am). Where a
mate is to be found (bm #3, dm 3) the engine's last score must prove one in so many moves or fewer, and its move be
right if bm names moves too. Graded moves (points in c8, moves in c9) add up; the table shows them in a column of their
own. Each position is a new game. Several limits together: the first one reached ends the thought; none means --time
1000. All engines answer a position before the next comes; with --concurrency N, N of them think at the same time.

An engine that dies, hangs or plays an illegal move has not solved that position, and is started again for its next.
A line that can't be read is told as FILE:LINE:COLUMN and left out. With --json there is one object: limits, complete,
suites, results and, with --failed, unsolved.
Exit status: 0 all is well, however little was solved; 1 a line could not be read or an engine failed; 2 the command line
is wrong; 130 stopped by Ctrl-C (what was answered so far is printed).)";

constexpr std::array kEngineOptions = {"--engine", "--engine-cmd", "--engine-xboard"};  // by Way

void add_engine_options(CLI::App& command, Options& options) {
  constexpr std::array kTypes = {"NAME", "COMMAND", "COMMAND"};
  constexpr std::array kHelp = {
      "An engine of the cabinet (default: vitrine); may be given several times",
      "A program that speaks UCI: its command line, without a shell; likewise",
      "The same for a program that speaks xboard's protocol",
  };
  for (std::size_t way = 0; way < kEngineOptions.size(); ++way)
    command.add_option(kEngineOptions[way], options.named[way], kHelp[way])
        ->type_name(kTypes[way])
        ->allow_extra_args(false);
}

// The table shows the engines in the order in which they were given.
void put_engines_in_order(const CLI::App& command, Options& options) {
  std::array<std::size_t, 3> used = {};
  for (const CLI::Option* const option : command.parse_order())
    for (std::size_t way = 0; way < kEngineOptions.size(); ++way)
      if (option == command.get_option(kEngineOptions[way]))
        options.engines.emplace_back(static_cast<Way>(way), options.named[way].at(used[way]++));
}

void add_limit_options(CLI::App& command, Options& options) {
  command
      .add_option("--time", options.time, "Milliseconds for each position (default: 1000, if no other limit)")
      ->type_name("MS")
      ->check(CLI::Range(1, 86'400'000));
  command.add_option("--nodes", options.nodes, "Look at so many positions")
      ->type_name("N")
      ->check(CLI::PositiveNumber);
  command.add_option("--depth", options.depth, "Think so many plies deep")
      ->type_name("N")
      ->check(CLI::Range(1, 1000));
  command.add_option("--hash", options.hash, "Set the option Hash of engines that have it")
      ->type_name("MB")
      ->check(CLI::PositiveNumber);
  command.add_option("--threads", options.threads, "Set the option Threads of engines that have it")
      ->type_name("N")
      ->check(CLI::PositiveNumber);
}

}  // namespace

void add_suite_command(CLI::App& app, int& exit_code) {
  CLI::App* command = add_command(app, "suite", "Let engines solve test suites, and compare them");
  auto options = std::make_shared<Options>();
  command->add_option("files", options->files, "Test suites: files with EPD lines")
      ->required()
      ->type_name("FILE");
  add_engine_options(*command, *options);
  add_limit_options(*command, *options);
  command
      ->add_option("--concurrency", options->concurrency, "So many positions at the same time (default: 1)")
      ->type_name("N")
      ->check(CLI::Range(1, 1024));
  command->add_option("--limit", options->limit, "Only the first positions of each suite")
      ->type_name("N")
      ->check(CLI::PositiveNumber);
  command->add_flag("--failed", options->prints_unsolved, "Print the positions that were not solved");
  command->add_flag("--json", options->json, "Print JSON");
  command->footer(kExamples);
  command->callback([command, options, &exit_code] {
    put_engines_in_order(*command, *options);
    exit_code = run_suites(*options);
  });
}

}  // namespace vitrine::cli
