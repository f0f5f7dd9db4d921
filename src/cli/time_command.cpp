#include "cli/time_command.h"

#include <fmt/format.h>
#include <unistd.h>

#include <CLI/App.hpp>
#include <CLI/Option.hpp>
#include <algorithm>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "arena/text_table.h"
#include "cli/add_command.h"
#include "cli/usage_error.h"
#include "lab/time_lab.h"
#include "lab/time_plot.h"
#include "notation/byte_source.h"
#include "notation/in_quotes.h"

namespace vitrine::cli {

namespace {

using notation::in_quotes;

constexpr std::size_t kUsualMoves = 80;
constexpr std::size_t kMostMoves = 1000;

struct Options {
  std::vector<std::string> rules;
  std::vector<std::string> clocks;
  double early = lab::TimeRule().early;
  double late = lab::TimeRule().late;
  int pieces = lab::TimeRule().pieces;
  std::size_t moves = 0;  // 0: as many as there are
  std::string pgn;
  std::size_t game = 0;  // 0: the mean of all
  std::string player = "white";
  int every = 5;
  bool csv = false;
  bool svg = false;
};

std::vector<lab::TimeRule> read_rules(const Options& options) {
  std::vector<lab::TimeRule> rules;
  const auto add = [&](lab::TimeRule::Kind kind) {
    rules.push_back({kind, options.early, options.late, options.pieces});
    if (const std::string problem = lab::check(rules.back()); !problem.empty())
      throw UsageError("--" + problem);
  };
  for (const std::string& name : options.rules) {
    const auto kind = lab::parse_time_rule(name);
    if (!kind)
      throw UsageError("--rule: no rule is called " + in_quotes(name) +
                       " (vitrine, challenger, negamax, mailbox, ancestor)");
    add(*kind);
  }
  if (rules.empty())
    for (const auto kind : lab::kTimeRules) add(kind);
  return rules;
}

std::vector<lab::GameTime> read_clocks(const Options& options) {
  std::vector<lab::GameTime> times;
  for (const std::string& text : options.clocks) {
    const auto time = lab::parse_game_time(text);
    if (!time) throw UsageError("--clock: expected minutes and seconds such as 3+2, not " + in_quotes(text));
    times.push_back(*time);
  }
  if (times.empty()) times.assign(lab::usual_game_times().begin(), lab::usual_game_times().end());
  return times;
}

// The men before each move: of one game of the file, or the mean of all.
lab::MenByMove read_men(const Options& options) {
  notation::FileSource source = options.pgn == "-"
                                    ? notation::FileSource(::dup(STDIN_FILENO), "standard input")
                                    : notation::FileSource(options.pgn);
  notation::PgnReader reader(source, options.pgn);
  const chess::Color player = options.player == "white" ? chess::Color::white : chess::Color::black;
  std::vector<lab::MenByMove> games;
  while (const auto game = read_game(reader)) {
    if (options.game != 0 && reader.game_number() != options.game) continue;
    if (game->error) std::cerr << game->error->to_string() << '\n';
    lab::MenByMove men = lab::men_of(*game, player);
    if (!men.empty()) games.push_back(std::move(men));
    if (options.game != 0) break;
  }
  if (games.empty())
    throw UsageError(options.game != 0 ? fmt::format("--game: no game {} with moves there", options.game)
                                       : "--pgn: no game with moves there");
  return lab::mean_of(games);
}

lab::MenByMove men_for(const Options& options) {
  if (options.pgn.empty()) {
    if (options.game != 0) throw UsageError("--game: of which file? Give --pgn too");
    return lab::fitted(lab::men_of_average_game(), options.moves != 0 ? options.moves : kUsualMoves);
  }
  lab::MenByMove men = read_men(options);
  return options.moves != 0 ? lab::fitted(std::move(men), options.moves) : men;
}

std::string seconds(std::chrono::milliseconds time) {
  return arena::fixed(static_cast<double>(time.count()) / 1000, 2);
}

// One table for each clock: rows for moves, a pair of columns for each rule.
void print_table(std::span<const lab::TimeCurve> curves, std::size_t rules, int every) {
  for (std::size_t first = 0; first < curves.size(); first += rules) {
    const auto group = curves.subspan(first, rules);
    std::vector<arena::TextTable::Column> columns = {{"move"}, {"men"}};
    for (const lab::TimeCurve& curve : group) {
      columns.push_back({title_of(curve.rule)});
      columns.push_back({"left"});
    }
    arena::TextTable table(std::move(columns));
    const auto longest =
        std::ranges::max_element(group, {}, [](const lab::TimeCurve& curve) { return curve.points.size(); });
    for (const lab::TimePoint& point : longest->points) {
      const auto i = static_cast<std::size_t>(point.move) - 1;
      const bool is_shown = i == 0 || i + 1 == longest->points.size() || point.move % every == 0;
      if (!is_shown) continue;
      std::vector<std::string> cells = {std::to_string(point.move), std::to_string(point.men)};
      for (const lab::TimeCurve& curve : group) {
        // Whose flag has fallen makes no more moves.
        const bool plays_on = i < curve.points.size();
        cells.push_back(plays_on ? seconds(curve.points[i].allotted) : "-");
        cells.push_back(plays_on ? seconds(curve.points[i].remaining) : "-");
      }
      table.add(std::move(cells));
    }
    fmt::print("{}{} (seconds for the move, and left before it)\n{}", first == 0 ? "" : "\n",
               to_string(group.front().time), table.text());
  }
}

void run(const Options& options) {
  const auto rules = read_rules(options);
  const auto times = read_clocks(options);
  const auto men = men_for(options);
  const auto curves = lab::simulate_all(rules, times, men);
  if (options.csv)
    std::cout << lab::to_csv(curves);
  else if (options.svg)
    std::cout << lab::to_svg(curves);
  else
    print_table(curves, rules.size(), options.every);
}

constexpr const char* kExamples = R"(Examples:
  vitrine time                                        every rule, 1+0 to 5+3, an average game of 80 moves
  vitrine time --clock 3+2 --rule vitrine ancestor    two rules, one clock
  vitrine time --rule ancestor --early 0.02 --pieces 24
  vitrine time --pgn games.pgn --game 7 --player black
  vitrine time --svg >time.svg                        curves
  vitrine time --csv >time.csv                        every number

A clock is written as players do, minutes for the game and seconds for each move; unlike in a match, where 'vitrine
match --help' counts seconds. The rules of challenger and ancestor look at how many men are on the board; without
--pgn these are those of an average game. The ancestor gave each move a share of the starting time (--early while
more than --pieces men were on the board, --late after) and the increment, and a quarter of what was left once twice
that share was more. Every move takes what it is allotted; in a game vitrine's may take less, or up to five times
that.)";

}  // namespace

