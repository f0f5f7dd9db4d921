#include "lab/picture/heat_boards.h"

#include <gtest/gtest.h>

#include "lab/picture/board_svg.h"
#include "lab/picture/colour_scale.h"

namespace vitrine::lab {
namespace {

using chess::PieceType;
using chess::Square;
using eval::ModelKind;
using eval::Phase;
using eval::PieceSquareModel;

const HeatBoard& board(const HeatRows& rows, PieceType type, std::size_t row = 0) {
  return rows[row].boards[static_cast<std::size_t>(index(type))];
}

TEST(HeatBoards, MeanIsOverSquaresWhereTheManCanStand) {
  PieceSquareModel model;
  for (int file = 0; file < 8; ++file) {
    model.set_weight(Phase::middlegame, PieceType::pawn, Square::e1, Square::at(file, 6), 6);
    // Rubbish where no pawn ever stands.
    model.set_weight(Phase::middlegame, PieceType::pawn, Square::e1, Square::at(file, 7), 50);
    model.set_weight(Phase::middlegame, PieceType::rook, Square::e1, Square::at(file, 7), 8);
  }
  const HeatRows rows = heat_rows(model);
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_DOUBLE_EQ(board(rows, PieceType::pawn).mean, 1);  // 8 x 6 / 48
  EXPECT_DOUBLE_EQ(board(rows, PieceType::pawn).above_mean(Square::a7), 5);
  EXPECT_DOUBLE_EQ(board(rows, PieceType::rook).mean, 1);  // 8 x 8 / 64
  EXPECT_FALSE(board(rows, PieceType::pawn).can_stand_on(Square::a8));
  EXPECT_TRUE(board(rows, PieceType::rook).can_stand_on(Square::a8));
}

TEST(HeatBoards, TaperedModelsHaveTwoRows) {
  PieceSquareModel model(ModelKind::piece_square, true);
  model.set_weight(Phase::endgame, PieceType::king, Square::e1, Square::e4, 0.5F);
  const HeatRows rows = heat_rows(model);
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0].title, "middlegame");
  EXPECT_EQ(rows[1].title, "endgame");
  EXPECT_EQ(board(rows, PieceType::king, 0).pawns_at(Square::e4), 0);
  EXPECT_EQ(board(rows, PieceType::king, 1).pawns_at(Square::e4), 0.5);
}

TEST(HeatBoards, KingRelativeModelsByKingOrOnAverage) {
  PieceSquareModel model(ModelKind::king_piece_square);
  model.set_weight(Phase::middlegame, PieceType::knight, Square::g1, Square::f3, 6.4F);
  model.set_weight(Phase::middlegame, PieceType::king, Square::g1, Square::g1, 0.25F);
  EXPECT_FLOAT_EQ(
      static_cast<float>(board(heat_rows(model, Square::g1), PieceType::knight).pawns_at(Square::f3)), 6.4F);
  EXPECT_EQ(board(heat_rows(model, Square::c1), PieceType::knight).pawns_at(Square::f3), 0);
  EXPECT_FLOAT_EQ(static_cast<float>(board(heat_rows(model), PieceType::knight).pawns_at(Square::f3)), 0.1F);
  // A king stands where he stands, whichever square is asked for.
  EXPECT_EQ(board(heat_rows(model, Square::c1), PieceType::king).pawns_at(Square::g1), 0.25);
  EXPECT_EQ(board(heat_rows(model), PieceType::king).pawns_at(Square::g1), 0.25);
}

TEST(HeatBoards, RangeIsRoundAndIgnoresTheMostExtreme) {
  PieceSquareModel model;
  for (int i = 0; i < 64; i += 2)
    model.set_weight(Phase::middlegame, PieceType::queen, Square::e1, Square::from_index(i), 0.8F);
  const HeatRows rows = heat_rows(model);  // all queens 0.4 from their mean: a sixth of all squares
  EXPECT_DOUBLE_EQ(colour_range({&rows, 1}), 0.5);
  model.set_weight(Phase::middlegame, PieceType::pawn, Square::e1, Square::a7, 90);
  const HeatRows with_outlier = heat_rows(model);
  EXPECT_LE(colour_range({&with_outlier, 1}), 5);
  const HeatRows empty = heat_rows(PieceSquareModel());
  EXPECT_GT(colour_range({&empty, 1}), 0);
}

TEST(ColourScale, HasTwoSidesAndAMiddle) {
  EXPECT_EQ(colour_level(-7), 0);
  EXPECT_EQ(colour_level(0), kColourLevels / 2);
  EXPECT_EQ(colour_level(1), kColourLevels - 1);
  const Rgb low = colour_of_level(0), middle = colour_of_level(kColourLevels / 2),
            high = colour_of_level(kColourLevels - 1);
  EXPECT_GT(low.blue, low.red);
  EXPECT_GT(high.red, high.blue);
  EXPECT_GT(std::min({middle.red, middle.green, middle.blue}), 230);
  EXPECT_EQ(to_hex({1, 171, 255}), "#01abff");
}

TEST(PawnsText, HasItsSign) {
  EXPECT_EQ(pawns_text(3.051), "+3.05");
  EXPECT_EQ(pawns_text(-0.5), "-0.50");
  EXPECT_EQ(pawns_text(-0.001), "+0.00");
}

TEST(BoardSvg, NamesBoardsAndPaintsSquares) {
  PieceSquareModel model;
  model.set_weight(Phase::middlegame, PieceType::bishop, Square::e1, Square::h1, 64);
  const std::string svg = boards_svg(heat_rows(model), {"a <model>", "caption\nsecond line"});
  EXPECT_TRUE(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
  EXPECT_NE(svg.find("a &lt;model&gt;"), std::string::npos);
  EXPECT_NE(svg.find(">bishop +1.00</text>"), std::string::npos);
  EXPECT_EQ(svg.find("second line"), std::string::npos);
  // The one square far above the mean: h1 of the third board has the last colour of the scale.
  EXPECT_NE(svg.find("fill=\"" + to_hex(colour_of_level(kColourLevels - 1)) + "\" d=\"M444 178h16"),
            std::string::npos);
}

}  // namespace
}  // namespace vitrine::lab
