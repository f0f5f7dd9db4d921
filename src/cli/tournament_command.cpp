#include "cli/tournament_command.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/App.hpp>
#include <algorithm>
#include <chrono>
#include <ctime>
#include <filesystem>
#include <iostream>
#include <memory>
#include <string>
#include <variant>

#include "arena/gearman_queue.h"
#include "arena/opening_book.h"
#include "arena/store.h"
#include "arena/summary.h"
#include "arena/tablebase.h"
#include "arena/thread_queue.h"
#include "arena/tournament.h"
#include "cli/add_command.h"
#include "cli/bot_player.h"
#include "cli/engine_factory.h"
#include "cli/stop_on_interrupt.h"
#include "cli/tournament_arguments.h"
#include "cli/tournament_monitor.h"
#include "cli/usage_error.h"
#include "protocols/clean_text.h"
#include "workshop/sandbox.h"

namespace vitrine::cli {

namespace {

constexpr int kStopped = 3;  // all is well, but more is to be played
constexpr int kFaults = 4;   // played to the end, but engines broke

std::string new_store_name() {
  const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  return fmt::format("vitrine-{:%Y%m%d-%H%M%S}.db", fmt::localtime(now));
}

arena::OpeningBook load_book(const arena::TournamentSettings& settings) {
  auto book = arena::OpeningBook::load(settings.openings, settings.seed);
  if (!book) throw std::runtime_error(book.error().to_string());
  return *std::move(book);
}

// What would spoil every game is better known before the first: each player is started once. Programs that
// others run need not be here; each worker tries them.
void check_players(const arena::TournamentSettings& settings, const arena::EngineFactory& factory,
                   bool is_played_here) {
  for (const arena::Player& player : settings.players) {
    if (!is_played_here && player.exhibit.empty()) continue;
    try {
      static_cast<void>(factory(player));
    } catch (const std::invalid_argument& error) {
      throw UsageError(error.what());
    }
  }
}

// It may be continued from another folder.
void make_absolute(std::string& path) {
  if (!path.empty()) path = std::filesystem::absolute(path).lexically_normal().string();
}

arena::Store open_store(const TournamentArguments& arguments) {
  if (!arguments.resume.empty()) return arena::Store::open(arguments.resume);
  const std::string path = arguments.store.empty() ? new_store_name() : arguments.store;
  arena::TournamentSettings settings = arguments.settings;
  make_absolute(settings.pgn.file);
  make_absolute(settings.openings.file);
  return arena::Store::create(path, settings, "vitrine " VITRINE_VERSION);
}

arena::GearmanAddress gearman_address(const TournamentArguments& arguments) {
  const auto address = arena::parse_gearman_address(arguments.gearman);
  if (!address) throw UsageError("-gearman: '" + arguments.gearman + "' is not HOST or HOST:PORT");
  return *address;
}

void print_problem(const std::string& text) {
  if (::isatty(STDERR_FILENO) != 0) std::cerr << "\r\x1b[K";  // over the live line
  std::cerr << protocols::clean_text(text) << ".\n" << std::flush;
}

std::unique_ptr<arena::JobQueue> make_queue(const TournamentArguments& arguments, const arena::Store& store,
                                            const arena::EngineFactory& factory) {
  const int concurrency = store.settings().concurrency;
  if (arguments.gearman.empty())
    return std::make_unique<arena::ThreadQueue>(
        arena::ThreadQueueSettings{concurrency, arguments.uses_affinity}, factory);
  // How many workers there are is not known: keep enough for many, or for as many as the user says.
  arena::GearmanQueueSettings settings{
      .server = gearman_address(arguments),
      .tournament = arena::tournament_id(store.created(), arena::to_json(store.settings()))};
  settings.in_flight = std::max(settings.in_flight, 2 * concurrency);
  settings.tell = print_problem;
  return std::make_unique<arena::GearmanQueue>(std::move(settings));
}

int exit_code_of(const arena::Summary& summary) {
  if (summary.end == arena::TournamentEnd::stopped) return kStopped;
  for (const arena::Drop& drop : summary.progress.drops)
    if (!drop.why.empty()) return kFaults;
  return 0;
}

int show(const std::string& path) {
  arena::Store store = arena::Store::open(path, arena::Store::Access::read);
  std::cout << arena::to_text(store.settings(), arena::read_progress(store));
  return 0;
}

// The bots' programs take the places of their sources.
void build_bots(TournamentArguments& arguments) {
  if (arguments.bots.empty()) return;
  if (arguments.is_sandboxed) workshop::require_sandbox();
  const Confinement confinement = arguments.is_sandboxed ? Confinement::sandbox : Confinement::none;
  for (const auto& [player, source] : arguments.bots)
    arguments.settings.players[player].command = bot_command_of_source(source, confinement);
}

int play(const TournamentArguments& arguments) {
  const bool is_new = arguments.resume.empty();
  std::optional<arena::Store> store;
  if (!is_new) store.emplace(open_store(arguments));
  const arena::TournamentSettings& settings = is_new ? arguments.settings : store->settings();
  const arena::OpeningBook book = load_book(settings);
  const arena::EngineFactory factory = make_engine_factory(settings.rules.longest_move);
  const bool is_played_here = arguments.gearman.empty();
  if (!is_played_here) static_cast<void>(gearman_address(arguments));
  check_players(settings, factory, is_played_here);
  if (is_played_here && !settings.tablebase_path.empty())
    static_cast<void>(arena::open_tablebase(settings.tablebase_path, settings.tablebase_men));
  if (is_new) store.emplace(open_store(arguments));  // only now: a false start leaves no file
  std::cerr << fmt::format("Results go to {0}; 'vitrine tournament -resume {0}' continues it after a stop.\n",
                           store->path());

  StopOnInterrupt interrupt;
  const auto queue = make_queue(arguments, *store, factory);
  TournamentMonitor monitor(store->settings(), arguments.rating_interval, !arguments.is_quiet);
  arena::Tournament tournament({.store = *store,
                                .queue = *queue,
                                .opening = [&book](std::int64_t pair) { return book.opening(pair); },
                                .events = [&monitor](const arena::Event& event) { monitor.tell(event); }});
  monitor.watch(tournament);
  const arena::Summary summary = tournament.run(interrupt.token());
  monitor.end();
  std::cout << arena::to_text(store->settings(), summary.progress) << summary.why << '\n';
  return exit_code_of(summary);
}

constexpr const char* kExitCodes =
    "Exit status: 0 played to the end; 3 stopped, and can be continued; 4 played, but a player broke too "
    "often and was "
    "dropped;\n1 something failed; 2 the command line is wrong.";

constexpr const char* kMatchExamples = R"(
Examples:
  vitrine match -engine exhibit=challenger -engine exhibit=negamax -each nodes=20000 -rounds 50
  vitrine match -engine cmd=stockfish option.Skill\ Level=3 -engine exhibit=challenger -each tc=2+0.02 -rounds 100 \
      -concurrency 2 -pgnout games.pgn -sprt elo0=0 elo1=10
  vitrine match -engine bot=mine.cpp -engine bot=bots/evil.cpp -each tc=10+0.1 -rounds 50
  vitrine match -engine cmd=fairymax proto=xboard -engine cmd=gnuchess args=--uci -each tc=40/10 -rounds 10
)";

constexpr const char* kTournamentExamples = R"(
Examples:
  vitrine tournament -engine exhibit=evil -engine exhibit=mailbox -engine exhibit=negamax -each depth=3 -rounds 10
  vitrine tournament -tournament swiss -rounds 5 -config players.toml -concurrency 2 -store club.db
  vitrine tournament -resume club.db              continue it after Ctrl-C, a crash or a power cut
  vitrine tournament -show club.db                the results so far, also while it runs
)";

void add_games_command(CLI::App& app, int& exit_code, const char* name, const char* description,
                       const char* examples, bool is_match) {
  CLI::App* command = add_command(app, name, description);
  command->prefix_command();  // the options are not of the kind CLI11 reads
  command->footer(std::string(kTournamentOptionsHelp) + "\n" + examples + "\n" + kExitCodes);
  command->callback([command, is_match, &exit_code] {
    const std::vector<std::string> words = command->remaining();
    if (words.empty()) throw UsageError("who plays? Give -engine for each player, or -resume FILE");
    const TournamentArguments arguments = parse_tournament_arguments(words, is_match);
    exit_code = arguments.show.empty() ? play_tournament(arguments) : show(arguments.show);
  });
}

}  // namespace

int play_tournament(TournamentArguments arguments) {
  build_bots(arguments);
  return play(arguments);
}

void add_match_command(CLI::App& app, int& exit_code) {
  add_games_command(app, exit_code, "match", "Let two engines play a match", kMatchExamples, true);
}

void add_tournament_command(CLI::App& app, int& exit_code) {
  add_games_command(app, exit_code, "tournament", "Let engines play a tournament, or continue one",
                    kTournamentExamples, false);
}

}  // namespace vitrine::cli
