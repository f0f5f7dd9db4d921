#include "cli/turochamp_command.h"

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <algorithm>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "chess/game.h"
#include "cli/add_command.h"
#include "cli/engine_argument.h"
#include "cli/position_argument.h"
#include "cli/turochamp_worksheet.h"
#include "cli/usage_error.h"
#include "notation/fen.h"
#include "notation/san.h"

namespace vitrine::cli {

namespace {

using namespace engines::turochamp;

struct Options {
  std::string fen{notation::kStartFen};
  std::string move;  // empty: all
  std::vector<std::string> rules;
  bool all = false;
  bool json = false;
};

Rules read_rules(const Options& options) {
  const auto engine = make_engine({.name = "turochamp", .options = options.rules});
  if (engine->options().combo("Reading") != "paper")
    throw UsageError("--option: only the reading 'paper' has a worksheet");
  return rules_from(engine->options());
}

void keep_only(Worksheet& sheet, const chess::Position& pos, const std::string& text) {
  const auto wanted = notation::parse_san(pos, text);
  if (!wanted) throw UsageError("--move: " + wanted.error().message);
  std::erase_if(sheet.moves, [&](const WorksheetMove& move) { return move.candidate.move != *wanted; });
}

void print(const chess::Game& game, const Worksheet& sheet, const Rules& rules, bool in_full) {
  std::cout << notation::to_fen(game.position()) << '\n';
  if (sheet.moves.empty()) {
    std::cout << "There is no legal move.\n";
    return;
  }
  if (!in_full) {
    std::cout << '\n' << worksheet_table(game, sheet);
    std::cout << fmt::format(
        "\n{} positions looked at. > is the choice (or tied), * the highest pp; "
        "--move shows one move in full.\n",
        sheet.nodes);
    return;
  }
  for (const WorksheetMove& move : sheet.moves) std::cout << '\n' << worksheet_move(game, move, rules);
}

void run(const Options& options) {
  const Rules rules = read_rules(options);
  const chess::Game game(parse_position_argument("--fen", options.fen));
  Worksheet sheet = make_worksheet(game, rules);
  if (!options.move.empty()) keep_only(sheet, game.position(), options.move);
  if (options.json)
    std::cout << worksheet_json(game, sheet, rules).dump(2) << '\n';
  else
    print(game, sheet, rules, options.all || !options.move.empty());
}

constexpr const char* kExamples = R"(Examples:
  vitrine turochamp                                every first move, with its numbers
  vitrine turochamp --move e4                      one move in full: each man, each line considered
  vitrine turochamp --fen "1rr3k1/p4ppp/3p2b1/2nBp1R1/q3P2P/2P2P2/2PBQP2/2KR4 w - - 0 22"
  vitrine turochamp --option Material=difference   another reading of the text
  vitrine turochamp --json                         for programs

The machine plays the side to move. Its choice has the greatest value (what it is left with, divided by what the
opponent is left with), then the greatest position-play (pp: the sum of Turing's rules i to ix, right after the move).
The increment is pp after the move minus pp before it. 'vitrine engines turochamp' lists the options,
docs/turochamp.md explains them.

With --json there is one object: fen, pp, rules, nodes and moves, a list of uci, san, value, fraction, pp, increment,
best, star, rules, entries, line and lines.)";

}  // namespace

void add_turochamp_command(CLI::App& app, int& exit_code) {
  CLI::App* command = add_command(app, "turochamp", "Show what Turing's paper machine would have written");
  auto options = std::make_shared<Options>();
  command->add_option("--fen", options->fen, "The position (default: the start of the game)")
      ->type_name("FEN");
  command->add_option("--move", options->move, "Only this move (e4, Nf3, e2e4), in full")->type_name("MOVE");
  command->add_option("--option", options->rules, "Read the text otherwise; may be given several times")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  command->add_flag("--all", options->all, "Show every move in full");
  command->add_flag("--json", options->json, "Print JSON instead");
  command->footer(kExamples);
  command->callback([options, &exit_code] {
    run(*options);
    exit_code = 0;
  });
}

}  // namespace vitrine::cli
