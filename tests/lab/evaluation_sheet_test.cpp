#include "lab/evaluation_sheet.h"

#include <gtest/gtest.h>

#include <cmath>

#include "eval/nnue/nnue_support.h"
#include "eval/nnue/view.h"
#include "notation/fen.h"

namespace vitrine::lab {

namespace {

constexpr const char* kOpen = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 2 3";
constexpr const char* kEnding = "8/5k2/3p4/1p1Pp2p/pP2Pp1P/P4P1K/8/8 w - - 0 1";
constexpr const char* kPawnDrawn = "8/4k3/8/4K3/4P3/8/8/8 w - - 0 1";

chess::Position position(const char* fen) { return *notation::parse_fen(fen); }

int sum_of_squares(const nlohmann::ordered_json& sheet) {
  int sum = 0;
  for (const auto& [square, value] : sheet["squares"].items()) sum += value.get<int>();
  return sum;
}

}  // namespace

TEST(EvaluationSheet, SquaresAddUpToTheTerms) {
  for (const char* fen : {kOpen, kEnding, kPawnDrawn}) {
    const chess::Position pos = position(fen);
    const auto sheet = classical_sheet(pos);
    EXPECT_EQ(sheet["squares"].size(), static_cast<std::size_t>(pos.occupied().count())) << fen;
    EXPECT_EQ(sum_of_squares(sheet) + sheet["elsewhere"].get<int>(), sheet["value_of_terms"]) << fen;
    const int value = sheet["value"];
    EXPECT_EQ(sheet["value_for_mover"], pos.turn() == chess::Color::white ? value : -value) << fen;
  }
  EXPECT_EQ(classical_sheet(position(kPawnDrawn))["value"], 0);  // drawn, whatever the terms say
}

TEST(EvaluationSheet, MenCountForTheirOwnSide) {
  const auto sheet = classical_sheet(position(kOpen));
  EXPECT_GT(sheet["squares"]["d1"], 500);
  EXPECT_LT(sheet["squares"]["d8"], -500);
  EXPECT_FALSE(sheet["squares"].contains("e6"));
}

TEST(EvaluationSheet, PieceSquareModelIsTheSumOfItsSquares) {
  for (const char* fen : {kOpen, kEnding}) {
    const chess::Position pos = position(fen);
    const eval::PieceSquareModel model = flagship_model();
    const auto sheet = piece_square_sheet(pos, model);
    EXPECT_EQ(sheet["value_for_mover"], std::lround(model.evaluate(pos) * 100)) << fen;
    EXPECT_LE(std::abs(sheet["elsewhere"].get<int>()), pos.occupied().count()) << fen;  // rounding
  }
}

TEST(EvaluationSheet, FlagshipsModelIsItsMenAndSquares) {
  const auto sheet = classical_sheet(position(kOpen));
  const auto model = piece_square_sheet(position(kOpen), flagship_model());
  int men = 0;  // the position has all pieces but pawns' phase: the middlegame's numbers count alone
  for (const auto& term : sheet["terms"])
    if (term["term"] == "material" || term["term"] == "squares")
      men += term["total"]["middlegame"].get<int>();
  EXPECT_EQ(model["middlegame_share"], 1.0);
  EXPECT_EQ(model["value"], men);
}

TEST(EvaluationSheet, BoardsTellWhatAManWouldBeWorth) {
  eval::PieceSquareModel model;
  model.set_weight(eval::Phase::middlegame, chess::PieceType::knight, chess::Square::at(4, 0),
                   chess::Square::at(5, 2), 3.25F);  // a white knight on f3; a black one on f6
  const auto sheet = piece_square_sheet(position(kOpen), model);
  EXPECT_EQ(sheet["value"], 325);
  EXPECT_EQ(sheet["squares"]["f3"], 325);
  EXPECT_EQ(sheet["squares"]["c6"], 0);
  EXPECT_EQ(sheet["boards"]["knight"][21], 325);
  EXPECT_EQ(sheet["boards"]["knight"].size(), 64U);
  EXPECT_EQ(sheet["boards"].size(), 6U);
}

TEST(EvaluationSheet, HasANetworksViewWhereOneIsAsked) {
  using namespace eval::nnue;
  const Network network = random_network({.width = 64, .output_buckets = 8, .is_mirrored = true}, 6);
  for (const char* fen : {kOpen, kEnding, kPawnDrawn}) {
    const chess::Position pos = position(fen);
    auto sheet = classical_sheet(pos, network);
    const auto net = sheet["network"];
    sheet.erase("network");
    EXPECT_EQ(sheet, classical_sheet(pos)) << fen;

    const PositionView view = view_of(network, pos);
    const bool is_white = pos.turn() == chess::Color::white;
    EXPECT_EQ(net["name"], "random 6");
    EXPECT_EQ(net["architecture"], "(768 -> 64)x2 -> 8, mirrored");
    EXPECT_EQ(net["value"], view.value) << fen;
    EXPECT_EQ(net["value_for_mover"], is_white ? view.value : -view.value) << fen;
    EXPECT_EQ(net["difference"], view.value - sheet["value"].get<int>()) << fen;
    EXPECT_EQ(net["last_neuron"],
              (nlohmann::ordered_json{
                  {"number", view.output_bucket + 1}, {"of", 8}, {"men", pos.occupied().count()}}));
    ASSERT_EQ(net["men"].size(), view.men.size()) << fen;
    EXPECT_EQ(net["squares"].size(), view.men.size()) << fen;
    for (std::size_t i = 0; i < view.men.size(); ++i) {
      const auto& man = net["men"][i];
      EXPECT_EQ(man["worth"], view.men[i].worth) << fen;
      const int for_white = man["piece"].get<std::string>() < "a" ? view.men[i].worth : -view.men[i].worth;
      EXPECT_EQ(net["squares"][man["square"].get<std::string>()], for_white) << fen << man;
    }
  }
}

TEST(EvaluationSheet, HasTheNetworkOfTheProgram) {
  ASSERT_NE(flagship_network(), nullptr);
  const auto sheet = classical_sheet(position(kOpen), *flagship_network());
  EXPECT_EQ(sheet["network"]["architecture"], flagship_network()->architecture().to_string());
}

}  // namespace vitrine::lab
