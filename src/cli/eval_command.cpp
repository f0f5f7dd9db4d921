#include "cli/eval_command.h"

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <array>
#include <iostream>
#include <memory>
#include <string>
#include <utility>

#include "cli/add_command.h"
#include "cli/position_argument.h"
#include "cli/usage_error.h"
#include "eval/classical/breakdown.h"
#include "eval/nnue/builtin_network.h"
#include "eval/nnue/view.h"
#include "lab/evaluation_sheet.h"
#include "notation/fen.h"
#include "protocols/clean_text.h"

namespace vitrine::cli {

namespace {

using namespace eval::classical;

struct Options {
  std::string fen{notation::kStartFen};
  std::string model = "classical";
  bool is_network_asked = false;
  std::string network;  // a file; empty: the built-in one
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

// A board of texts, rank 8 first.
template <class TextOf>
void print_board(TextOf text_of) {
  for (int rank = 7; rank >= 0; --rank) {
    fmt::print("{}", rank + 1);
    for (int file = 0; file < 8; ++file) fmt::print("{:>9}", text_of(chess::Square::at(file, rank)));
    fmt::print("\n");
  }
  fmt::print(" {:>9}{:>9}{:>9}{:>9}{:>9}{:>9}{:>9}{:>9}\n", "a", "b", "c", "d", "e", "f", "g", "h");
}

// What stands on each square is worth to White.
void print_squares(const lab::WorthBySquare& worth) {
  fmt::print("\n");
  print_board([&](chess::Square sq) {
    const auto value = worth.squares[static_cast<std::size_t>(sq.index())];
    return value ? fmt::format("{:+.2f}", pawns(*value)) : std::string(".");
  });
  fmt::print("{:+.2f} more belongs to no single man\n", pawns(worth.elsewhere));
}

std::shared_ptr<const eval::nnue::Network> read_network(const Options& options) {
  if (options.network.empty()) return eval::nnue::builtin_network();
  auto network = eval::nnue::load_network(options.network);
  if (!network) throw UsageError("--network: " + network.error());
  return std::make_shared<const eval::nnue::Network>(*std::move(network));
}

void print_network(const chess::Position& pos, const eval::nnue::PositionView& view, int classical_value) {
  const std::string name = protocols::clean_text(view.name);  // a file may say anything
  fmt::print("\nThe network {}: {}\n", name.empty() ? "without a name" : name, view.architecture);
  fmt::print("Last neuron {} of {}, for {} men. Each man's worth to White, by taking him off:\n",
             view.output_bucket + 1, view.output_buckets, view.men_on_board);
  std::array<std::string, 64> texts;
  texts.fill(".");
  for (const chess::Color color : {chess::Color::white, chess::Color::black})
    texts[static_cast<std::size_t>(pos.king(color).index())] = color == chess::Color::white ? "K" : "k";
  for (const auto& man : view.men)
    texts[static_cast<std::size_t>(man.square.index())] =
        fmt::format("{} {:+.2f}", man.piece.to_char(), pawns(man.worth_to_white()));
  print_board(
      [&](chess::Square sq) -> const std::string& { return texts[static_cast<std::size_t>(sq.index())]; });
  fmt::print("network {:+.2f} for White, classical {:+.2f}, difference {:+.2f}\n", pawns(view.value),
             pawns(classical_value), pawns(view.value - classical_value));
}

void print_json(const nlohmann::ordered_json& json) {
  std::cout << json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) << '\n';
}

void show_classical(const chess::Position& pos, const Options& options) {
  const auto network = options.is_network_asked ? read_network(options) : nullptr;
  if (options.json) {
    print_json(network ? lab::classical_sheet(pos, *network) : lab::classical_sheet(pos));
    return;
  }
  const Breakdown parts = break_down(pos);
  print_table(pos, parts);
  if (options.squares) print_squares(lab::by_square(parts));
  if (network) print_network(pos, view_of(*network, pos), parts.value);
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
    print_json(lab::piece_square_sheet(pos, model));
    return;
  }
  const lab::WorthBySquare worth = lab::by_square(pos, model);
  fmt::print("{}\n{}\n", notation::to_fen(pos), model.provenance());
  print_squares(worth);
  fmt::print("value {:+.2f} for White\n", pawns(worth.value));
}

// Behind `--network` a position may be meant for the position: `eval --network FEN` reads well, too.
void find_position_in_network(Options& options) {
  if (notation::parse_fen_setup(options.network, notation::FenMode::lenient))
    options.fen = std::exchange(options.network, {});
}

int run(const Options& options) {
  if (options.is_network_asked && options.model != "classical")
    throw UsageError("--network is shown beside the classical terms and not with another --model");
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
  vitrine eval FEN --network                 and what the built-in network makes of it, man by man
  vitrine eval FEN --network FILE            the same by a network of yours
  vitrine eval --model piece-square          by men and squares alone, with the flagship's tables
  vitrine eval --model FILE                  the same by a piece-square model of yours
  vitrine eval --json                        for programs, with what each man contributes

The table has a row for each term and two columns for each side, the middlegame's and the endgame's number, in
pawns. The value blends both by the phase (24: all pieces on the board, 0: none), after the endgame's number is
scaled down where an ending is hard to win. In JSON, numbers are centipawns: value is White's, the terms of a side
and of a man count for that side; squares count for White, and with elsewhere add up to the value of the terms.

A network has no terms. What a man is worth to it is how much its value falls when he is taken off the board; men
work together, so that these numbers don't add up. Few or many men are judged by different last neurons.)";

}  // namespace

void add_eval_command(CLI::App& app, int& exit_code) {
  CLI::App* command = add_command(app, "eval", "Show what a position is worth, term by term");
  auto options = std::make_shared<Options>();
  const CLI::Option* fen =
      command->add_option("fen", options->fen, "The position; the start position if not given")
          ->type_name("FEN");
  command->add_option("--model", options->model, "classical (default), piece-square, or a piece-square model")
      ->type_name("NAME|FILE");
  const CLI::Option* network =
      command
          ->add_option("--network", options->network,
                       "Show what a network makes of it, too: the built-in one if no file is given")
          ->type_name("[FILE]")
          ->expected(0, 1);
  command->add_flag("--squares", options->squares, "Show what stands on each square is worth to White");
  command->add_flag("--json", options->json, "Print JSON");
  command->footer(kExamples);
  command->callback([options, fen, network, &exit_code] {
    options->is_network_asked = network->count() > 0;
    if (fen->count() == 0) find_position_in_network(*options);
    exit_code = run(*options);
  });
}

}  // namespace vitrine::cli
