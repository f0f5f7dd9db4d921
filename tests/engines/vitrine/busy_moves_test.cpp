#include "engines/vitrine/busy_moves.h"

#include <gtest/gtest.h>

#include "chess/position.h"
#include "chess/support.h"

namespace vitrine::engines::flagship {

namespace {

const chess::Position kStart = chess::Position::initial();

}  // namespace

TEST(VitrineBusyMoves, KnowsWhatIsLookedAtAndNothingElse) {
  BusyMoves busy;
  const auto e4 = chess::move(kStart, "e2e4");
  const auto d4 = chess::move(kStart, "d2d4");
  EXPECT_FALSE(busy.contains(kStart.key(), e4));
  busy.add(kStart.key(), e4);
  EXPECT_TRUE(busy.contains(kStart.key(), e4));
  EXPECT_FALSE(busy.contains(kStart.key(), d4));
  EXPECT_FALSE(busy.contains(kStart.after(e4).key(), e4));
  busy.remove(kStart.key(), d4);
  EXPECT_TRUE(busy.contains(kStart.key(), e4));
  busy.remove(kStart.key(), e4);
  EXPECT_FALSE(busy.contains(kStart.key(), e4));
}

// More of them in one place than it holds: some are forgotten, the last never.
TEST(VitrineBusyMoves, ForgetsWhenItIsFull) {
  BusyMoves busy;
  const auto e4 = chess::move(kStart, "e2e4");
  for (chess::Key key = 1; key <= 10; ++key) {
    busy.add(key, e4);
    EXPECT_TRUE(busy.contains(key, e4)) << key;
  }
  int known = 0;
  for (chess::Key key = 1; key <= 10; ++key) known += busy.contains(key, e4);
  EXPECT_EQ(known, 4);
  for (chess::Key key = 1; key <= 10; ++key) busy.remove(key, e4);
  for (chess::Key key = 1; key <= 10; ++key) EXPECT_FALSE(busy.contains(key, e4)) << key;
}

}  // namespace vitrine::engines::flagship
