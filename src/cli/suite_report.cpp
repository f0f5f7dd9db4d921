#include "cli/suite_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>

#include "arena/text_table.h"
#include "notation/fen.h"
#include "notation/san.h"
#include "notation/uci_move.h"
#include "protocols/clean_text.h"

namespace vitrine::cli {

namespace {

using arena::TextTable;
using Json = nlohmann::ordered_json;

std::string share(long part, long whole) {
  if (whole == 0) return "-";
  return fmt::format("{}/{} {:.1f}%", part, whole,
                     100.0 * static_cast<double>(part) / static_cast<double>(whole));
}

SuiteTally sum_over_suites(const SuiteRun& run, std::size_t player) {
  SuiteTally sum;
  for (std::size_t suite = 0; suite < run.suites().size(); ++suite) {
    const SuiteTally one = tally(run, player, suite);
    sum.answered += one.answered;
    sum.solved += one.solved;
    sum.solvable += one.solvable;
    sum.faults += one.faults;
  }
  return sum;
}

// Its name, or its path where two share a name.
std::string title(const SuiteRun& run, std::size_t suite) {
  const std::string name = run.suites()[suite].name();
  const auto shared = std::ranges::count(run.suites(), name, &Suite::name);
  return shared > 1 ? run.suites()[suite].path : name;
}

std::string to_text(const engines::Score& score) {
  if (score.kind == engines::Score::Kind::mate) return fmt::format("#{}", score.value);
  return fmt::format("{:+.2f}", score.value / 100.0);
}

bool is_perfect(const SuiteCase& test, const SuiteAnswer& answer) {
  if (test.has_solution()) return is_solved(test, answer);
  return answer.move && test.points_for(*answer.move) == test.max_points();
}

// Calls visit(place, test, answer) for all that were not solved, in the order of the files.
void for_unsolved(const SuiteRun& run,
                  const std::function<void(const SuitePlace&, const SuiteCase&, const SuiteAnswer&)>& visit) {
  for (std::size_t suite = 0; suite < run.suites().size(); ++suite)
    for (std::size_t test = 0; test < run.suites()[suite].cases.size(); ++test)
      for (std::size_t player = 0; player < run.settings().players.size(); ++player) {
        const SuitePlace place{player, suite, test};
        const SuiteAnswer* const answer = run.answer(place);
        const SuiteCase& one = run.suites()[suite].cases[test];
        if (answer != nullptr && !is_perfect(one, *answer)) visit(place, one, *answer);
      }
}

std::string played(const SuiteCase& test, const SuiteAnswer& answer) {
  if (!answer.fault.empty()) return "fails: " + protocols::clean_text(answer.fault);
  if (!answer.move) return "plays nothing";
  std::string text = "plays " + notation::to_san(test.position, *answer.move);
  if (answer.score) text += " (" + to_text(*answer.score) + ")";
  if (!test.graded.empty()) text += fmt::format(" for {} points", test.points_for(*answer.move));
  return text;
}

Json to_json(const engines::Limits& limits) {
  Json json = Json::object();
  if (limits.move_time) json["time_ms"] = limits.move_time->count();
  if (limits.nodes) json["nodes"] = *limits.nodes;
  if (limits.depth) json["depth"] = *limits.depth;
  return json;
}

Json to_json(const Suite& suite) {
  Json malformed = Json::array();
  for (const auto& [line, column, message] : suite.errors)
    malformed.push_back({{"line", line}, {"column", column}, {"message", message}});
  return {{"file", protocols::clean_text(suite.path)},
          {"positions", suite.cases.size()},
          {"malformed", malformed}};
}

Json result_json(const SuiteRun& run, std::size_t player, std::size_t suite) {
  const SuiteTally sum = tally(run, player, suite);
  Json json = {{"engine", protocols::clean_text(run.settings().players[player].name)},
               {"file", protocols::clean_text(run.suites()[suite].path)},
               {"answered", sum.answered}};
  if (run.suites()[suite].has_solutions()) {
    json["solved"] = sum.solved;
    json["solvable"] = sum.solvable;
  }
  if (run.suites()[suite].has_grades()) {
    json["points"] = sum.points;
    json["max_points"] = sum.max_points;
  }
  json["faults"] = sum.faults;
  json["nodes"] = sum.nodes;
  json["seconds"] = sum.seconds;
  return json;
}

Json unsolved_json(const SuiteRun& run, const SuitePlace& place, const SuiteCase& test,
                   const SuiteAnswer& answer) {
  Json json = {{"engine", protocols::clean_text(run.settings().players[place.player].name)},
               {"file", protocols::clean_text(run.suites()[place.suite].path)},
               {"line", test.line},
               {"id", protocols::clean_text(test.id)},
               {"fen", notation::to_fen(test.position)},
               {"move", answer.move ? Json(notation::to_uci(*answer.move)) : Json()},
               {"score", answer.score ? Json(to_text(*answer.score)) : Json()},
               {"wanted", test.wanted()}};
  if (!test.graded.empty()) json["points"] = answer.move ? test.points_for(*answer.move) : 0;
  if (!answer.fault.empty()) json["fault"] = protocols::clean_text(answer.fault);
  return json;
}

}  // namespace

SuiteTally tally(const SuiteRun& run, std::size_t player, std::size_t suite) {
  SuiteTally sum;
  const std::vector<SuiteCase>& cases = run.suites()[suite].cases;
  for (std::size_t test = 0; test < cases.size(); ++test) {
    const SuiteAnswer* const answer = run.answer({player, suite, test});
    if (answer == nullptr) continue;
    ++sum.answered;
    if (cases[test].has_solution()) {
      ++sum.solvable;
      sum.solved += is_solved(cases[test], *answer);
    }
    sum.max_points += cases[test].max_points();
    if (answer->move) sum.points += cases[test].points_for(*answer->move);
    sum.faults += !answer->fault.empty();
    sum.nodes += answer->nodes;
    sum.seconds += answer->seconds;
  }
  return sum;
}

std::string suite_table(const SuiteRun& run) {
  const std::vector<Suite>& suites = run.suites();
  const auto with_solutions = std::ranges::count_if(suites, &Suite::has_solutions);
  const bool has_total = with_solutions > 1;
  bool has_faults = false;
  std::vector<TextTable::Column> columns = {{"engine", TextTable::Align::left}};
  for (std::size_t suite = 0; suite < suites.size(); ++suite) {
    if (suites[suite].has_solutions()) columns.push_back({title(run, suite)});
    if (suites[suite].has_grades()) columns.push_back({title(run, suite) + " points"});
  }
  for (std::size_t player = 0; player < run.settings().players.size(); ++player)
    has_faults = has_faults || sum_over_suites(run, player).faults > 0;
  if (has_total) columns.push_back({"all solved"});
  if (has_faults) columns.push_back({"faults"});

  TextTable table(columns);
  for (std::size_t player = 0; player < run.settings().players.size(); ++player) {
    std::vector<std::string> cells = {protocols::clean_text(run.settings().players[player].name)};
    for (std::size_t suite = 0; suite < suites.size(); ++suite) {
      const SuiteTally sum = tally(run, player, suite);
      if (suites[suite].has_solutions()) cells.push_back(share(sum.solved, sum.solvable));
      if (suites[suite].has_grades()) cells.push_back(share(sum.points, sum.max_points));
    }
    const SuiteTally all = sum_over_suites(run, player);
    if (has_total) cells.push_back(share(all.solved, all.solvable));
    if (has_faults) cells.push_back(std::to_string(all.faults));
    table.add(std::move(cells));
  }
  return table.text();
}

std::string unsolved_text(const SuiteRun& run) {
  std::string text;
  for_unsolved(run, [&](const SuitePlace& place, const SuiteCase& test, const SuiteAnswer& answer) {
    const std::string id = test.id.empty() ? "" : protocols::clean_text(test.id) + ": ";
    text += fmt::format("{}:{}: {}{} {}, wanted {}\n", protocols::clean_text(run.suites()[place.suite].path),
                        test.line, id, protocols::clean_text(run.settings().players[place.player].name),
                        played(test, answer), test.wanted());
  });
  return text;
}

std::string suite_json(const SuiteRun& run, bool with_unsolved) {
  Json json = {{"limits", to_json(run.settings().limits)},
               {"complete", run.answered() == run.size()},
               {"suites", Json::array()},
               {"results", Json::array()}};
  for (const Suite& suite : run.suites()) json["suites"].push_back(to_json(suite));
  for (std::size_t player = 0; player < run.settings().players.size(); ++player)
    for (std::size_t suite = 0; suite < run.suites().size(); ++suite)
      json["results"].push_back(result_json(run, player, suite));
  if (with_unsolved) {
    json["unsolved"] = Json::array();
    for_unsolved(run, [&](const SuitePlace& place, const SuiteCase& test, const SuiteAnswer& answer) {
      json["unsolved"].push_back(unsolved_json(run, place, test, answer));
    });
  }
  return json.dump(2);
}

}  // namespace vitrine::cli
