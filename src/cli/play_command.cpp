#include "cli/play_command.h"

#include <unistd.h>

#include <CLI/App.hpp>
#include <cctype>
#include <iostream>
#include <memory>
#include <optional>
#include <random>

#include "base/line_reader.h"
#include "base/rng.h"
#include "cli/add_command.h"
#include "cli/engine_argument.h"
#include "cli/interrupt.h"
#include "cli/play_session.h"
#include "cli/position_argument.h"
#include "cli/usage_error.h"
#include "notation/fen.h"

namespace vitrine::cli {

namespace {

struct Options {
  EngineArgument opponent = {.name = "evil"};
  std::optional<int> move_time;  // milliseconds
  std::optional<int> depth;
  std::string fen{notation::kStartFen};
  std::string color = "white";
  std::optional<std::uint64_t> seed;
  bool ascii = false;
};

// Short enough to be typed again; 0 would let the engine choose.
std::uint64_t new_seed() { return 1 + std::random_device()() % 999'999; }

std::string title_of(std::string name) {
  name[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(name[0])));
  return name;
}

// Those who play at random are given the seed; the answer is a note that tells it.
std::string give_seed(engines::Engine& engine, std::uint64_t seed) {
  if (engine.options().find("Seed") == nullptr) return "";
  const std::string text = std::to_string(seed);
  if (const std::string problem = engine.options().set("Seed", text); !problem.empty())
    throw UsageError("--seed: " + problem);
  return " (seed " + text + ")";
}

engines::Limits limits_of(const Options& options) {
  constexpr int kDefaultMoveTime = 1000;
  engines::Limits limits{.depth = options.depth};
  if (options.move_time || !options.depth)
    limits.move_time = engines::Milliseconds(options.move_time.value_or(kDefaultMoveTime));
  return limits;
}

chess::Color choose_color(const std::string& name, std::uint64_t seed) {
  if (name == "random") return base::Rng(~seed).below(2) == 0 ? chess::Color::white : chess::Color::black;
  return name == "white" ? chess::Color::white : chess::Color::black;
}

int run(const Options& options) {
  const std::uint64_t seed = options.seed ? *options.seed : new_seed();
  const bool is_interactive = ::isatty(STDIN_FILENO) != 0;
  constexpr std::size_t kLongestLine = 4096;  // nobody types more
  Interrupt interrupt;
  base::LineReader lines(STDIN_FILENO, kLongestLine);
  const auto engine = make_engine(options.opponent);
  PlaySession session({.engine = *engine,
                       .opponent = title_of(options.opponent.name),
                       .note = give_seed(*engine, seed),
                       .limits = limits_of(options),
                       .start = parse_position_argument("--fen", options.fen),
                       .human = choose_color(options.color, seed),
                       .style = options.ascii ? BoardStyle{} : terminal_board_style()},
                      std::cout);

  // The next line; false at the end of the input and after Ctrl-C, be there ever so much to read.
  // A script's lines are printed too, so that what comes out reads like a game.
  std::string line;
  const auto ask = [&] {
    std::cout << (is_interactive ? "> " : "") << std::flush;
    using Status = base::LineReader::Status;
    const Status status =
        interrupt.check() ? Status::woken : lines.next(line, std::nullopt, interrupt.descriptor());
    const bool is_line = status == Status::line || status == Status::too_long;
    if (is_line && !is_interactive) std::cout << "> " << line << '\n';
    if (!is_line && is_interactive) std::cout << '\n';
    return is_line;
  };
  session.begin();
  while (ask())
    if (!session.obey(line)) break;
  session.end();
  return interrupt.check() ? 130 : 0;
}

constexpr const char* kExamples = R"(Examples:
  vitrine play                               you have White
  vitrine play --engine challenger --movetime 3000
  vitrine play --color black --seed 42       the same game of the opponent every time
  vitrine play --fen "4k3/8/8/8/8/8/8/4K2R w K - 0 1"
  printf 'e4\nNf3\nquit\n' | vitrine play    from a script

Type moves as SAN (Nf3) or UCI (g1f3); 'help' lists the commands. 'vitrine engines' tells who your opponents are.
When you leave, the game is printed as PGN.
NO_COLOR=1 in the environment turns the colours off.)";

}  // namespace

void add_play_command(CLI::App& app, int& exit_code) {
  CLI::App* command = add_command(app, "play", "Play a game in the terminal");
  auto options = std::make_shared<Options>();
  add_engine_argument(*command, options->opponent);
  command
      ->add_option("--movetime", options->move_time,
                   "How long it thinks (default: 1000, unless --depth is given)")
      ->type_name("MS")
      ->check(CLI::Range(1, 86'400'000));
  command->add_option("--depth", options->depth, "How many plies deep it thinks")
      ->type_name("N")
      ->check(CLI::Range(1, 1000));
  command->add_option("--fen", options->fen, "The position to start from")->type_name("FEN");
  command->add_option("--color", options->color, "Your side: white (default), black or random")
      ->type_name("COLOR")
      ->check(CLI::IsMember({"white", "black", "random"}));
  command
      ->add_option("--seed", options->seed,
                   "For the choices of random and evil; without it every game is new")
      ->type_name("N");
  command->add_flag("--ascii", options->ascii, "Draw the board with letters and without colours");
  command->footer(kExamples);
  command->callback([options, &exit_code] { exit_code = run(*options); });
}

}  // namespace vitrine::cli
