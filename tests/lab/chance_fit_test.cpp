#include "lab/chance_fit.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/rng.h"
#include "notation/byte_source.h"

namespace vitrine::lab {

namespace {

using engines::flagship::ChanceModel;
using engines::flagship::chances_of;

ScoredPositions read(std::string_view pgn) {
  notation::TextSource source(pgn);
  notation::PgnReader reader(source);
  ScoredPositions positions;
  while (reader.read(positions)) {
  }
  return positions;
}

}  // namespace

TEST(ChanceFit, ReadsScoresForTheSideToMove) {
  const auto positions = read(
      "[Result \"1-0\"]\n\n1. e4 {book} 1... e5 {+0.25/18 1.2s} 2. Nf3 {-0.10/9 0.1s} (2. f4 {+3.00/9 1s}) "
      "2... Nc6 {+M5/20 "
      "1s} 3. Bb5 1-0\n\n[Result \"*\"]\n\n1. d4 {+0.50/3 1s} *\n");
  EXPECT_EQ(positions.games(), 1U);
  ASSERT_EQ(positions.all().size(), 2U);
  EXPECT_EQ(positions.all()[0].centipawns, 25);
  EXPECT_EQ(positions.all()[0].points, 0.0) << "Black lost";
  EXPECT_EQ(positions.all()[0].material, 78);
  EXPECT_EQ(positions.all()[1].centipawns, -10);
  EXPECT_EQ(positions.all()[1].points, 1.0);
}

TEST(ChanceFit, FindsTheCurveThatMadeTheResults) {
  const ChanceModel truth{.even = 120, .even_by_material = 1.0, .slope = 50, .slope_by_material = 0.5};
  base::Rng rng(1);
  std::vector<ScoredPosition> positions;
  for (int i = 0; i < 40'000; ++i) {
    const int score = static_cast<int>(rng.below(801)) - 400;
    const int material = 10 + static_cast<int>(rng.below(69));
    const auto chances = chances_of(score, material, truth);
    const double luck = static_cast<double>(rng.below(1'000'000)) / 1e6;
    positions.push_back({score, material, luck < chances.win ? 1.0 : luck > 1 - chances.loss ? 0.0 : 0.5});
  }
  const ChanceModel start{.even = 60, .even_by_material = 0, .slope = 100, .slope_by_material = 0};
  const ChanceModel found = fit_chances(positions, start);
  for (const int material : {15, 40, 78})
    for (const int score : {-300, -150, 0, 150, 300})
      EXPECT_NEAR(chances_of(score, material, found).win, chances_of(score, material, truth).win, 0.03)
          << score << " with " << material;
}

}  // namespace vitrine::lab
