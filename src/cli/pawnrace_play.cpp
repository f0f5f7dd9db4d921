// `vitrine pawnrace play`: at the terminal.

#include <unistd.h>

#include <CLI/App.hpp>
#include <iostream>
#include <memory>
#include <optional>
#include <random>

#include "base/line_reader.h"
#include "cli/add_command.h"
#include "cli/board_view.h"
#include "cli/interrupt.h"
#include "cli/pawnrace_session.h"
#include "cli/pawnrace_subcommands.h"
#include "cli/usage_error.h"
#include "notation/in_quotes.h"
#include "pawnrace/player.h"

namespace vitrine::cli::pawnrace_commands {

namespace {

struct Options {
  std::string color = "white";
  std::string gaps;
  std::string against = "perfect";
  std::optional<std::uint64_t> seed;
  bool ascii = false;
};

int run(const Options& options) {
  const std::uint64_t seed = options.seed ? *options.seed : std::random_device()();
  const auto opponent = pawnrace::make_player(options.against, seed);
  if (!opponent)
    throw UsageError("--against: nobody is called " + notation::in_quotes(options.against) + " here");
  PawnSession session(
      {.opponent = *opponent,
       .opponent_name = options.against == "perfect" ? "Vitrine" : options.against,
       .person = options.color == "white" ? pawnrace::Color::white : pawnrace::Color::black,
       .gaps = options.gaps.empty() ? std::nullopt : std::optional(gaps_argument(options.gaps)),
       .unicode = !options.ascii && terminal_board_style().unicode},
      std::cout);
  const bool is_interactive = ::isatty(STDIN_FILENO) != 0;
  constexpr std::size_t kLongestLine = 4096;
  Interrupt interrupt;
  base::LineReader lines(STDIN_FILENO, kLongestLine);
  session.begin();
  for (std::string line;;) {
    std::cout << (is_interactive ? "> " : "") << std::flush;
    using Status = base::LineReader::Status;
    const Status status =
        interrupt.check() ? Status::woken : lines.next(line, std::nullopt, interrupt.descriptor());
    if (status != Status::line && status != Status::too_long) break;
    // A script's lines are printed too, so that what comes out reads like a game.
    if (!is_interactive) std::cout << "> " << line << '\n';
    if (!session.obey(line)) break;
  }
  return interrupt.check() ? kStopped : 0;
}

constexpr const char* kExamples = R"(Examples:
  vitrine pawnrace play                      you have White, Vitrine chooses the gaps
  vitrine pawnrace play --color black        you choose the gaps
  vitrine pawnrace play --gaps af --against ancestor

At an event, type what the opponent plays, and play what Vitrine answers. 'hint' tells the best move for your side,
'values' what each move is worth, 'help' lists the commands.
Exit status: 0 all is well, 2 the command line is wrong, 130 stopped by Ctrl-C.)";

}  // namespace

void add_play(CLI::App& parent, int& exit_code) {
  CLI::App* command =
      add_command(parent, "play", "Play at the terminal, for yourself or for somebody at the board");
  auto options = std::make_shared<Options>();
  command->add_option("--color", options->color, "The side whose moves you type: white (default) or black")
      ->type_name("COLOR")
      ->check(CLI::IsMember({"white", "black"}));
  command->add_option("--gaps", options->gaps, "The gaps; without it Black chooses")->type_name("FILES");
  command
      ->add_option("--against", options->against,
                   "Who answers (default: perfect); see 'vitrine pawnrace match --help'")
      ->type_name("NAME");
  command->add_option("--seed", options->seed, "For those who play at random")->type_name("N");
  command->add_flag("--ascii", options->ascii, "Draw the board with letters");
  command->footer(kExamples);
  command->callback([options, &exit_code] { exit_code = run(*options); });
}

}  // namespace vitrine::cli::pawnrace_commands
