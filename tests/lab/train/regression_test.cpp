// Ridge and logistic regression against solutions known from elsewhere.

#include "lab/texel.h"
#include "lab/train/normal_equations.h"
#include "lab/train/train_support.h"

namespace vitrine::lab {

namespace {

using chess::PieceType;
using eval::ModelKind;
using eval::Phase;

float weight(const eval::PieceSquareModel& model, PieceType type, const char* square) {
  return model.weight(Phase::middlegame, type, chess::Square::a1, chess::square(square));
}

}  // namespace

TEST(Ridge, SolvesASmallCaseAsByHand) {
  // Knight f3 alone: 3 and 4 pawns. Knight f3 and bishop c4: 8 pawns. Kings on e1 and e8 cancel out. With
  // n for the knight, b for the bishop and a ridge of 1: 4n + b = 15 and n + 2b = 8, so n = 22/7, b = 17/7.
  SparsePositions positions(ModelKind::piece_square);
  const auto add = [&](const char* fen, int centipawns) {
    positions.add(PackedPosition(chess::position(fen), {.centipawns = centipawns}));
  };
  add("4k3/8/8/8/8/5N2/8/4K3 w - - 0 1", 300);
  add("4k3/8/5n2/8/8/8/8/4K3 w - - 0 1", -400);  // the same knight, Black's
  add("4k3/8/8/8/2B5/5N2/8/4K3 w - - 0 1", 800);
  positions.split(0, 1);
  const TrainReport report = train(Method::ridge, positions, {.ridge = 1});
  EXPECT_NEAR(weight(report.model, PieceType::knight, "f3"), 22.0 / 7, 1e-5);
  EXPECT_NEAR(weight(report.model, PieceType::bishop, "c4"), 17.0 / 7, 1e-5);
  EXPECT_NEAR(weight(report.model, PieceType::king, "e1"), 0, 1e-5);
}

TEST(Ridge, FindsAPlantedModel) {
  for (const bool is_tapered : {false, true}) {
    const auto positions = taught_positions(planted_model(ModelKind::piece_square, is_tapered), 20'000);
    const TrainReport report =
        train(Method::ridge, positions, {.is_tapered = is_tapered, .clip = 300, .ridge = 1e-3});
    // What is left is the centipawn's rounding.
    EXPECT_LT(report.training_error, 0.004) << is_tapered;
    EXPECT_LT(report.held_out_error, 0.02) << is_tapered;
    const TrainReport untaught = train(Method::ridge, positions, {.clip = 300, .ridge = 1e-3});
    EXPECT_EQ(untaught.training_error < 0.01, !is_tapered) << "one phase can't be two";
  }
}

TEST(Ridge, HasNoSlopeLeft) {
  // At the minimum the gradient is zero: X'(y - Xw) = ridge * w.
  const auto positions = taught_positions(planted_model(ModelKind::piece_square, false), 2'000);
  const Lessons lessons(positions, {.clip = 1}, Measure::pawns);
  const Weights weights = solve_normal_equations(lessons, 5);
  Weights slope(weights.size());
  const auto& part = lessons.training();
  for (std::size_t i = 0; i < part.rows.size(); ++i) {
    const double miss = part.centipawns[i] / 100.0 - lessons.value(part.rows[i], weights);
    for (const auto slot : positions.white(part.rows[i])) slope[slot] += miss;
    for (const auto slot : positions.black(part.rows[i])) slope[slot] -= miss;
  }
  for (std::size_t i = 0; i < weights.size(); ++i) EXPECT_NEAR(slope[i], 5 * weights[i], 1e-6) << i;
}

TEST(Ridge, FindsAPlantedKingModel) {
  for (const bool is_tapered : {false, true}) {
    const eval::PieceSquareModel teacher = planted_model(ModelKind::king_piece_square, is_tapered);
    const TrainOptions options{.is_tapered = is_tapered, .clip = 300, .ridge = 1};
    const TrainReport king = train(Method::ridge, taught_positions(teacher, 10'000), options);
    const TrainReport plain =
        train(Method::ridge, taught_positions(teacher, 10'000, 0.1, ModelKind::piece_square), options);
    EXPECT_LT(king.training_error, 0.2 * plain.training_error) << is_tapered;
    // With so few positions for so many weights it is still less wrong about those it hasn't seen.
    EXPECT_LT(king.held_out_error, plain.held_out_error) << is_tapered;
  }
}

TEST(Logistic, FindsWhoWins) {
  const auto positions = taught_positions(planted_model(ModelKind::piece_square, false), 10'000);
  for (const Target target : {Target::score, Target::result, Target::mix}) {
    TrainOptions options{.target = target, .steps = 40};
    options.logistic.batch = 512;
    std::vector<double> errors;
    const TrainReport report =
        train(Method::logistic, positions, options, [&](const TrainProgress& progress) {
          EXPECT_EQ(progress.measure, Measure::points);
          EXPECT_EQ(std::string(progress.unit), "epoch");
          if (progress.is_milestone) errors.push_back(progress.training_error);
        });
    ASSERT_EQ(errors.size(), 40u);
    EXPECT_LT(errors.back(), errors.front());
    const TrainReport naive = train(Method::random, positions, {});
    EXPECT_LT(report.held_out_logistic, naive.held_out_logistic / 3) << static_cast<int>(target);
  }
}

TEST(Logistic, ACurveIsFittedToItsScale) {
  std::vector<float> values;
  std::vector<float> points;
  for (int i = -500; i <= 500; ++i) {
    values.push_back(static_cast<float>(i) / 100);
    points.push_back(static_cast<float>(expected_points(i, 250)));
  }
  const Curve curve = fit_curve(values, points);
  EXPECT_NEAR(curve.scale, 250, 1);
  EXPECT_LT(curve.error, 1e-6);
}

TEST(Logistic, DataWithoutScoresWillDo) {
  SparsePositions positions(ModelKind::piece_square);
  for (const chess::Position& pos : chess::random_positions(2, 2'000)) {
    const double value = value_for_white(planted_model(ModelKind::piece_square, false), pos);
    positions.add(PackedPosition(pos, {.result = value > 0 ? GameResult::white_won : GameResult::black_won}));
  }
  positions.split(0.2, 1);
  const TrainReport report = train(Method::logistic, positions, {.target = Target::result, .steps = 5});
  EXPECT_TRUE(std::isnan(report.held_out_error)) << "nothing to compare pawns with";
  EXPECT_LT(report.held_out_logistic, 0.25);
  for (const Method method :
       {Method::medians, Method::means, Method::ridge, Method::genetic, Method::logistic})
    EXPECT_THROW((void)train(method, positions, {}), std::invalid_argument) << to_string(method);
}

}  // namespace vitrine::lab
