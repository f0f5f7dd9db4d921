#include "engines/vitrine/transposition_table.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "chess/support.h"
#include "engines/vitrine/score.h"

namespace vitrine::engines::flagship {

namespace {

using chess::Key;
using chess::Move;

constexpr Move kMove(chess::Square::at(4, 1), chess::Square::at(4, 3), chess::MoveKind::double_push);
constexpr Move kOther(chess::Square::at(6, 0), chess::Square::at(5, 2), chess::MoveKind::knight);
constexpr int kEntries = 4;  // of a bucket

// The upper half chooses the bucket, so these share one. The lower half is never 0.
Key in_bucket(std::uint64_t bucket, std::uint64_t number) {
  return bucket << 32 | (number * 0x9E3779B1 + 1) % 0xFFFFFFFF;
}

Known with_depth(int depth, Bound bound = Bound::lower) {
  return {
      .move = kMove, .score = depth, .evaluation = -depth, .depth = depth, .bound = bound, .was_pv = false};
}

TranspositionTable started(std::size_t megabytes = 1) {
  TranspositionTable table(megabytes);
  table.start_search();
  return table;
}

}  // namespace

TEST(VitrineTable, KnowsWhatThisSearchHasFound) {
  TranspositionTable table = started();
  const Key key = in_bucket(7, 7);
  table.store(key, with_depth(5));
  EXPECT_TRUE(table.find(key)->is_current);
  table.start_search();
  EXPECT_FALSE(table.find(key)->is_current);
  table.store(key, with_depth(5));
  EXPECT_TRUE(table.find(key)->is_current);
}

TEST(VitrineTable, GivesBackWhatWasStored) {
  TranspositionTable table = started();
  EXPECT_FALSE(table.find(0));  // an empty place is no entry, even for a key of zeros
  const Known rows[] = {
      {kMove, 0, 0, 0, Bound::exact, false},
      {Move::none(), kMate, -kLargestEvaluation, 255, Bound::upper, true},
      {kOther, -kMate, kLargestEvaluation, 1, Bound::lower, true},
      {kOther, kNoScore, kNoScore, 0, Bound::none, false},
      {kMove, -1, -1, 127, Bound::exact, true},
  };
  for (std::uint64_t i = 0; i < std::size(rows); ++i) {
    const Key key = in_bucket(1000 + (i << 20), i);
    table.store(key, rows[i]);
    const auto known = table.find(key);
    ASSERT_TRUE(known) << i;
    EXPECT_EQ(known->move, rows[i].move) << i;
    EXPECT_EQ(known->score, rows[i].score) << i;
    EXPECT_EQ(known->evaluation, rows[i].evaluation) << i;
    EXPECT_EQ(known->depth, rows[i].depth) << i;
    EXPECT_EQ(known->bound, rows[i].bound) << i;
    EXPECT_EQ(known->was_pv, rows[i].was_pv) << i;
  }
}

TEST(VitrineTable, TakesNoPositionForAnother) {
  TranspositionTable table = started();
  base::Rng rng(1);
  for (int i = 0; i < 20'000; ++i) {
    const Key key = rng.next();
    table.store(key, with_depth(static_cast<int>(rng.below(200))));
    // The same bucket: only the lower half of the key can tell them apart.
    EXPECT_FALSE(table.find(key ^ (std::uint64_t{1} << rng.below(32))));
    EXPECT_FALSE(table.find(rng.next()));
  }
}

TEST(VitrineTable, DropsTheShallowestOfABucket) {
  TranspositionTable table = started();
  const int depths[kEntries] = {10, 20, 5, 30};
  for (std::uint64_t i = 0; i < kEntries; ++i) table.store(in_bucket(7, i), with_depth(depths[i]));
  for (std::uint64_t i = 0; i < kEntries; ++i) EXPECT_TRUE(table.find(in_bucket(7, i))) << i;
  table.store(in_bucket(7, 4), with_depth(1));  // the newest is always taken in
  EXPECT_TRUE(table.find(in_bucket(7, 4)));
  EXPECT_FALSE(table.find(in_bucket(7, 2)));
  for (const std::uint64_t kept : {0, 1, 3}) EXPECT_TRUE(table.find(in_bucket(7, kept))) << kept;
}

TEST(VitrineTable, DropsWhatIsOldBeforeWhatIsShallow) {
  TranspositionTable table = started();
  table.store(in_bucket(7, 0), with_depth(20));
  for (int search = 0; search < 8; ++search) table.start_search();
  for (std::uint64_t i = 1; i < kEntries; ++i) table.store(in_bucket(7, i), with_depth(2));
  EXPECT_TRUE(table.find(in_bucket(7, 0)));
  table.store(in_bucket(7, 4), with_depth(1));
  EXPECT_FALSE(table.find(in_bucket(7, 0)));
  for (std::uint64_t i = 1; i <= kEntries; ++i) EXPECT_TRUE(table.find(in_bucket(7, i))) << i;
}

// More searches than the counter of ages can tell apart.
TEST(VitrineTable, WorksOnWhenAgesBeginAgain) {
  TranspositionTable table = started();
  for (std::uint64_t search = 0; search < 100; ++search) {
    EXPECT_EQ(table.full(), 0) << search;
    const Key key = in_bucket(search, search);
    table.store(key, with_depth(static_cast<int>(search)));
    ASSERT_TRUE(table.find(key)) << search;
    EXPECT_EQ(table.find(key)->depth, static_cast<int>(search));
    table.start_search();
  }
}

TEST(VitrineTable, KeepsADeepLookFromAShallowOneInTheSameSearch) {
  TranspositionTable table = started();
  const Key key = in_bucket(3, 3);
  const auto depth = [&] { return table.find(key)->depth; };
  table.store(key, with_depth(12));
  table.store(key, with_depth(3));
  EXPECT_EQ(depth(), 12);
  table.store(key, with_depth(10));  // nearly as deep, and newer
  EXPECT_EQ(depth(), 10);
  table.store(key, with_depth(2, Bound::exact));
  EXPECT_EQ(depth(), 2);
  table.store(key, with_depth(12));
  table.start_search();
  table.store(key, with_depth(3));  // another search
  EXPECT_EQ(depth(), 3);
}

TEST(VitrineTable, KeepsAMoveWhenThereIsNoBetterOne) {
  TranspositionTable table = started();
  const Key key = in_bucket(3, 3);
  table.store(key, with_depth(5));
  Known without = with_depth(6);
  without.move = Move::none();
  table.store(key, without);
  EXPECT_EQ(table.find(key)->move, kMove);
  EXPECT_EQ(table.find(key)->depth, 6);
  Known with_other = with_depth(7);
  with_other.move = kOther;
  table.store(key, with_other);
  EXPECT_EQ(table.find(key)->move, kOther);
}

TEST(VitrineTable, KnowsHowFullItIs) {
  TranspositionTable table = started();
  EXPECT_EQ(table.full(), 0);
  base::Rng rng(1);
  // As many as it has entries, spread by chance over buckets of four: the mean of min(4, Poisson(4)), by
  // four.
  for (int i = 0; i < 65'536; ++i) table.store(rng.next(), with_depth(1));
  EXPECT_NEAR(table.full(), 805, 50);
  for (int i = 0; i < 65'536 * 8; ++i) table.store(rng.next(), with_depth(1));
  EXPECT_GT(table.full(), 990);
  table.start_search();
  EXPECT_EQ(table.full(), 0);  // of another search
}

TEST(VitrineTable, ForgetsWhenTold) {
  for (const std::size_t megabytes : {1, 33}) {  // a large one is wiped, a small one is given back
    TranspositionTable table = started(megabytes);
    std::vector<Key> keys;
    base::Rng rng(megabytes);
    for (int i = 0; i < 10'000; ++i) table.store(keys.emplace_back(rng.next()), with_depth(1));
    table.clear(3);
    table.start_search();
    EXPECT_EQ(table.full(), 0);
    for (const Key key : keys) EXPECT_FALSE(table.find(key));
    table.store(keys[0], with_depth(1));
    table.resize(2);
    table.start_search();
    EXPECT_FALSE(table.find(keys[0]));
  }
}

// The table's last entry, too, whatever number of threads shares the work.
TEST(VitrineTable, ForgetsToTheLastByte) {
  constexpr std::uint64_t kLastBucket = 0xFFFFFFFF;
  for (const std::size_t threads : {1, 2, 3, 5, 6, 7, 8}) {
    TranspositionTable table = started(32);
    for (std::uint64_t i = 0; i < kEntries; ++i) table.store(in_bucket(kLastBucket, i), with_depth(255));
    table.clear(threads);
    table.start_search();
    // In an empty bucket there is room for four.
    for (std::uint64_t i = 10; i < 10 + kEntries; ++i) table.store(in_bucket(kLastBucket, i), with_depth(1));
    for (std::uint64_t i = 10; i < 10 + kEntries; ++i)
      EXPECT_TRUE(table.find(in_bucket(kLastBucket, i))) << threads << " threads, entry " << i - 10;
  }
}

// Each key has facts of its own. Whatever is found under a key while others write into the same few buckets
// must be the facts of that key: a torn entry belongs to nobody.
TEST(VitrineTable, NeverShowsATornEntry) {
  TranspositionTable table = started();
  const auto facts_of = [](std::uint64_t number) {
    const auto n = static_cast<int>(number);
    return Known{.move = Move::from_raw(static_cast<std::uint16_t>(number * 2654435761U >> 16)),
                 .score = n * 37 % 30'000,
                 .evaluation = -(n * 91 % 20'000),
                 .depth = n % 64,
                 .bound = Bound::exact,
                 .was_pv = n % 2 == 0};
  };
  constexpr int kThreads = 4;
  constexpr std::uint64_t kKeys = 64;
  std::atomic<int> wrong = 0;
  std::atomic<int> found = 0;
  const int rounds = std::max(chess::scaled(400'000), 20'000);
  {
    std::vector<std::jthread> threads;
    for (int thread = 0; thread < kThreads; ++thread)
      threads.emplace_back([&, thread] {
        base::Rng rng(static_cast<std::uint64_t>(thread) + 1);
        for (int i = 0; i < rounds; ++i) {
          const std::uint64_t stored = rng.below(kKeys);
          table.store(in_bucket(stored % 4, stored), facts_of(stored));
          const std::uint64_t asked = rng.below(kKeys);
          const auto known = table.find(in_bucket(asked % 4, asked));
          if (!known) continue;
          const Known facts = facts_of(asked);
          ++found;
          if (known->score != facts.score || known->evaluation != facts.evaluation ||
              known->depth != facts.depth || known->was_pv != facts.was_pv || known->move != facts.move)
            ++wrong;
        }
      });
  }
  EXPECT_EQ(wrong, 0);
  EXPECT_GT(found, rounds / 10);
}

}  // namespace vitrine::engines::flagship
