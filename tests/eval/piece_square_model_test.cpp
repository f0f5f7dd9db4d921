#include "eval/piece_square_model.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <limits>
#include <string>

#include "base/rng.h"
#include "chess/support.h"

namespace vitrine::eval {

namespace {

using chess::PieceType;
using chess::position;
using chess::square;

// Any weights: a new one for each place.
PieceSquareModel random_model(ModelKind kind, bool is_tapered, std::uint64_t seed) {
  PieceSquareModel model(kind, is_tapered);
  base::Rng rng(seed);
  for (const Phase phase : {Phase::middlegame, Phase::endgame})
    for (float& weight : model.weights(phase))
      weight = static_cast<float>(static_cast<double>(rng.below(2'000'001)) / 100'000.0 - 10.0);
  model.set_provenance("random numbers\nof seed " + std::to_string(seed));
  return model;
}

void replace(std::string& text, std::string_view from, std::string_view to) {
  const std::size_t at = text.find(from);
  ASSERT_NE(at, std::string::npos) << from;
  text.replace(at, from.size(), to);
}

// The text of a model of zeros with one thing changed, and what the reader says to it.
struct Damage {
  const char* from;
  const char* to;
  const char* error;
};

}  // namespace

TEST(PieceSquareModel, CountsItsWeights) {
  EXPECT_EQ(PieceSquareModel().weights_per_phase(), 384u);
  EXPECT_EQ(PieceSquareModel(ModelKind::king_piece_square).weights_per_phase(), 24'576u);
  EXPECT_FALSE(PieceSquareModel().is_tapered());
  EXPECT_TRUE(PieceSquareModel(ModelKind::piece_square, true).is_tapered());
}

TEST(PieceSquareModel, AddsWhitesMenAndSubtractsBlacks) {
  PieceSquareModel model;
  const auto set = [&](PieceType type, const char* sq, float pawns) {
    model.set_weight(Phase::middlegame, type, square("a1"), square(sq), pawns);
  };
  set(PieceType::pawn, "e4", 1.25F);
  set(PieceType::pawn, "e2", 1);
  set(PieceType::king, "e1", -0.5F);
  set(PieceType::king, "g1", 0.75F);
  struct Row {
    const char* fen;
    double pawns;
  };
  for (const auto& [fen, pawns] : {
           Row{"4k3/8/8/8/4P3/8/8/4K3 w - - 0 1", 1.25},         // the kings cancel
           Row{"4k3/8/8/8/4P3/8/8/4K3 b - - 0 1", -1.25},        // for the side to move
           Row{"4k3/4p3/8/8/4P3/8/8/4K3 w - - 0 1", 0.25},       // e7 is Black's e2
           Row{"6k1/8/8/4p3/8/8/8/4K3 b - - 0 1", 1.25 + 1.25},  // e5 is Black's e4, g8 his g1
       })
    EXPECT_EQ(model.evaluate(position(fen)), pawns) << fen;
}

TEST(PieceSquareModel, MixesMiddlegameAndEndgame) {
  PieceSquareModel model(ModelKind::piece_square, true);
  model.set_weight(Phase::middlegame, PieceType::pawn, square("a1"), square("e4"), 1);
  model.set_weight(Phase::endgame, PieceType::pawn, square("a1"), square("e4"), 3);
  EXPECT_EQ(model.evaluate(position("4k3/8/8/8/4P3/8/8/4K3 w - - 0 1")), 3);
  // Two rooks and two queens: half of the 24.
  EXPECT_EQ(middlegame_share(position("rq2k3/8/8/8/4P3/8/8/RQ2K3 w - - 0 1")), 0.5);
  EXPECT_EQ(model.evaluate(position("rq2k3/8/8/8/4P3/8/8/RQ2K3 w - - 0 1")), 2);
  EXPECT_EQ(middlegame_share(chess::Position::initial()), 1);
}

TEST(PieceSquareModel, LooksAtTheOwnKing) {
  PieceSquareModel model(ModelKind::king_piece_square);
  model.set_weight(Phase::middlegame, PieceType::rook, square("g1"), square("f1"), 2);
  EXPECT_EQ(model.evaluate(position("4k3/8/8/8/8/8/8/5RK1 w - - 0 1")), 2);
  EXPECT_EQ(model.evaluate(position("4k3/8/8/8/8/8/8/4KR2 w - - 0 1")), 0);
  EXPECT_EQ(model.evaluate(position("5rk1/8/8/8/8/8/8/4K3 w - - 0 1")), -2);
}

TEST(PieceSquareModel, IsTheSameForBothSides) {
  for (const ModelKind kind : {ModelKind::piece_square, ModelKind::king_piece_square})
    for (const bool is_tapered : {false, true}) {
      const PieceSquareModel model = random_model(kind, is_tapered, 7);
      for (const chess::Position& pos : chess::random_positions(7, 200))
        EXPECT_EQ(model.evaluate(pos), model.evaluate(chess::mirrored(pos)));
    }
}

TEST(PieceSquareModel, ReadsBackWhatItWrote) {
  for (const ModelKind kind : {ModelKind::piece_square, ModelKind::king_piece_square})
    for (const bool is_tapered : {false, true}) {
      const PieceSquareModel model = random_model(kind, is_tapered, 11);
      const auto back = parse_model(to_text(model));
      ASSERT_TRUE(back) << back.error().to_string();
      EXPECT_TRUE(*back == model);
      EXPECT_EQ(back->provenance(), "random numbers\nof seed 11");
    }
}

TEST(PieceSquareModel, FilesKeepIt) {
  const std::string path = testing::TempDir() + "vitrine_piece_square_model_test.txt";
  const PieceSquareModel model = random_model(ModelKind::king_piece_square, true, 3);
  save_model(model, path);
  const auto back = load_model(path);
  std::filesystem::remove(path);
  ASSERT_TRUE(back) << back.error().to_string();
  EXPECT_TRUE(*back == model);
}

TEST(PieceSquareModel, FilesThatCannotBeReadOrWritten) {
  for (const std::string& path :
       {testing::TempDir(), testing::TempDir() + "no_such_folder/model.txt", std::string()}) {
    const auto model = load_model(path);
    ASSERT_FALSE(model) << path;
    EXPECT_EQ(model.error().to_string(), "'" + path + "' can't be read");
    EXPECT_THROW(save_model(PieceSquareModel(), path), std::runtime_error);
  }
}

TEST(PieceSquareModel, IgnoresCommentsEmptyLinesAndCarriageReturns) {
  std::string text =
      "# a comment\r\n\r\n" + to_text(random_model(ModelKind::piece_square, false, 5)) + "\n# the end";
  for (std::size_t at = 0; (at = text.find('\n', at)) != std::string::npos; at += 2)
    text.replace(at, 1, "\r\n");
  const auto model = parse_model(text);
  ASSERT_TRUE(model) << model.error().to_string();
  EXPECT_TRUE(*model == random_model(ModelKind::piece_square, false, 5));
}

TEST(PieceSquareModel, SaysWhatIsWrongAndWhere) {
  const char* const rank = "\n0 0 0 0 0 0 0 0\n";
  for (const auto& [from, to, error] : {
           Damage{"vitrine piece-square model 1", "PNG",
                  "line 1: expected 'vitrine piece-square model 1', found 'PNG'"},
           Damage{"model 1", "model 2", "line 1: unknown version '2', this program reads version 1"},
           Damage{"kind piece-square", "kind rook-square",
                  "line 2: unknown kind 'rook-square', known are piece-square and king-piece-square"},
           Damage{"kind piece-square\n", "", "line 2: expected 'kind …', found 'phases all'"},
           Damage{"phases all", "phases opening",
                  "line 3: unknown phases 'opening', known are 'all' and 'middlegame endgame'"},
           Damage{"board all knight", "board all queen",
                  "line 13: expected 'board all knight', found 'board all queen'"},
           Damage{rank, "\n0 0 0 0 0 0 0\n", "line 5: 7 numbers instead of 8 on rank 8 of 'board all pawn'"},
           Damage{rank, "\n0 0 0 0 0 0 0 0 0\n",
                  "line 5: 9 numbers instead of 8 on rank 8 of 'board all pawn'"},
           Damage{rank, "\n0 0 nan 0 0 0 0 0\n", "line 5: number 3, 'nan', is not finite"},
           Damage{rank, "\n0 0 0 -inf 0 0 0 0\n",
                  "line 5: number 4, '-inf', is out of range: at most 100 pawns either way"},
           Damage{rank, "\n0 0 0 0 0 0 0 1e99\n",
                  "line 5: number 8, '1e99', is out of range: at most 100 pawns either way"},
           Damage{rank, "\n0 101 0 0 0 0 0 0\n",
                  "line 5: number 2, '101', is out of range: at most 100 pawns either way"},
           Damage{rank, "\n0,5 0 0 0 0 0 0 0\n", "line 5: number 1, '0,5', is no number"},
           Damage{rank, "\nx 0 0 0 0 0 0 0\n", "line 5: number 1, 'x', is no number"},
       }) {
    std::string text = to_text(PieceSquareModel());
    replace(text, from, to);
    const auto model = parse_model(text);
    ASSERT_FALSE(model) << to;
    EXPECT_EQ(model.error().to_string(), error);
  }
}

TEST(PieceSquareModel, WantsAllOfItAndNothingElse) {
  const std::string text = to_text(PieceSquareModel());
  EXPECT_EQ(parse_model("").error().to_string(),
            "expected 'vitrine piece-square model 1', found the end of the file");
  EXPECT_EQ(parse_model(text.substr(0, text.size() - 16)).error().to_string(),
            "line 56: expected rank 1 of 'board all king', found the end of the file");
  EXPECT_EQ(parse_model(text + "more\n").error().to_string(),
            "line 58: nothing is expected after the last board, found 'more'");
}

// Any text gets an answer, never a crash; what is accepted can be written and read again.
TEST(PieceSquareModel, SurvivesDamage) {
  const std::string good = to_text(random_model(ModelKind::piece_square, true, 9));
  base::Rng rng(9);
  for (int i = 0; i < chess::scaled(3000); ++i) {
    std::string text = good;
    for (std::uint64_t n = rng.below(4) + 1; n > 0; --n)
      text[rng.below(text.size())] = static_cast<char>(rng.below(256));
    text.resize(text.size() - (rng.below(4) == 0 ? rng.below(text.size()) : 0));
    const auto model = parse_model(text);
    if (!model) continue;
    const auto again = parse_model(to_text(*model));
    ASSERT_TRUE(again) << again.error().to_string();
    EXPECT_EQ(again->weights(Phase::middlegame)[0], model->weights(Phase::middlegame)[0]);
  }
}

}  // namespace vitrine::eval
