#include "lab/data/sample_set.h"

#include <set>

#include "lab/data/dataset_support.h"

namespace vitrine::lab {
namespace {

// What comes with the program is whole, and good enough to learn something from.
TEST(SampleSet, HoldsQuietPositionsOfManyGames) {
  const auto positions = read_set(kSampleName);
  EXPECT_EQ(positions.size(), 20'000U);
  std::set<std::uint32_t> games;
  std::set<std::uint64_t> boards;
  int decided = 0;
  for (const PackedPosition& packed : positions) {
    const auto pos = packed.unpack();
    ASSERT_TRUE(pos) << pos.error();
    EXPECT_FALSE(pos->is_check());
    EXPECT_TRUE(packed.judgement().centipawns);
    EXPECT_NE(packed.judgement().result, GameResult::unknown);
    decided += packed.judgement().result != GameResult::drawn ? 1 : 0;
    games.insert(packed.game());
    boards.insert(packed.board_key());
  }
  EXPECT_GE(games.size(), 300U);
  EXPECT_EQ(boards.size(), positions.size()) << "a position twice";
  EXPECT_GT(decided, 5'000);
}

TEST(SampleSet, IsOnlyMeantByItsName) {
  EXPECT_EQ(dataset_path("other.set"), "other.set");
  EXPECT_EQ(dataset_path("./sample"), "./sample");
  EXPECT_NE(dataset_path("sample"), "sample");
}

}  // namespace
}  // namespace vitrine::lab
