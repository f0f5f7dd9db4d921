#include "lab/train/sparse_positions.h"

#include <set>

#include "lab/data/dataset.h"
#include "lab/train/train_support.h"
#include "notation/fen.h"

namespace vitrine::lab {

namespace {

using eval::ModelKind;

PackedPosition packed(const char* fen, const Judgement& judgement = {}) {
  return {chess::position(fen), judgement};
}

std::vector<int> slots(std::span<const std::uint16_t> men) {
  std::vector<int> all(men.begin(), men.end());
  std::ranges::sort(all);
  return all;
}

}  // namespace

TEST(SparsePositions, AManHasASlotOfHisKindAndSquare) {
  // White: Ka1, pawn e2. Black: Kh8, knight b8, which is b1 as Black sees it.
  const auto position =
      packed("1n5k/8/8/8/8/8/4P3/K7 w - - 0 1", {.centipawns = -300, .result = GameResult::drawn});
  SparsePositions plain(ModelKind::piece_square);
  plain.add(position);
  ASSERT_EQ(plain.training().size(), 1u);
  const auto& row = plain.training()[0];
  EXPECT_EQ(slots(plain.white(row)), (std::vector<int>{0 * 64 + 12, 5 * 64 + 0}));
  EXPECT_EQ(slots(plain.black(row)), (std::vector<int>{1 * 64 + 1, 5 * 64 + 7}));
  EXPECT_EQ(row.phase, 1);
  EXPECT_EQ(row.centipawns, -300);
  EXPECT_EQ(row.result, GameResult::drawn);

  SparsePositions king(ModelKind::king_piece_square);
  king.add(position);
  EXPECT_EQ(slots(king.white(king.training()[0])), (std::vector<int>{12, (5 * 64 + 0) * 64 + 0}));
  EXPECT_EQ(slots(king.black(king.training()[0])),
            (std::vector<int>{(64 + 7) * 64 + 1, (5 * 64 + 7) * 64 + 7}));
}

TEST(SparsePositions, PhasesAreThoseOfTheModel) {
  for (const chess::Position& pos : chess::random_positions(4, 500)) {
    SparsePositions positions(ModelKind::piece_square);
    positions.add(PackedPosition(pos, {}));
    EXPECT_DOUBLE_EQ(positions.training()[0].phase / 24.0, eval::middlegame_share(pos))
        << notation::to_fen(pos);
  }
}

TEST(SparsePositions, SumsAreWhatTheModelSays) {
  for (const ModelKind kind : {ModelKind::piece_square, ModelKind::king_piece_square})
    for (const bool is_tapered : {false, true}) {
      const eval::PieceSquareModel model = planted_model(kind, is_tapered);
      SparsePositions positions(kind);
      const auto all = chess::random_positions(8, 300);
      for (const auto& pos : all) positions.add(PackedPosition(pos, {.centipawns = 0}));
      positions.split(0, 1);
      const Lessons lessons(positions, {.is_tapered = is_tapered}, Measure::pawns);
      Weights weights(lessons.weight_count());
      for (std::size_t i = 0; i < weights.size(); ++i)
        weights[i] = model.weights(i % lessons.phases() == 0 ? eval::Phase::middlegame
                                                             : eval::Phase::endgame)[i / lessons.phases()];
      EXPECT_EQ(to_model(weights, kind, lessons.phases()), model);
      for (std::size_t i = 0; i < all.size(); ++i)
        EXPECT_NEAR(lessons.value(positions.training()[i], weights), value_for_white(model, all[i]), 1e-6);
    }
}

TEST(SparsePositions, GamesAreHeldOutWhole) {
  SparsePositions positions(ModelKind::piece_square);
  for (std::uint32_t i = 0; i < 20'000; ++i)  // the score says which game it is
    positions.add(
        packed("k7/8/8/8/8/8/8/K7 w - - 0 1", {.centipawns = static_cast<int>(i / 10), .game = i / 10}));
  positions.split(0.2, 7);
  EXPECT_EQ(positions.training().size() + positions.held_out().size(), 20'000u);
  EXPECT_NEAR(static_cast<double>(positions.held_out().size()), 4'000, 400);  // 4.4 standard deviations
  std::set<int> held_out;
  for (const auto& row : positions.held_out()) held_out.insert(row.centipawns);
  EXPECT_EQ(held_out.size() * 10, positions.held_out().size());
  for (const auto& row : positions.training()) EXPECT_FALSE(held_out.contains(row.centipawns));
}

TEST(SparsePositions, OneGameIsSplitByPositions) {
  SparsePositions positions(ModelKind::piece_square);
  for (int i = 0; i < 1'000; ++i) positions.add(packed("k7/8/8/8/8/8/8/K7 w - - 0 1"));
  positions.split(0.3, 1);
  EXPECT_NEAR(static_cast<double>(positions.held_out().size()), 300, 75);
}

TEST(SparsePositions, AreLoadedFromSeveralDataSets) {
  const Folder folder;
  const auto all = chess::random_positions(3, 300);
  const auto write = [&](const std::string& path, std::size_t begin, std::size_t end) {
    DatasetWriter writer(path);
    for (std::size_t i = begin; i < end; ++i)
      writer.add(PackedPosition(all[i], {.centipawns = static_cast<int>(i)}));
    writer.finish();
  };
  write(folder / "a", 0, 100);
  write(folder / "b", 100, 300);
  const std::vector<std::string> sets = {folder / "a", folder / "b"};
  const auto whole = load_positions(sets, ModelKind::piece_square, {.held_out = 0});
  ASSERT_EQ(whole.size(), 300u);
  for (int i = 0; i < 300; ++i) EXPECT_EQ(whole.training()[static_cast<std::size_t>(i)].centipawns, i);
  const auto some = load_positions(sets, ModelKind::piece_square, {.limit = 150, .held_out = 0});
  EXPECT_EQ(some.size(), 150u);
  EXPECT_EQ(some.training().back().centipawns, 149);
  EXPECT_NE(some.checksum(), whole.checksum());
  const auto swapped = load_positions({sets[1], sets[0]}, ModelKind::piece_square, {.held_out = 0});
  EXPECT_NE(swapped.checksum(), whole.checksum());
  EXPECT_THROW((void)load_positions({folder / "c"}, ModelKind::piece_square), std::runtime_error);
}

}  // namespace vitrine::lab
