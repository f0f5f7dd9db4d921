#include "cli/ask_command.h"

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <iostream>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "chess/game.h"
#include "cli/add_command.h"
#include "cli/engine_argument.h"
#include "cli/position_argument.h"
#include "cli/stop_on_interrupt.h"
#include "cli/usage_error.h"
#include "engines/engine.h"
#include "notation/fen.h"
#include "notation/san.h"
#include "notation/uci_move.h"
#include "protocols/clean_text.h"
#include "protocols/engine_client.h"

namespace vitrine::cli {

namespace {

struct Options {
  EngineArgument engine;  // its options go to an external engine too
  std::string command;
  std::string protocol = "uci";
  std::string fen{notation::kStartFen};
  std::optional<int> depth;
  std::optional<std::uint64_t> nodes;
  std::optional<int> move_time;  // milliseconds
  int lines = 1;
  bool is_infinite = false;
  bool shows_talk = false;
};

std::unique_ptr<engines::Engine> start_engine(const Options& options) {
  if (options.command.empty()) return make_engine(options.engine);
  protocols::EngineCommand command{.name = "", .argv = protocols::split_command(options.command)};
  if (command.argv.empty()) throw UsageError("--engine-cmd names no program");
  if (options.shows_talk)
    command.on_line = [](protocols::EngineCommand::Direction direction, std::string_view line) {
      const bool is_to_engine = direction == protocols::EngineCommand::Direction::to_engine;
      std::cerr << (is_to_engine ? "> " : "< ") << protocols::clean_text(line) << '\n';
    };
  auto engine = options.protocol == "uci" ? protocols::start_uci_engine(command)
                                          : protocols::start_cecp_engine(command);
  if (!engine->reported_name().empty()) fmt::print("{}\n", engine->reported_name());
  for (const std::string& option : options.engine.options) {
    const std::size_t equals = std::min(option.find('='), option.size());
    const std::string value = option.substr(std::min(equals + 1, option.size()));
    const std::string problem = engine->options().set(option.substr(0, equals), value);
    if (!problem.empty()) throw UsageError("--option: " + problem);
  }
  return engine;
}

std::string to_text(const engines::Score& score) {
  const char* const bound = score.bound == engines::Score::Bound::lower   ? ">="
                            : score.bound == engines::Score::Bound::upper ? "<="
                                                                          : "";
  if (score.kind == engines::Score::Kind::mate) return fmt::format("{}#{}", bound, score.value);
  return fmt::format("{}{:+.2f}", bound, score.value / 100.0);
}

// "12/18  +0.35  1.204 s  1204331 nodes  e4 e5 Nf3"
void print_report(const engines::Report& report, const chess::Position& root, int lines) {
  if (!report.text.empty()) fmt::print("  {}\n", protocols::clean_text(report.text));
  if (!report.score && report.pv.empty()) return;
  std::string depth = std::to_string(report.depth);
  if (report.selective_depth > 0) depth += "/" + std::to_string(report.selective_depth);
  if (lines > 1) depth = fmt::format("({}) {}", report.line, depth);
  fmt::print("{:>6} {:>8} {:>8.3f} s {:>11} nodes ", depth, report.score ? to_text(*report.score) : "",
             static_cast<double>(report.time.count()) / 1000.0, report.nodes);
  chess::Position pos = root;
  for (const chess::Move move : report.pv) {
    fmt::print(" {}", notation::to_san(pos, move));
    pos = pos.after(move);
  }
  fmt::print("\n");
  std::fflush(stdout);
}

void print_choice(const engines::Choice& choice, const chess::Position& pos) {
  if (choice.resigns) fmt::print("The engine resigns.\n");
  if (!choice.move && !choice.resigns) fmt::print("There is no legal move.\n");
  if (!choice.move) return;
  fmt::print("move {} ({})", notation::to_uci(*choice.move), notation::to_san(pos, *choice.move));
  if (choice.ponder) fmt::print(", expects {}", notation::to_san(pos.after(*choice.move), *choice.ponder));
  fmt::print("{}\n", choice.offers_draw ? ", offers a draw" : "");
}

int run(const Options& options) {
  engines::Limits limits{.depth = options.depth,
                         .nodes = options.nodes,
                         .infinite = options.is_infinite,
                         .multi_pv = options.lines};
  if (options.move_time) limits.move_time = std::chrono::milliseconds(*options.move_time);
  if (limits.is_unlimited() && !limits.infinite) limits.move_time = std::chrono::seconds(1);

  const chess::Game game(parse_position_argument("--fen", options.fen));
  const StopOnInterrupt interrupt;
  const auto engine = start_engine(options);
  const auto listen = [&](const engines::Report& report) {
    print_report(report, game.position(), options.lines);
  };
  print_choice(engine->choose(game, limits, listen, {.stop = interrupt.token()}), game.position());
  return interrupt.token().stop_requested() ? 130 : 0;
}

constexpr const char* kExamples = R"(Examples:
  vitrine ask --depth 6                                        our own default engine
  vitrine ask --engine-cmd stockfish --movetime 2000           a program, found in PATH or /usr/games
  vitrine ask --engine-cmd "gnuchess --uci" --nodes 100000
  vitrine ask --engine-cmd phalanx --protocol xboard --fen "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1"
  vitrine ask --engine-cmd stockfish --option Hash=64 --lines 3 --infinite

Prints what the engine reports, scores in pawns for the side to move, and its move; Ctrl-C makes it move now. No limit
means one second. An engine that can't be started, dies, falls silent or plays an illegal move ends this with an
explanation and status 1.)";

}  // namespace

void add_ask_command(CLI::App& app, int& exit_code) {
  CLI::App* command = add_command(app, "ask", "Ask an engine for its move in a position");
  auto options = std::make_shared<Options>();
  add_engine_argument(*command, options->engine);
  CLI::Option* external = command
                              ->add_option("--engine-cmd", options->command,
                                           "A program to ask instead: its command line, without a shell")
                              ->type_name("COMMAND")
                              ->excludes("--engine");
  command->add_option("--protocol", options->protocol, "What the program speaks: uci (default) or xboard")
      ->type_name("NAME")
      ->needs(external)
      ->check(CLI::IsMember({"uci", "xboard"}));
  command->add_option("--fen", options->fen, "The position (default: the start of the game)")
      ->type_name("FEN");
  command->add_option("--depth", options->depth, "Think so many plies deep")
      ->type_name("N")
      ->check(CLI::Range(1, 1000));
  command->add_option("--nodes", options->nodes, "Look at so many positions")
      ->type_name("N")
      ->check(CLI::PositiveNumber);
  command->add_option("--movetime", options->move_time, "Think so many milliseconds")
      ->type_name("MS")
      ->check(CLI::Range(1, 86'400'000));
  command->add_option("--lines", options->lines, "Show so many best lines")
      ->type_name("N")
      ->check(CLI::Range(1, 256));
  command->add_flag("--infinite", options->is_infinite, "Think until Ctrl-C");
  command
      ->add_flag("--talk", options->shows_talk, "Show every line to and from the program on standard error")
      ->needs(external);
  command->footer(kExamples);
  command->callback([options, &exit_code] { exit_code = run(*options); });
}

}  // namespace vitrine::cli
