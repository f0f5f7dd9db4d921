#include "cli/eval_command.h"

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "cli/position_argument.h"
#include "eval/classical/breakdown.h"
#include "notation/fen.h"

namespace vitrine::cli {

namespace {

using namespace eval::classical;
using Json = nlohmann::ordered_json;

struct Options {
  std::string fen{notation::kStartFen};
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

Json to_json(Tapered both) { return {{"middlegame", both.middlegame()}, {"endgame", both.endgame()}}; }

Json man_json(const Breakdown::Man& man) {
  Json json = {{"square", man.square.to_string()}, {"piece", std::string(1, man.piece.to_char())}};
  json.update(to_json(man.total()));
  Json& terms = json["terms"] = Json::object();
  for (std::size_t term = 0; term < kTermNames.size(); ++term)
    if (man.by_term[term] != Tapered()) terms[std::string(kTermNames[term])] = to_json(man.by_term[term]);
  return json;
}

void print_json(const chess::Position& pos, const Breakdown& parts) {
  const Conclusion& end = parts.conclusion;
  Json json = {{"fen", notation::to_fen(pos)},
               {"value", parts.value},
               {"value_for_mover", pos.turn() == chess::Color::white ? parts.value : -parts.value},
               {"check", pos.is_check()},
               {"known_ending", parts.known.has_value()},
               {"middlegame", end.sum.middlegame()},
               {"endgame", end.sum.endgame()},
               {"phase", end.phase},
               {"full_phase", kFullPhase},
               {"scale", end.scale},
               {"full_scale", kFullScale},
               {"danger", {{"white", parts.danger[0]}, {"black", parts.danger[1]}}}};
  for (std::size_t term = 0; term < kTermNames.size(); ++term)
    json["terms"].push_back({{"term", kTermNames[term]},
                             {"white", to_json(parts.terms[0][term])},
                             {"black", to_json(parts.terms[1][term])},
                             {"total", to_json(parts.terms[0][term] - parts.terms[1][term])}});
  for (const Breakdown::Man& man : parts.men) json["men"].push_back(man_json(man));
  std::cout << json.dump(2) << '\n';
}

int run(const Options& options) {
  const chess::Position pos = parse_position_argument("FEN", options.fen);
  const Breakdown parts = break_down(pos);
  if (options.json)
    print_json(pos, parts);
  else
    print_table(pos, parts);
  return 0;
}

constexpr const char* kExamples = R"(Examples:
  vitrine eval                               the start position
  vitrine eval "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
  vitrine eval --json                        for programs, with what each man contributes

The table has a row for each term and two columns for each side, the middlegame's and the endgame's number, in
pawns. The value blends both by the phase (24: all pieces on the board, 0: none), after the endgame's number is
scaled down where an ending is hard to win. In JSON, numbers are centipawns: value is White's, the terms of a side
and of a man count for that side.)";

}  // namespace

void add_eval_command(CLI::App& app, int& exit_code) {
  CLI::App* command = app.add_subcommand("eval", "Show what a position is worth, term by term");
  auto options = std::make_shared<Options>();
  command->add_option("fen", options->fen, "The position; the start position if not given")->type_name("FEN");
  command->add_flag("--json", options->json, "Print JSON");
  command->footer(kExamples);
  command->callback([options, &exit_code] { exit_code = run(*options); });
}

}  // namespace vitrine::cli
