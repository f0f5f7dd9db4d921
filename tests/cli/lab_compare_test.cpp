#include "cli/lab_compare.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <set>
#include <string>

#include "engines/challenger/evaluation.h"
#include "notation/fen.h"

namespace vitrine::cli {
namespace {

using chess::PieceType;
using chess::Square;
using eval::Phase;

TEST(LabCompare, NaiveModelIsTheChallengersMaterial) {
  for (const char* fen :
       {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", "4k3/P6P/8/8/8/8/p6p/3QK3 w - - 0 1"}) {
    const auto pos = notation::parse_fen(fen);
    ASSERT_TRUE(pos) << fen;
    const double pawns =
        engines::challenger::material(*pos) / static_cast<double>(engines::challenger::kPawn);
    EXPECT_NEAR(naive_model().evaluate(*pos), pawns, 0.001) << fen;
  }
}

TEST(LabCompare, SquaresOfOneAndMaterialOfTheOther) {
  eval::PieceSquareModel squares;
  for (int i = 0; i < 64; ++i)
    squares.set_weight(Phase::middlegame, PieceType::queen, Square::e1, Square::from_index(i), 5);
  squares.set_weight(Phase::middlegame, PieceType::queen, Square::e1, Square::d4, 5 + 6.4F);
  const auto model = with_naive_material(squares);
  const auto queen = [&](Square sq) {
    return model.weight(Phase::middlegame, PieceType::queen, Square::e1, sq);
  };
  EXPECT_NEAR(queen(Square::d4), 8 + 6.4 - 0.1, 1e-4);
  EXPECT_NEAR(queen(Square::a1), 8 - 0.1, 1e-4);
  EXPECT_NEAR(model.weight(Phase::middlegame, PieceType::rook, Square::e1, Square::a1), 4.5, 1e-6);
}

TEST(LabCompare, EveryUsualContestantIsKnownAndNamedOnce) {
  const auto names = usual_contestants();
  EXPECT_EQ(std::set(names.begin(), names.end()).size(), names.size());
  for (const std::string& name : names) EXPECT_NE(find_contestant(name), nullptr) << name;
  EXPECT_EQ(find_contestant("nobody"), nullptr);
  EXPECT_EQ(find_contestant("ridge-king")->kind, eval::ModelKind::king_piece_square);
  EXPECT_TRUE(find_contestant("logistic-tapered")->is_tapered);
}

lab::PackedPosition judged(const char* fen, int centipawns, lab::GameResult result, std::uint32_t game) {
  return {*notation::parse_fen(fen), {.centipawns = centipawns, .result = result, .game = game}};
}

TEST(LabCompare, JudgesAModelByPositionsHeldOut) {
  lab::SparsePositions positions(eval::ModelKind::piece_square);
  // White is a rook ahead, which naive takes for 4.5 pawns; the data says 5.
  for (std::uint32_t game = 0; game < 200; ++game)
    positions.add(judged("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", 500, lab::GameResult::white_won, game));
  positions.split(0.5, 1);
  const Marks marks = judge(naive_model(), positions, 10, 1);
  EXPECT_NEAR(marks.held_out_error, 0.5, 1e-6);
  EXPECT_LT(marks.held_out_points, 0.01);  // always won, and always foretold
}

TEST(LabCompare, MarksCanBeWrittenDown) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto back = parse_marks(to_json({1.25, nan, 3.5, 12.0, true}));
  ASSERT_TRUE(back);
  EXPECT_EQ(back->held_out_error, 1.25);
  EXPECT_TRUE(std::isnan(back->held_out_points));
  EXPECT_EQ(back->seconds, 12.0);
  EXPECT_TRUE(back->took_longer);
  EXPECT_FALSE(parse_marks(to_json({1, 2, 3}))->seconds);
  for (const char* broken : {"", "{", "[]", "{}", "{\"held_out_error\": \"x\"}"})
    EXPECT_FALSE(parse_marks(broken));
}

Comparison two_players() {
  return {{{*find_contestant("ridge"), 384, Marks{1.3256, 0.08797, 4.741, 0.31}, 600, 0.5,
            arena::Estimate{25.4, 5.4, 45.4}},
           {*find_contestant("challenger"), 0, Marks{1.368, NAN, NAN}, 600, 0.5, arena::Estimate{0, 0, 0}}},
          "challenger"};
}

TEST(LabCompare, WritesItsTableInThreeForms) {
  EXPECT_EQ(
      to_text(two_players()),
      "player      weights  held-out error  squared error  10:1 at  training  Elo  +/-  games  score\n"
      "ridge           384           1.326         0.0880     4.74    0.31 s   25   20    600  50.0%\n"
      "challenger        -           1.368              -        -         -    0    -    600  50.0%\n");
  const std::string markdown = to_markdown(two_players());
  EXPECT_NE(markdown.find("|---|---:|"), std::string::npos);
  EXPECT_NE(markdown.find("| ridge | 384 | 1.326 | 0.0880 | 4.74 | 0.31 s | 25 | 20 | 600 | 50.0% |\n"),
            std::string::npos);
  EXPECT_EQ(
      to_csv(two_players()),
      "player,weights,held_out_error_pawns,held_out_squared_error_points,ten_to_one_pawns,training_seconds,"
      "elo,elo_low,elo_high,games,score\n"
      "ridge,384,1.3256,0.08797,4.741,0.31,25.4,5.4,45.4,600,0.5\n"
      "challenger,0,1.368,,,,0,0,0,600,0.5\n");
}

}  // namespace
}  // namespace vitrine::cli
