#include "server/time_api.h"

#include <string>
#include <vector>

#include "lab/time_lab.h"
#include "notation/byte_source.h"

namespace vitrine::server {

namespace {

constexpr std::size_t kMostRules = 16;
constexpr std::size_t kMostClocks = 16;
constexpr int kMostMoves = 1000;
constexpr int kUsualMoves = 80;
constexpr int kMostGames = 1'000'000;

std::string place(const Fields& fields, std::string_view list, std::size_t index) {
  return fields.place(list) + '[' + std::to_string(index) + ']';
}

lab::TimeRule read_rule(const Fields& fields) {
  lab::TimeRule rule;
  const auto kind = lab::parse_time_rule(fields.text("kind"));
  if (!kind)
    throw bad_request("The rules are vitrine, challenger, negamax, mailbox and ancestor.",
                      fields.place("kind"));
  rule.kind = *kind;
  if (fields.find("early") != nullptr) rule.early = fields.real("early", 0, 1);
  if (fields.find("late") != nullptr) rule.late = fields.real("late", 0, 1);
  rule.pieces = static_cast<int>(fields.find_number("pieces", 0, 32).value_or(rule.pieces));
  return rule;
}

std::vector<lab::TimeRule> read_rules(const Fields& fields) {
  std::vector<lab::TimeRule> rules;
  for (const Json& one : fields.list("rules", kMostRules))
    rules.push_back(read_rule(Fields(one, place(fields, "rules", rules.size()))));
  if (rules.empty()) throw bad_request("At least one rule is wanted here.", fields.place("rules"));
  return rules;
}

std::vector<lab::GameTime> read_clocks(const Fields& fields) {
  std::vector<lab::GameTime> times;
  for (const Json& one : fields.list("clocks", kMostClocks)) {
    const Fields clock(one, place(fields, "clocks", times.size()));
    times.push_back({lab::Milliseconds(clock.number("base", 1, lab::kLongestGame.count())),
                     lab::Milliseconds(clock.number("increment", 0, lab::kLongestGame.count()))});
  }
  if (times.empty()) times.assign(lab::usual_game_times().begin(), lab::usual_game_times().end());
  return times;
}

// Of one game of the text, the first if none is named.
lab::MenByMove men_in_pgn(const Fields& fields) {
  const chess::Color side = fields.find("side") != nullptr ? fields.side("side") : chess::Color::white;
  const auto wanted = static_cast<std::size_t>(fields.find_number("game", 1, kMostGames).value_or(1));
  const std::string text = fields.text("pgn");
  notation::TextSource source(text);
  notation::PgnReader reader(source);
  while (const auto game = read_game(reader)) {
    if (reader.game_number() != wanted) continue;
    if (game->error)
      throw bad_request(game->error->reason, fields.place("pgn") + ": line " +
                                                 std::to_string(game->error->line) + ", ply " +
                                                 std::to_string(game->error->ply));
    lab::MenByMove men = lab::men_of(*game, side);
    if (men.empty()) throw bad_request("This side makes no move in the game.", fields.place("pgn"));
    return men;
  }
  throw bad_request("There is no game " + std::to_string(wanted) + " here.", fields.place("pgn"));
}

lab::MenByMove read_men(const Fields& fields) {
  const auto moves = fields.find_number("moves", 1, kMostMoves);
  if (fields.find("pgn") == nullptr)
    return lab::fitted(lab::men_of_average_game(), static_cast<std::size_t>(moves.value_or(kUsualMoves)));
  // A game is as long as it is; "moves" can only cut it short.
  lab::MenByMove men = men_in_pgn(fields);
  const std::size_t most = static_cast<std::size_t>(moves.value_or(kMostMoves));
  return men.size() > most ? lab::fitted(std::move(men), most) : men;
}

Json rule_json(const lab::TimeRule& rule) {
  Json json = {{"kind", to_string(rule.kind)}};
  if (rule.kind == lab::TimeRule::Kind::ancestor)
    json.update({{"early", rule.early}, {"late", rule.late}, {"pieces", rule.pieces}});
  return json;
}

Json curve_json(const lab::TimeCurve& curve) {
  Json points = Json::array();
  for (const lab::TimePoint& point : curve.points)
    points.push_back({{"move", point.move},
                      {"men", point.men},
                      {"allotted", point.allotted.count()},
                      {"remaining", point.remaining.count()}});
  return {{"rule", rule_json(curve.rule)},
          {"clock", {{"base", curve.time.base.count()}, {"increment", curve.time.increment.count()}}},
          {"points", std::move(points)}};
}

}  // namespace

Json answer_time(const Json& request) {
  const Fields fields(request);
  const auto rules = read_rules(fields);
  const auto clocks = read_clocks(fields);
  const auto men = read_men(fields);
  Json curves = Json::array();
  for (const lab::TimeCurve& curve : lab::simulate_all(rules, clocks, men))
    curves.push_back(curve_json(curve));
  return {{"curves", std::move(curves)}};
}

}  // namespace vitrine::server
