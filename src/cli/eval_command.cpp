#include "cli/eval_command.h"

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <iostream>
#include <memory>
#include <string>

#include "cli/position_argument.h"
#include "cli/usage_error.h"
#include "eval/classical/breakdown.h"
#include "lab/evaluation_sheet.h"
#include "notation/fen.h"

namespace vitrine::cli {

namespace {

using namespace eval::classical;

struct Options {
  std::string fen{notation::kStartFen};
  std::string model = "classical";
  bool squares = false;
  bool json = false;
};

double pawns(int centipawns) { return centipawns / 100.0; }

void print_row(std::string_view name, Tapered white, Tapered black) {
  const Tapered total = white - black;
  fmt::print("{:<12}{:8.2f}{:8.2f}  {:8.2f}{:8.2f}  {:8.2f}{:8.2f}\n", name, pawns(white.middlegame()),
             pawns(white.endgame()), pawns(black.middlegame()), pawns(black.endgame()),
             pawns(total.middlegame()), pawns(total.endgame()));
}

void print_table(const chess::Position& pos, const Breakdown& parts) {
  fmt::print("{}\n\n", notation::to_fen(pos));
  fmt::print("{:<12}{:>16}  {:>16}  {:>16}\n", "", "White", "Black", "White - Black");
  fmt::print("{:<12}{:>8}{:>8}  {:>8}{:>8}  {:>8}{:>8}\n", "term", "mg", "eg", "mg", "eg", "mg", "eg");
  Tapered white;
  Tapered black;
  for (std::size_t term = 0; term < kTermNames.size(); ++term) {
    print_row(kTermNames[term], parts.terms[0][term], parts.terms[1][term]);
    white += parts.terms[0][term];
    black += parts.terms[1][term];
  }
  print_row("sum", white, black);
  const Conclusion& end = parts.conclusion;
  fmt::print("\nphase {}/{} (middlegame), endgame scaled by {}/{}, king danger {} and {}\n", end.phase,
             kFullPhase, end.scale, kFullScale, parts.danger[0], parts.danger[1]);
  if (parts.known) fmt::print("the terms say {:+.2f}, but this ending is known\n", pawns(end.value));
  if (pos.is_check()) fmt::print("{} is in check: a search would look on\n", to_string(pos.turn()));
  fmt::print("value {:+.2f} for White\n", pawns(parts.value));
}

// What stands on each square is worth to White, rank 8 first.
void print_squares(const lab::WorthBySquare& worth) {
  fmt::print("\n");
  for (int rank = 7; rank >= 0; --rank) {
    fmt::print("{}", rank + 1);
    for (int file = 0; file < 8; ++file) {
      const auto square = static_cast<std::size_t>(chess::Square::at(file, rank).index());
      const auto value = worth.squares[square];
      fmt::print("{:>8}", value ? fmt::format("{:+.2f}", pawns(*value)) : ".");
    }
    fmt::print("\n");
  }
  fmt::print(" {:>8}{:>8}{:>8}{:>8}{:>8}{:>8}{:>8}{:>8}\n", "a", "b", "c", "d", "e", "f", "g", "h");
  fmt::print("{:+.2f} more belongs to no single man\n", pawns(worth.elsewhere));
}

void show_classical(const chess::Position& pos, const Options& options) {
  if (options.json) {
    std::cout << lab::classical_sheet(pos).dump(2) << '\n';
    return;
  }
  const Breakdown parts = break_down(pos);
  print_table(pos, parts);
  if (options.squares) print_squares(lab::by_square(parts));
}

// The word stands for the flagship's own tables; anything else is a file.
eval::PieceSquareModel read_model(const std::string& name) {
  if (name == "piece-square") return lab::flagship_model();
  auto model = eval::load_model(name);
  if (!model) throw UsageError("--model: " + model.error().to_string());
  return *std::move(model);
}

void show_piece_square(const chess::Position& pos, const Options& options) {
  const eval::PieceSquareModel model = read_model(options.model);
  if (options.json) {
    std::cout << lab::piece_square_sheet(pos, model).dump(2) << '\n';
    return;
  }
  const lab::WorthBySquare worth = lab::by_square(pos, model);
  fmt::print("{}\n{}\n", notation::to_fen(pos), model.provenance());
  print_squares(worth);
  fmt::print("value {:+.2f} for White\n", pawns(worth.value));
}

int run(const Options& options) {
  const chess::Position pos = parse_position_argument("FEN", options.fen);
  if (options.model == "classical")
    show_classical(pos, options);
  else
    show_piece_square(pos, options);
  return 0;
}

constexpr const char* kExamples = R"(Examples:
  vitrine eval                               the start position
  vitrine eval "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
  vitrine eval --squares                     and what stands on each square is worth
  vitrine eval --model piece-square          by men and squares alone, with the flagship's tables
  vitrine eval --model FILE                  the same by a piece-square model of yours
  vitrine eval --json                        for programs, with what each man contributes

The table has a row for each term and two columns for each side, the middlegame's and the endgame's number, in
pawns. The value blends both by the phase (24: all pieces on the board, 0: none), after the endgame's number is
scaled down where an ending is hard to win. In JSON, numbers are centipawns: value is White's, the terms of a side
and of a man count for that side; squares count for White, and with elsewhere add up to the value of the terms.)";

}  // namespace

void add_eval_command(CLI::App& app, int& exit_code) {
  CLI::App* command = app.add_subcommand("eval", "Show what a position is worth, term by term");
  auto options = std::make_shared<Options>();
  command->add_option("fen", options->fen, "The position; the start position if not given")->type_name("FEN");
  command->add_option("--model", options->model, "classical (default), piece-square, or a piece-square model")
      ->type_name("NAME|FILE");
  command->add_flag("--squares", options->squares, "Show what stands on each square is worth to White");
  command->add_flag("--json", options->json, "Print JSON");
  command->footer(kExamples);
  command->callback([options, &exit_code] { exit_code = run(*options); });
}

}  // namespace vitrine::cli
