#include "engines/challenger/table.h"

#include <gtest/gtest.h>

#include "base/rng.h"

namespace vitrine::engines::challenger {

namespace {

constexpr chess::Move kMove(chess::Square::at(4, 1), chess::Square::at(4, 3), chess::MoveKind::double_push);

}  // namespace

TEST(ChallengerTable, RemembersWhatWasStored) {
  Table table(1);
  table.start_search();
  EXPECT_EQ(table.find(0), nullptr);  // an empty slot is no entry, even for a key of zeros
  table.store(0x123456789ABCDEF0, -27'993'000, kMove, 64, Bound::exact);
  const Entry* const entry = table.find(0x123456789ABCDEF0);
  ASSERT_NE(entry, nullptr);
  EXPECT_EQ(entry->score, -27'993'000);
  EXPECT_EQ(entry->move, kMove);
  EXPECT_EQ(entry->depth, 64);
  EXPECT_EQ(entry->bound, Bound::exact);
  EXPECT_EQ(table.find(0x123456789ABCDEF1), nullptr);  // the same slot, another position
}

TEST(ChallengerTable, ForgetsWhenTold) {
  Table table(1);
  table.start_search();
  table.store(1, 0, kMove, 1, Bound::lower);
  table.clear();
  table.start_search();
  EXPECT_EQ(table.find(1), nullptr);
  table.store(1, 0, kMove, 1, Bound::lower);
  table.resize(2);
  table.start_search();
  EXPECT_EQ(table.find(1), nullptr);
}

TEST(ChallengerTable, KnowsHowFullItIs) {
  Table table(1);
  table.start_search();
  EXPECT_EQ(table.full(), 0);
  base::Rng rng(1);
  for (int i = 0; i < 65536; ++i) table.store(rng.next(), 0, kMove, 1, Bound::upper);
  EXPECT_NEAR(table.full(), 632, 60);  // 1 - 1/e
  for (int i = 0; i < 65536 * 8; ++i) table.store(rng.next(), 0, kMove, 1, Bound::upper);
  EXPECT_GT(table.full(), 990);
  table.start_search();
  EXPECT_EQ(table.full(), 0);  // of another search
}

}  // namespace vitrine::engines::challenger
