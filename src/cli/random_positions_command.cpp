#include "cli/random_positions_command.h"

#include <CLI/App.hpp>
#include <iostream>
#include <memory>

#include "base/rng.h"
#include "chess/chess960.h"
#include "chess/position.h"
#include "cli/add_command.h"
#include "notation/fen.h"

namespace vitrine::cli {

namespace {

using chess::Position;

struct Options {
  std::uint64_t count = 0;
  std::uint64_t seed = 1;
  std::uint64_t max_plies = 200;
  bool chess960 = false;
};

Position random_start(bool chess960, base::Rng& rng) {
  if (!chess960) return Position::initial();
  return Position::from_setup(chess::chess960_setup(static_cast<int>(rng.below(chess::kChess960Arrays))))
      .value();
}

// A game of random legal moves, left after a random number of plies or at its end.
Position random_position(const Options& options, base::Rng& rng) {
  Position pos = random_start(options.chess960, rng);
  for (std::uint64_t plies = rng.below(options.max_plies + 1); plies > 0; --plies) {
    const chess::MoveList moves = pos.legal_moves();
    if (moves.empty()) break;
    pos = pos.after(moves[rng.below(moves.size())]);
  }
  return pos;
}

constexpr const char* kExamples = R"(Examples:
  vitrine random-positions 1000 > positions.fen
  vitrine random-positions 1000 --chess960 --seed 7 --max-plies 60
  vitrine random-positions 100 | vitrine perft 3 --fens -

A tool for testing: one FEN a line, each from a new game of random legal moves. The same seed gives the same
positions. Castling rights of Chess960 are written with the files of the rooks (HAha).)";

}  // namespace

void add_random_positions_command(CLI::App& app, int& exit_code) {
  CLI::App* command = add_command(app, "random-positions", "Print positions from random games, for testing");
  auto options = std::make_shared<Options>();
  command->add_option("count", options->count, "How many positions")->required()->type_name("COUNT");
  command->add_option("--seed", options->seed, "For other positions (default: 1)")->type_name("N");
  command->add_option("--max-plies", options->max_plies, "The longest game (default: 200)")
      ->type_name("N")
      ->check(CLI::Range(0, 10000));
  command->add_flag("--chess960", options->chess960, "Start from random Chess960 arrays");
  command->footer(kExamples);
  command->callback([options, &exit_code] {
    const auto style = options->chess960 ? notation::CastlingStyle::shredder : notation::CastlingStyle::x_fen;
    base::Rng rng(options->seed);
    for (std::uint64_t i = 0; i < options->count && std::cout; ++i)
      std::cout << notation::to_fen(random_position(*options, rng), style) << '\n';
    exit_code = 0;
  });
}

}  // namespace vitrine::cli
