#include "cli/trace_command.h"

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <CLI/Option.hpp>
#include <iostream>
#include <memory>
#include <string>

#include "arena/text_table.h"
#include "cli/add_command.h"
#include "cli/position_argument.h"
#include "cli/usage_error.h"
#include "engines/trace.h"
#include "lab/trace_sheet.h"
#include "notation/fen.h"
#include "notation/san.h"

namespace vitrine::cli {

namespace {

using engines::SearchTrace;
using engines::TraceNode;
using Align = arena::TextTable::Align;

constexpr std::uint64_t kMostNodes = 200'000;

struct Options {
  std::string fen{notation::kStartFen};
  std::uint64_t nodes = engines::TraceLimits().nodes;
  int depth = 0;     // 0: as the nodes allow
  std::string move;  // empty: all
  bool json = false;
};

std::string score_text(const SearchTrace& trace, std::size_t index) {
  const TraceNode& node = trace.node(index);
  const auto score = trace.view(index).score;
  return score ? engines::trace_score_text(*score, node.changes_side() ? node.ply - 1 : node.ply) : "";
}

// Every look at a root move has its row: a move may be looked at several times, deeper each time.
void print_root_moves(const SearchTrace& trace) {
  arena::TextTable table(
      {{"move", Align::left}, {"depth"}, {"score"}, {"nodes"}, {"", Align::left}, {"why", Align::left}});
  for (const std::size_t child : trace.children(0)) {
    const TraceNode& node = trace.node(child);
    table.add({trace.title(child), std::to_string(node.depth), score_text(trace, child),
               std::to_string(node.nodes), std::string(to_string(trace.reason(child))),
               trace.explain(child)});
  }
  std::cout << '\n' << table.text();
}

// The line by which the search thinks the move is best met, with the reason at each step.
void print_line(const SearchTrace& trace, std::size_t from) {
  for (const std::size_t step : trace.line_from(from)) {
    const TraceNode& node = trace.node(step);
    const chess::Position before = trace.position(node.parent);
    const std::string number =
        fmt::format("{}{}", before.fullmove_number(), before.turn() == chess::Color::white ? "." : "...");
    fmt::print("{}{} {}  [{}; depth {}, nodes {}]\n",
               std::string(static_cast<std::size_t>(2 * node.ply), ' '), number, trace.title(step),
               to_string(trace.reason(step)),
               node.kind == engines::TraceKind::quiescence ? "0" : std::to_string(node.depth), node.nodes);
    fmt::print("{}{}\n", std::string(static_cast<std::size_t>(2 * node.ply + 2), ' '), trace.explain(step));
  }
}

void print(const SearchTrace& trace) {
  const auto best = trace.best();
  fmt::print("{}\n", notation::to_fen(trace.game().position()));
  fmt::print("{}\n", trace.explain(0));
  fmt::print("{} nodes in all, {} in this look, {} records. Best: {}\n", trace.total_nodes(),
             trace.node(0).nodes, trace.nodes().size(), best ? trace.title(*best) : "none found in time");
}

nlohmann::ordered_json line_json(const SearchTrace& trace, std::size_t from) {
  auto line = nlohmann::ordered_json::array();
  for (const std::size_t step : trace.line_from(from)) line.push_back(lab::trace_node_json(trace, step));
  return line;
}

chess::Move read_move(const chess::Position& pos, const std::string& text) {
  const auto move = notation::parse_san(pos, text);
  if (!move) throw UsageError("--move: " + move.error().message);
  return *move;
}

// How one move is met. What the table or first sight had settled has no reply in the tree; then the position
// after the move is searched on its own.
struct Meeting {
  std::optional<std::size_t> node;             // of the move; nothing: the search did not come to it
  std::optional<SearchTrace> on_its_own = {};  // there is a legal reply, if there is this
};

Meeting meet(const SearchTrace& trace, chess::Move move, const engines::TraceLimits& limits) {
  Meeting meeting{trace.find_root_move(move)};
  chess::Game after = trace.game();
  after.play_unchecked(move);
  const bool has_reply = meeting.node && trace.line_from(*meeting.node).size() > 1;
  if (!has_reply && after.position().has_legal_moves())
    meeting.on_its_own = engines::trace_search(after, limits);
  return meeting;
}

void print_meeting(const SearchTrace& trace, const Meeting& meeting) {
  std::cout << '\n';
  if (meeting.node)
    print_line(trace, *meeting.node);
  else
    std::cout << "The search was stopped before it came to this move.\n";
  if (!meeting.on_its_own) return;
  std::cout << "\nThe position after it, searched on its own:\n";
  const SearchTrace& after = *meeting.on_its_own;
  std::cout << after.explain(0) << '\n';
  if (const auto best = after.best()) print_line(after, *best);
}

nlohmann::ordered_json to_json(const SearchTrace& trace, const std::optional<Meeting>& meeting) {
  auto json = lab::trace_summary_json(trace);
  json["children"] = lab::trace_children_json(trace, 0);
  if (!meeting) return json;
  json["line"] = meeting->node ? line_json(trace, *meeting->node) : nlohmann::ordered_json::array();
  if (const auto& after = meeting->on_its_own) {
    json["reply"] = lab::trace_summary_json(*after);
    const auto best = after->best();
    json["reply"]["line"] = best ? line_json(*after, *best) : nlohmann::ordered_json::array();
  }
  return json;
}

void run(const Options& options) {
  const chess::Game game(parse_position_argument("FEN", options.fen));
  if (!game.position().has_legal_moves()) throw UsageError("FEN: there is no legal move in this position");
  std::optional<chess::Move> wanted;
  if (!options.move.empty()) wanted = read_move(game.position(), options.move);
  engines::TraceLimits limits{.nodes = options.nodes};
  if (options.depth > 0) limits.depth = options.depth;

  const SearchTrace trace = engines::trace_search(game, limits);
  std::optional<Meeting> meeting;
  if (wanted) meeting = meet(trace, *wanted, limits);
  if (options.json) {
    std::cout << to_json(trace, meeting).dump(2) << '\n';
    return;
  }
  print(trace);
  if (meeting)
    print_meeting(trace, *meeting);
  else
    print_root_moves(trace);
}

constexpr const char* kExamples = R"(Examples:
  vitrine trace                                    the start position: every move and its verdict
  vitrine trace --move a4                          how the search would meet this move
  vitrine trace "r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3" --move Nf6
  vitrine trace --nodes 200000 --depth 12
  vitrine trace --json                             for programs

The flagship searches the position with an empty table until a limit is reached, and the last depth it finished is
shown. Scores are pawns for the side that made the move. A move that is not better was only shown to be no better:
its score is a bound. Reasons: best, refutes, not_better, searched (the best for a while); reduced, reduced_failed,
extended, singular; table_cutoff, razored, reverse_futility, null_move, probcut, multicut; late_move, futility,
poor_history, bad_exchange (not looked at); draw, mate, horizon.

With --move the line by which it is met is shown, with the reason at each step. Where the table or first sight had
settled the move, nothing was searched below it; then the position after it is searched on its own.

With --json there is one object: best, score, depth, nodes, recorded, root and children; with --move also line, and
reply where it was searched on its own. The fields of a node are told in docs/cabinet-protocol.md.)";

}  // namespace

void add_trace_command(CLI::App& app, int& exit_code) {
  CLI::App* command = add_command(app, "trace", "Show a search from within: why this move, why not that");
  auto options = std::make_shared<Options>();
  command->add_option("fen", options->fen, "The position; the start position if not given")->type_name("FEN");
  command->add_option("--nodes", options->nodes, "Search so many nodes (20000)")
      ->check(CLI::Range(std::uint64_t{1}, kMostNodes));
  command->add_option("--depth", options->depth, "Search at most so many plies deep")
      ->check(CLI::Range(1, 100));
  command->add_option("--move", options->move, "How this move (e4, Nf3, e2e4) is met")->type_name("MOVE");
  command->add_flag("--json", options->json, "Print JSON instead");
  command->footer(kExamples);
  command->callback([options, &exit_code] {
    run(*options);
    exit_code = 0;
  });
}

}  // namespace vitrine::cli
