#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <span>
#include <stop_token>

#include "cli/lab_compare.h"
#include "engines/challenger/evaluation.h"
#include "lab/data/dataset.h"
#include "lab/picture/heat_boards.h"
#include "lab/train/lessons.h"

namespace vitrine::cli {

namespace {

using eval::ModelKind;
using lab::Method;
using Origin = Contestant::Origin;

constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();

// Values in pawns and the results they should foretell.
struct Foretold {
  std::vector<float> values;
  std::vector<float> points;

  void add(double value, lab::GameResult result) {
    if (result == lab::GameResult::unknown) return;
    values.push_back(static_cast<float>(value));
    points.push_back(0.5F * static_cast<float>(result));
  }
  void mark(Marks& marks) const {
    marks.held_out_points = marks.ten_to_one = kNothing;
    if (values.empty()) return;
    const lab::Curve curve = lab::fit_curve(values, points);
    marks.held_out_points = curve.error;
    marks.ten_to_one = curve.scale / 100;
  }
};

// In the order of lessons: a slot's phases side by side.
lab::Weights weights_of(const eval::PieceSquareModel& model) {
  const auto middlegame = model.weights(eval::Phase::middlegame);
  if (!model.is_tapered()) return {middlegame.begin(), middlegame.end()};
  const auto endgame = model.weights(eval::Phase::endgame);
  lab::Weights weights;
  for (std::size_t i = 0; i < middlegame.size(); ++i) {
    weights.push_back(middlegame[i]);
    weights.push_back(endgame[i]);
  }
  return weights;
}

}  // namespace

const std::vector<Contestant>& all_contestants() {
  constexpr auto kPlain = ModelKind::piece_square, kKing = ModelKind::king_piece_square;
  static const std::vector<Contestant> kAll = {
      {"challenger", Origin::hand_made},
      {"naive", Origin::naive},
      {"random", Origin::trained, Method::random},
      {"genetic", Origin::trained, Method::genetic},
      {"genetic-adapting", Origin::adapting, Method::genetic},
      {"medians", Origin::trained, Method::medians},
      {"medians-material", Origin::repaired, Method::medians},
      {"means", Origin::trained, Method::means},
      {"ridge", Origin::trained, Method::ridge},
      {"ridge-tapered", Origin::trained, Method::ridge, kPlain, true},
      {"logistic", Origin::trained, Method::logistic},
      {"logistic-tapered", Origin::trained, Method::logistic, kPlain, true},
      {"random-king", Origin::trained, Method::random, kKing},
      {"genetic-king", Origin::trained, Method::genetic, kKing},
      {"medians-king", Origin::trained, Method::medians, kKing},
      {"means-king", Origin::trained, Method::means, kKing},
      {"ridge-king", Origin::trained, Method::ridge, kKing},
      {"ridge-king-tapered", Origin::trained, Method::ridge, kKing, true},
      {"logistic-king", Origin::trained, Method::logistic, kKing},
      {"logistic-king-tapered", Origin::trained, Method::logistic, kKing, true},
  };
  return kAll;
}

const Contestant* find_contestant(std::string_view name) {
  const auto& all = all_contestants();
  const auto found = std::ranges::find(all, name, &Contestant::name);
  return found == all.end() ? nullptr : &*found;
}

// Chance doesn't get better with more numbers, breeding 24,576 of them takes 300 generations nowhere, and
// phases are tried with one method.
std::vector<std::string> usual_contestants() {
  constexpr std::array<std::string_view, 4> kUnusual = {"random-king", "genetic-king", "ridge-tapered",
                                                        "ridge-king-tapered"};
  std::vector<std::string> names;
  for (const Contestant& contestant : all_contestants())
    if (std::ranges::find(kUnusual, contestant.name) == kUnusual.end()) names.push_back(contestant.name);
  return names;
}

eval::PieceSquareModel naive_model() {
  constexpr std::array<double, 6> kPawns = {1, 3, 3, 4.5, 8, 0};
  eval::PieceSquareModel model;
  for (const chess::PieceType type : chess::kPieceTypes)
    for (int i = 0; i < 64; ++i) {
      const auto sq = chess::Square::from_index(i);
      double pawns = kPawns[static_cast<std::size_t>(index(type))];
      if (type == chess::PieceType::pawn) pawns *= std::pow(1.01, sq.rank());
      model.set_weight(eval::Phase::middlegame, type, chess::Square::e1, sq, static_cast<float>(pawns));
    }
  model.set_provenance("the ancestor's material: P 1.01^rank, N 3, B 3, R 4.5, Q 8");
  return model;
}

eval::PieceSquareModel with_naive_material(const eval::PieceSquareModel& squares) {
  eval::PieceSquareModel model = naive_model();
  const lab::HeatRows rows = lab::heat_rows(squares);
  for (const lab::HeatBoard& board : rows.front().boards)
    for (int i = 0; i < 64; ++i) {
      const auto sq = chess::Square::from_index(i);
      if (!board.can_stand_on(sq)) continue;
      float& weight =
          model.weights(eval::Phase::middlegame)[static_cast<std::size_t>(index(board.type) * 64 + i)];
      weight += static_cast<float>(board.above_mean(sq));
    }
  model.set_provenance(model.provenance() + "; and for the squares, less their means:\n" +
                       squares.provenance());
  return model;
}

Marks judge(const eval::PieceSquareModel& model, const lab::SparsePositions& positions, double clip,
            int threads) {
  lab::TrainOptions options{.is_tapered = model.is_tapered()};
  options.clip = clip;
  options.threads = threads;
  const lab::Lessons lessons(positions, options, lab::Measure::pawns);
  const lab::Weights weights = weights_of(model);
  Marks marks{.held_out_error = lessons.error(lessons.held_out(), weights)};
  Foretold foretold;
  for (const auto& row : positions.held_out()) foretold.add(lessons.value(row, weights), row.result);
  foretold.mark(marks);
  return marks;
}

Marks judge_hand_made(const std::vector<std::string>& data_sets, std::optional<std::uint64_t> limit,
                      double clip, const std::stop_token& stop) {
  const engines::challenger::Evaluation evaluation;
  double sum = 0;
  std::uint64_t seen = 0, judged = 0;
  Foretold foretold;
  const auto is_over = [&] { return stop.stop_requested() || (limit && seen >= *limit); };
  for (const std::string& path : data_sets) {
    lab::DatasetReader reader(path);
    for (std::vector<lab::PackedPosition> block; !is_over() && reader.read(block);)
      for (const lab::PackedPosition& packed : block) {
        if (is_over()) break;
        ++seen;
        const auto pos = packed.unpack();
        if (!pos) throw std::runtime_error(path + ": " + pos.error());
        const auto judgement = evaluation.judge(*pos);
        if (!judgement.has_moves) continue;
        const double own = judgement.value / static_cast<double>(engines::challenger::kPawn);
        const double white = pos->turn() == chess::Color::white ? own : -own;
        const lab::Judgement truth = packed.judgement();
        foretold.add(white, truth.result);
        if (!truth.centipawns) continue;
        sum += std::abs(white - std::clamp(*truth.centipawns / 100.0, -clip, clip));
        ++judged;
      }
  }
  Marks marks{.held_out_error = judged > 0 ? sum / static_cast<double>(judged) : kNothing};
  foretold.mark(marks);
  return marks;
}

// JSON has no NaN: null stands for it.
std::string to_json(const Marks& marks) {
  const auto number = [](double value) {
    return std::isnan(value) ? nlohmann::json() : nlohmann::json(value);
  };
  nlohmann::json json = {{"held_out_error", number(marks.held_out_error)},
                         {"held_out_points", number(marks.held_out_points)},
                         {"ten_to_one", number(marks.ten_to_one)},
                         {"took_longer", marks.took_longer}};
  if (marks.seconds) json["seconds"] = *marks.seconds;
  return json.dump(2) + "\n";
}

std::optional<Marks> parse_marks(const std::string& text) {
  const auto json = nlohmann::json::parse(text, nullptr, false);
  if (!json.is_object()) return {};
  const auto number = [&](const char* key) -> std::optional<double> {
    const auto found = json.find(key);
    if (found == json.end()) return {};
    if (found->is_null()) return kNothing;
    return found->is_number() ? std::optional(found->get<double>()) : std::nullopt;
  };
  const auto error = number("held_out_error"), points = number("held_out_points"),
             ten_to_one = number("ten_to_one");
  if (!error || !points || !ten_to_one) return {};
  const auto longer = json.find("took_longer");
  return Marks{*error, *points, *ten_to_one, number("seconds"),
               longer != json.end() && longer->is_boolean() && longer->get<bool>()};
}

}  // namespace vitrine::cli
