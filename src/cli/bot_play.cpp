// `vitrine bot play`: you against a bot, in the terminal.

#include <fmt/format.h>
#include <unistd.h>

#include <CLI/App.hpp>
#include <charconv>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/line_reader.h"
#include "chess/bitboard.h"
#include "cli/add_command.h"
#include "cli/bot_build_arguments.h"
#include "cli/bot_command.h"
#include "cli/bot_player.h"
#include "cli/interrupt.h"
#include "cli/play_session.h"
#include "cli/position_argument.h"
#include "notation/fen.h"
#include "protocols/engine_client.h"
#include "workshop/sandbox.h"

namespace vitrine::cli {

namespace {

constexpr const char* kHelp = R"(Examples:
  vitrine bot play mine.cpp                        you have White
  vitrine bot play mine.cpp --color black --time 5
  printf 'e4\nNf3\nquit\n' | vitrine bot play mine.cpp --ascii    from a script

Type moves as SAN (Nf3) or UCI (g1f3); 'help' lists the commands. What the bot shows with board.visualize is drawn.
'vitrine match' plays it against other bots and engines.
Exit status: 0 played, 1 it does not compile or start, 130 stopped by Ctrl-C, 2 the command line is wrong.)";

struct Options {
  BotBuildArguments build;
  bool no_sandbox = false;
  double seconds = 60;
  std::string fen{notation::kStartFen};
  std::string color = "white";
  bool ascii = false;
};

// The squares a bot wants to be seen, from what it says: "bitboard 0x0000000000000810".
std::optional<chess::Bitboard> parse_shown(std::string_view text) {
  constexpr std::string_view kWord = "bitboard 0x";
  if (!text.starts_with(kWord)) return {};
  std::uint64_t bits = 0;
  const auto [end, error] = std::from_chars(text.data() + kWord.size(), text.data() + text.size(), bits, 16);
  if (error != std::errc()) return {};
  return chess::Bitboard(bits);
}

std::string draw(chess::Bitboard squares) {
  std::string text;
  for (int rank = 7; rank >= 0; --rank) {
    text += fmt::format("  {} ", rank + 1);
    for (int file = 0; file < 8; ++file)
      text += squares.contains(chess::Square::at(file, rank)) ? " x" : " .";
    text += '\n';
  }
  return text + "     a b c d e f g h\n";
}

// A bot at the board. What it shows is drawn, and if it breaks down it has lost, which ends no evening.
class Guest : public engines::Engine {
 public:
  explicit Guest(std::unique_ptr<engines::Engine> bot) : bot_(std::move(bot)) {}

  engines::Choice choose(const chess::Game& game, const engines::Limits& limits, const engines::Listener&,
                         const engines::Signals& signals) override {
    std::optional<chess::Bitboard> shown;
    const auto listen = [&](const engines::Report& report) {
      if (report.text == "bitboard none") shown.reset();
      if (const auto squares = parse_shown(report.text)) shown = squares;
    };
    try {
      const engines::Choice choice = bot_->choose(game, limits, listen, signals);
      if (shown) std::cout << "It shows:\n" << draw(*shown);
      return choice;
    } catch (const engines::EngineFault& fault) {
      std::cout << "The bot can't go on: " << fault.what() << '\n';
      return {.resigns = true};
    }
  }
  void new_game() override { bot_->new_game(); }

 private:
  std::unique_ptr<engines::Engine> bot_;
};

engines::Limits limits_of(const Options& options) {
  const auto clock = engines::Milliseconds(static_cast<long>(options.seconds * 1000));
  return {.clock = engines::Clock{.remaining = {clock, clock}}};
}

void play(const Options& options, engines::Engine& bot, const std::string& name, Interrupt& interrupt) {
  const bool is_interactive = ::isatty(STDIN_FILENO) != 0;
  constexpr std::size_t kLongestLine = 4096;  // nobody types more
  base::LineReader lines(STDIN_FILENO, kLongestLine);
  PlaySession session({.engine = bot,
                       .opponent = name,
                       .limits = limits_of(options),
                       .start = parse_position_argument("--fen", options.fen),
                       .human = options.color == "white" ? chess::Color::white : chess::Color::black,
                       .style = options.ascii ? BoardStyle{} : terminal_board_style()},
                      std::cout);
  session.begin();
  for (std::string line; !interrupt.check();) {
    std::cout << (is_interactive ? "> " : "") << std::flush;
    const auto status = lines.next(line, std::nullopt, interrupt.descriptor());
    if (status != base::LineReader::Status::line && status != base::LineReader::Status::too_long) break;
    if (!is_interactive) std::cout << "> " << line << '\n';
    if (!session.obey(line)) break;
  }
  session.end();
}

int run(const Options& options) {
  if (!options.no_sandbox) workshop::require_sandbox();
  const Confinement confinement = options.no_sandbox ? Confinement::none : Confinement::sandbox;
  const std::string name = std::filesystem::path(options.build.file).stem().string();
  auto argv = bot_command_of_source(options.build.file, confinement, options.build.settings);
  Interrupt interrupt;
  Guest guest(protocols::start_uci_engine({.name = name, .argv = std::move(argv)}));
  play(options, guest, name, interrupt);
  return interrupt.check() ? 130 : 0;
}

}  // namespace

void add_bot_play(CLI::App& bot, int& exit_code) {
  CLI::App* command = add_command(bot, "play", "Play against a bot in the terminal");
  auto options = std::make_shared<Options>();
  add_bot_build_arguments(*command, options->build);
  command
      ->add_option("--time", options->seconds, "What its clock shows before each of its moves (default: 60)")
      ->type_name("SECONDS")
      ->check(CLI::Range(0.01, 86'400.0));
  command->add_option("--fen", options->fen, "The position to start from")->type_name("FEN");
  command->add_option("--color", options->color, "Your side: white (default) or black")
      ->type_name("COLOR")
      ->check(CLI::IsMember({"white", "black"}));
  command->add_flag("--ascii", options->ascii, "Draw the board with letters and without colours");
  command->add_flag("--no-sandbox", options->no_sandbox,
                    "Run it as any program, with all that you may do yourself");
  command->footer(kHelp);
  command->callback([options, &exit_code] { exit_code = run(*options); });
}

}  // namespace vitrine::cli
