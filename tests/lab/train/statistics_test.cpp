// Medians and means by hand.

#include "lab/train/train_support.h"

namespace vitrine::lab {

namespace {

using chess::PieceType;
using eval::Phase;

struct Judged {
  const char* fen;
  int centipawns;
};

SparsePositions positions_of(const std::vector<Judged>& all) {
  SparsePositions positions(eval::ModelKind::piece_square);
  for (const Judged& one : all)
    positions.add(PackedPosition(chess::position(one.fen), {.centipawns = one.centipawns}));
  positions.split(0, 1);
  return positions;
}

double weight(const eval::PieceSquareModel& model, Phase phase, PieceType type, const char* square) {
  return static_cast<double>(model.weight(phase, type, chess::Square::a1, chess::square(square)));
}

// A white knight on f3 four times, and a black one on f6 once: seen by Black, it stands on f3 too, and what
// is good for White is bad for it.
const std::vector<Judged> kKnights = {
    {"4k3/8/8/8/8/5N2/8/4K3 w - - 0 1", 100}, {"4k3/8/8/8/8/5N2/8/4K3 b - - 0 1", 300},
    {"4k3/8/8/8/8/5N2/8/4K3 w - - 1 1", 700}, {"4k3/8/8/8/8/5N2/8/4K3 w - - 2 1", 5'000},
    {"4k3/8/5n2/8/8/8/8/4K3 w - - 0 1", 200},
};

}  // namespace

TEST(Medians, AreTheMiddleOfWhatPositionsWithTheManAreWorth) {
  const auto positions = positions_of(kKnights);
  const TrainReport report = train(Method::medians, positions, {});
  // -2, 1, 3, 7, 10 (clipped): the middle is 3.
  EXPECT_FLOAT_EQ(weight(report.model, Phase::middlegame, PieceType::knight, "f3"), 3);
  // The kings on e1 and e8 see each position from both sides: all cancels out in the middle.
  EXPECT_EQ(weight(report.model, Phase::middlegame, PieceType::king, "e1"), 0);
  EXPECT_EQ(weight(report.model, Phase::middlegame, PieceType::knight, "f6"), 0)
      << "no knight was ever there";
  // Model: 3 where a white knight is, -3 where a black one: off by 2, 0, 4, 7 and 5.
  EXPECT_NEAR(report.training_error, (2 + 0 + 4 + 7 + 5) / 5.0, 1e-6);
  EXPECT_TRUE(std::isnan(report.held_out_error)) << "nothing is held out";
}

TEST(Medians, OfAnEvenNumberLieBetweenTheTwoInTheMiddle) {
  auto all = kKnights;
  all.pop_back();
  const TrainReport report = train(Method::medians, positions_of(all), {.clip = 100});
  EXPECT_FLOAT_EQ(weight(report.model, Phase::middlegame, PieceType::knight, "f3"), (3 + 7) / 2.0F);
}

TEST(Medians, OfATaperedModelCountPositionsByTheirPhase) {
  // With a knight alone 1/24 of the middlegame is left, with two queens besides 9/24.
  const auto positions = positions_of({{"4k3/8/8/8/8/5N2/8/4K3 w - - 0 1", 100},
                                       {"4k3/8/8/8/8/5N2/8/4K3 w - - 1 1", 300},
                                       {"q3k3/8/8/8/8/5N2/8/Q3K3 w - - 0 1", 500}});
  const TrainReport report = train(Method::medians, positions, {.is_tapered = true});
  // Middlegame: weights 1, 1, 9 for 1, 3, 5. Endgame: 23, 23, 15.
  EXPECT_FLOAT_EQ(weight(report.model, Phase::middlegame, PieceType::knight, "f3"), 5);
  EXPECT_FLOAT_EQ(weight(report.model, Phase::endgame, PieceType::knight, "f3"), 3);
}

TEST(Means, AreMeans) {
  const auto positions = positions_of(kKnights);
  const TrainReport report = train(Method::means, positions, {});
  EXPECT_NEAR(weight(report.model, Phase::middlegame, PieceType::knight, "f3"), (1 + 3 + 7 + 10 - 2) / 5.0,
              1e-6);
  const auto tapered = positions_of({{"4k3/8/8/8/8/5N2/8/4K3 w - - 0 1", 100},
                                     {"4k3/8/8/8/8/5N2/8/4K3 w - - 1 1", 300},
                                     {"q3k3/8/8/8/8/5N2/8/Q3K3 w - - 0 1", 500}});
  const TrainReport both = train(Method::means, tapered, {.is_tapered = true});
  EXPECT_NEAR(weight(both.model, Phase::middlegame, PieceType::knight, "f3"), (1 + 3 + 9 * 5) / 11.0, 1e-6);
  EXPECT_NEAR(weight(both.model, Phase::endgame, PieceType::knight, "f3"), (23 * 1 + 23 * 3 + 15 * 5) / 61.0,
              1e-6);
}

}  // namespace vitrine::lab
