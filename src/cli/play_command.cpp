#include "cli/play_command.h"

#include <unistd.h>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <iostream>
#include <memory>
#include <optional>
#include <random>

#include "base/rng.h"
#include "cli/line_reader.h"
#include "cli/play_session.h"
#include "cli/position_argument.h"
#include "notation/fen.h"

namespace vitrine::cli {

namespace {

struct Options {
  std::string fen{notation::kStartFen};
  std::string color = "white";
  std::optional<std::uint64_t> seed;
  bool ascii = false;
};

// Short enough to be typed again.
std::uint64_t new_seed() { return std::random_device()() % 1'000'000; }

chess::Color choose_color(const std::string& name, std::uint64_t seed) {
  if (name == "random") return base::Rng(~seed).below(2) == 0 ? chess::Color::white : chess::Color::black;
  return name == "white" ? chess::Color::white : chess::Color::black;
}

int run(const Options& options) {
  const std::uint64_t seed = options.seed ? *options.seed : new_seed();
  const bool is_interactive = ::isatty(STDIN_FILENO) != 0;
  LineReader lines;
  PlaySession session({.start = parse_position_argument("--fen", options.fen),
                       .human = choose_color(options.color, seed),
                       .seed = seed,
                       .style = options.ascii ? BoardStyle{} : terminal_board_style()},
                      std::cout);

  // A script's lines are printed too, so that what comes out reads like a game.
  const auto ask = [&] {
    if (is_interactive) std::cout << "> " << std::flush;
    auto line = lines.next();
    if (line && !is_interactive) std::cout << "> " << *line << '\n';
    if (!line && is_interactive) std::cout << '\n';
    return line;
  };
  session.begin();
  while (const auto line = ask())
    if (!session.obey(*line)) break;
  session.end();
  return lines.is_interrupted() ? 130 : 0;
}

constexpr const char* kExamples = R"(Examples:
  vitrine play                               you have White
  vitrine play --color black --seed 42       the same game of the opponent every time
  vitrine play --fen "4k3/8/8/8/8/8/8/4K2R w K - 0 1"
  printf 'e4\nNf3\nquit\n' | vitrine play    from a script

Type moves as SAN (Nf3) or UCI (g1f3); 'help' lists the commands. The opponent is Evil: it mates in one, else takes
the most valuable man it can, else plays at random. When you leave, the game is printed as PGN.
NO_COLOR=1 in the environment turns the colours off.)";

}  // namespace

void add_play_command(CLI::App& app, int& exit_code) {
  CLI::App* command = app.add_subcommand("play", "Play a game in the terminal");
  auto options = std::make_shared<Options>();
  command->add_option("--fen", options->fen, "The position to start from")->type_name("FEN");
  command->add_option("--color", options->color, "Your side: white (default), black or random")
      ->type_name("COLOR")
      ->check(CLI::IsMember({"white", "black", "random"}));
  command->add_option("--seed", options->seed, "For the opponent's choices; without it every game is new")
      ->type_name("N");
  command->add_flag("--ascii", options->ascii, "Draw the board with letters and without colours");
  command->footer(kExamples);
  command->callback([options, &exit_code] { exit_code = run(*options); });
}

}  // namespace vitrine::cli