void add_time_command(CLI::App& app, int& exit_code) {
  CLI::App* command = add_command(app, "time", "Show how long each engine would think about each move");
  auto options = std::make_shared<Options>();
  command
      ->add_option("--rule", options->rules, "vitrine, challenger, negamax, mailbox, ancestor; default: all")
      ->type_name("NAME...");
  command->add_option("--clock", options->clocks, "Minutes+seconds; default: 1+0 1+1 2+1 3+0 3+2 5+0 5+3")
      ->type_name("CLOCK...");
  command->add_option("--early", options->early, "The ancestor's share of the starting time at first (0.01)");
  command->add_option("--late", options->late, "Its share once men have left the board (0.05)");
  command->add_option("--pieces", options->pieces, "With more men than this it is early (20)");
  command->add_option("--moves", options->moves, "How long the game is (80, or that of --pgn)")
      ->check(CLI::Range(std::size_t{1}, kMostMoves));
  CLI::Option* pgn =
      command->add_option("--pgn", options->pgn, "Count the men in these games; -: standard input")
          ->type_name("FILE");
  command->add_option("--game", options->game, "Only this game of the file, from 1; default: the mean of all")
      ->check(CLI::PositiveNumber);
  command->add_option("--player", options->player, "Whose moves of the games: white or black (white)")
      ->check(CLI::IsMember({"white", "black"}))
      ->needs(pgn);
  command->add_option("--every", options->every, "Rows of the table: every so many moves (5)")
      ->check(CLI::Range(1, static_cast<int>(kMostMoves)));
  CLI::Option* csv = command->add_flag("--csv", options->csv, "Print every number, separated by commas");
  command->add_flag("--svg", options->svg, "Print a picture")->excludes(csv);
  command->footer(kExamples);
  command->callback([options, &exit_code] {
    run(*options);
    exit_code = 0;
  });
}

}  // namespace vitrine::cli
