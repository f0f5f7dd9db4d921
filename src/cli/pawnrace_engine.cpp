// `vitrine pawnrace engine`: a player as a program for the runner; and `match` and `tournament`, the runner.

#include <fmt/format.h>
#include <unistd.h>

#include <CLI/App.hpp>
#include <algorithm>
#include <iostream>
#include <memory>
#include <random>

#include "base/line_reader.h"
#include "base/rng.h"
#include "cli/add_command.h"
#include "cli/pawnrace_subcommands.h"
#include "cli/usage_error.h"
#include "pawnrace/contestant.h"
#include "pawnrace/match.h"
#include "pawnrace/notation.h"
#include "pawnrace/player.h"
#include "pawnrace/protocol.h"
#include "protocols/engine_client.h"

namespace vitrine::cli::pawnrace_commands {

namespace {

using pawnrace::Contestant;
using pawnrace::GameReport;
using pawnrace::RoundReport;

std::uint64_t new_seed() { return 1 + std::random_device()() % 999'999; }

std::string names_of_players() {
  std::string names;
  for (const pawnrace::PlayerInfo& info : pawnrace::players())
    names += (names.empty() ? "" : ", ") + std::string(info.name);
  return names;
}

std::string list_of_players() {
  std::string list = "Players:\n";
  for (const pawnrace::PlayerInfo& info : pawnrace::players())
    list += fmt::format("  {:<12}{}\n", info.name, info.description);
  return list;
}

int run_engine(const std::string& name, std::uint64_t seed) {
  const auto player = pawnrace::make_player(name, seed);
  if (!player) throw UsageError(fmt::format("nobody is called '{}' here: {}", name, names_of_players()));
  pawnrace::Program program("Vitrine " + name, *player);
  base::LineReader lines(STDIN_FILENO, 4096);
  std::string line;
  while (!program.is_over() && lines.next(line) != base::LineReader::Status::end)
    if (const auto answer = program.answer(line)) std::cout << *answer << '\n' << std::flush;
  return 0;
}

struct RunnerOptions {
  std::vector<std::string> contestants;
  std::optional<std::uint64_t> seed;
  int move_time = 5000;
  bool has_moves = false;
};

// One of our players by name, or else a command.
std::unique_ptr<Contestant> make_contestant(const std::string& text, int seat, std::uint64_t seed) {
  if (auto player = pawnrace::make_player(text, seed))
    return std::make_unique<pawnrace::PlayerContestant>(text, std::move(player));
  auto command = protocols::split_command(text);
  if (command.empty()) throw UsageError("a contestant is a player (" + names_of_players() + ") or a command");
  return std::make_unique<pawnrace::ProgramContestant>(pawnrace::ProgramContestant::Settings{
      .name = {}, .command = std::move(command), .cores = pawnrace::cores_for(seat)});
}

std::string describe(const GameReport& game, int number, const std::array<Contestant*, 2>& players,
                     const std::array<int, 2>& points) {
  const auto name = [&](int player) { return players[static_cast<std::size_t>(player)]->name(); };
  const std::string result = !game.winner ? "1/2" : *game.winner == game.white ? "1-0" : "0-1";
  return fmt::format("Game {}: {} - {}, gaps {}: {} ({}), {} plies; points {} : {}\n", number,
                     name(game.white), name(1 - game.white), game.gaps ? to_text(*game.gaps) : "none", result,
                     game.reason, game.moves.size(), points[0], points[1]);
}

// Points are listed in the order of the contestants.
RoundReport play_and_print(const std::array<Contestant*, 2>& players, const RunnerOptions& options,
                           std::uint64_t seed) {
  int number = 0;
  const RoundReport round = pawnrace::play_round(
      players, {.longest_move = std::chrono::milliseconds(options.move_time), .seed = seed},
      [&](const GameReport& game, const std::array<int, 2>& points) {
        std::cout << describe(game, ++number, players, points);
        if (options.has_moves) std::cout << fmt::format("  {}\n", fmt::join(game.moves, " "));
        std::cout << std::flush;
      });
  std::cout << fmt::format("{} wins the round against {}, {} : {}, by {}.\n",
                           players[static_cast<std::size_t>(round.winner)]->name(),
                           players[static_cast<std::size_t>(1 - round.winner)]->name(),
                           round.points[static_cast<std::size_t>(round.winner)],
                           round.points[static_cast<std::size_t>(1 - round.winner)], round.decided_by)
            << std::flush;
  return round;
}

RoundReport run_round(const std::string& first, const std::string& second, const RunnerOptions& options,
                      std::uint64_t seed) {
  const auto a = make_contestant(first, 0, seed);
  const auto b = make_contestant(second, 1, seed + 1);
  return play_and_print({a.get(), b.get()}, options, seed);
}

int run_match(const RunnerOptions& options) {
  if (options.contestants.size() != 2) throw UsageError("a match is between two");
  const std::uint64_t seed = options.seed.value_or(new_seed());
  static_cast<void>(run_round(options.contestants[0], options.contestants[1], options, seed));
  return 0;
}

int run_tournament(const RunnerOptions& options) {
  if (options.contestants.size() < 2) throw UsageError("a tournament is between two or more");
  const std::uint64_t seed = options.seed.value_or(new_seed());
  base::Rng lot(seed);
  std::vector<int> still_in;
  for (std::size_t i = 0; i < options.contestants.size(); ++i) {
    const auto place = static_cast<std::ptrdiff_t>(lot.below(i + 1));
    still_in.insert(still_in.begin() + place, static_cast<int>(i));
  }
  const auto name = [&](int i) { return options.contestants[static_cast<std::size_t>(i)]; };
  for (int number = 1; still_in.size() > 1; ++number) {
    std::cout << fmt::format("Round {}, {} contestants\n", number, still_in.size());
    std::vector<int> winners;
    std::vector<int> free;
    for (const std::vector<int>& pair : pawnrace::knockout_pairs(still_in)) {
      if (pair.size() == 1) {
        std::cout << fmt::format("{} is free.\n", name(pair[0]));
        free.push_back(pair[0]);
        continue;
      }
      const RoundReport round = run_round(name(pair[0]), name(pair[1]), options, lot.next());
      winners.push_back(pair[static_cast<std::size_t>(round.winner)]);
    }
    still_in = winners;
    still_in.insert(still_in.end(), free.begin(), free.end());  // last, so that nobody is free twice running
  }
  std::cout << fmt::format("{} wins the tournament.\n", name(still_in[0]));
  return 0;
}

constexpr const char* kRunnerHelp = R"(
A contestant is one of these players, or the command of a program that speaks the protocol of docs/pawnrace.md.
A program that is late, breaks a rule or breaks down forfeits the game, and the reason is printed.
)";

void add_runner_options(CLI::App& command, RunnerOptions& options, const char* examples) {
  command.add_option("contestants", options.contestants, "Players or commands")->required()->type_name("WHO");
  command.add_option("--seed", options.seed, "For the lot and for random players; without it all is new")
      ->type_name("N");
  command.add_option("--time", options.move_time, "For each answer (default: 5000)")
      ->type_name("MS")
      ->check(CLI::Range(10, 3'600'000));
  command.add_flag("--moves", options.has_moves, "Print the moves of each game");
  command.footer(list_of_players() + kRunnerHelp + examples + R"(

Exit status: 0 all was played, whoever won; 1 something failed here, 2 the command line is wrong, 130 stopped by Ctrl-C.)");
}

}  // namespace

void add_engine(CLI::App& parent, int& exit_code) {
  struct Options {
    std::string player = "perfect";
    std::optional<std::uint64_t> seed;
  };
  CLI::App* command = add_command(parent, "engine", "A player as a program, for tournaments by a runner");
  auto options = std::make_shared<Options>();
  command->add_option("--player", options->player, "Who plays (default: perfect)")->type_name("NAME");
  command->add_option("--seed", options->seed, "For those who play at random")->type_name("N");
  command->footer(list_of_players() + R"(
Reads the runner's lines from standard input and answers on standard output; docs/pawnrace.md describes both.

Examples:
  vitrine pawnrace engine
  vitrine pawnrace match ./mine "vitrine pawnrace engine --player greedy"

Exit status: 0 the runner said quit or closed the line, 2 the command line is wrong.)");
  command->callback(
      [options, &exit_code] { exit_code = run_engine(options->player, options->seed.value_or(new_seed())); });
}

void add_match(CLI::App& parent, int& exit_code) {
  CLI::App* command = add_command(parent, "match", "A round between two programs: the best of five games");
  auto options = std::make_shared<RunnerOptions>();
  add_runner_options(*command, *options, R"(Examples:
  vitrine pawnrace match perfect ancestor
  vitrine pawnrace match perfect "java -jar mine.jar --fast" --moves)");
  command->callback([options, &exit_code] { exit_code = run_match(*options); });
}

void add_tournament(CLI::App& parent, int& exit_code) {
  CLI::App* command =
      add_command(parent, "tournament", "A knock-out of such rounds; the lot seats the contestants");
  auto options = std::make_shared<RunnerOptions>();
  add_runner_options(*command, *options, R"(Examples:
  vitrine pawnrace tournament perfect greedy random ./mine ./yours)");
  command->callback([options, &exit_code] { exit_code = run_tournament(*options); });
}

}  // namespace vitrine::cli::pawnrace_commands
