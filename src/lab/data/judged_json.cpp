// One object of a JSON list or of JSON lines.

#include <cmath>
#include <nlohmann/json.hpp>

#include "lab/data/judged_text.h"
#include "notation/fen.h"

namespace vitrine::lab {

namespace {

using nlohmann::json;
using Evaluation = base::Result<std::optional<int>, std::string>;

Evaluation found(base::Result<int, std::string> centipawns) {
  if (!centipawns) return centipawns.error();
  return std::optional(*centipawns);
}

// A number or a text that holds one.
Evaluation read_value(const json& value, Unit unit) {
  if (value.is_string()) return found(parse_evaluation(value.get_ref<const std::string&>(), unit));
  if (value.is_number()) return found(parse_evaluation(value.dump(), unit));
  return std::string("the evaluation is of the type ") + value.type_name();
}

// {"cp": 35} or {"mate": -3}; nothing: neither is there.
Evaluation read_score(const json& object) {
  const auto mate = object.find("mate");
  if (mate != object.end() && !mate->is_null()) {
    if (!mate->is_number_integer()) return std::string("\"mate\" is no whole number");
    return std::optional(mate_to_centipawns(mate->get<long long>()));
  }
  const auto cp = object.find("cp");
  if (cp != object.end() && !cp->is_null()) return read_value(*cp, Unit::centipawns);
  return std::optional<int>();
}

// lichess's data base of evaluations: [{"depth": 36, "pvs": [{"cp": 311, …}]}, …]; the deepest counts.
Evaluation read_evals(const json& evals) {
  const json* deepest = nullptr;
  for (const json& eval : evals)
    if (eval.is_object() && eval.contains("pvs") && eval["pvs"].is_array() && !eval["pvs"].empty() &&
        (deepest == nullptr || eval.value("depth", 0) > deepest->value("depth", 0)))
      deepest = &eval;
  if (deepest == nullptr) return std::optional<int>();
  return read_score((*deepest)["pvs"][0]);
}

Evaluation read_evaluation(const json& object, const TextHabits& habits) {
  if (const auto evals = object.find("evals"); evals != object.end() && evals->is_array())
    return read_evals(*evals);
  for (const char* name : {"eval", "evaluation", "score"})
    if (const auto value = object.find(name); value != object.end() && !value->is_null())
      return value->is_object() ? read_score(*value) : read_value(*value, habits.unit.value_or(Unit::pawns));
  return read_score(object);
}

base::Result<GameResult, std::string> read_result(const json& object) {
  const auto value = object.find("result");
  if (value == object.end() || value->is_null()) return GameResult::unknown;
  if (!value->is_string() && !value->is_number()) return std::string("the result is neither text nor number");
  const std::string text = value->is_string() ? value->get<std::string>() : value->dump();
  if (const auto result = parse_game_result(text)) return *result;
  return text.substr(0, 40) + " is no result";
}

base::Result<JudgedPosition, std::string> read_object(const json& object, const TextHabits& habits) {
  const auto fen = object.find("fen");
  if (fen == object.end() || !fen->is_string()) return std::string("an object without \"fen\"");
  auto pos = notation::parse_fen(fen->get_ref<const std::string&>(), notation::FenMode::lenient);
  if (!pos) return pos.error().to_string();
  const auto centipawns = read_evaluation(object, habits);
  if (!centipawns) return centipawns.error();
  const auto result = read_result(object);
  if (!result) return result.error();
  if (!*centipawns && *result == GameResult::unknown)
    return std::string("neither an evaluation nor a result");
  Judgement judgement{.centipawns = *centipawns, .result = *result};
  const bool turns = habits.view == PointOfView::mover && pos->turn() == chess::Color::black;
  if (judgement.centipawns && turns) judgement.centipawns = -*judgement.centipawns;
  return JudgedPosition{*std::move(pos), judgement};
}

}  // namespace

base::Result<JudgedPosition, std::string> parse_judged_json(std::string_view text, const TextHabits& habits) {
  try {
    const json object = json::parse(text);
    if (!object.is_object()) return std::string("no JSON object");
    return read_object(object, habits);
  } catch (const json::exception& error) {
    // The library's text tells where and what, after its own name for it.
    const std::string_view what = error.what();
    const std::size_t start = what.find("] ");
    return "not JSON: " + std::string(start == std::string_view::npos ? what : what.substr(start + 2));
  }
}

}  // namespace vitrine::lab
