#include "lab/data/rearrange.h"

#include <map>
#include <set>

#include "lab/data/dataset_support.h"
#include "lab/data/set_statistics.h"

namespace vitrine::lab {
namespace {

std::multiset<std::uint64_t> keys(const std::vector<PackedPosition>& positions) {
  std::multiset<std::uint64_t> keys;
  for (const PackedPosition& position : positions) keys.insert(position.board_key() ^ position.game());
  return keys;
}

TEST(Rearrange, ShuffledInMemoryAndOnDiskIsTheSame) {
  const Folder folder;
  const auto positions = random_positions(1, 50'000);
  write_set(folder / "a", positions);
  shuffle(folder / "a", folder / "memory", {.seed = 5});
  shuffle(folder / "a", folder / "disk", {.seed = 5, .memory = 300'000});
  shuffle(folder / "a", folder / "other", {.seed = 6});
  const auto shuffled = read_set(folder / "memory");
  EXPECT_EQ(shuffled, read_set(folder / "disk"));
  EXPECT_NE(shuffled, read_set(folder / "other"));
  EXPECT_NE(shuffled, positions);
  EXPECT_EQ(keys(shuffled), keys(positions));
  EXPECT_EQ(folder.names(), (std::vector<std::string>{"a", "disk", "memory", "other"}));
  shuffle(folder / "a", folder / "a", {.seed = 5});
  EXPECT_EQ(read_set(folder / "a"), shuffled) << "onto itself";
}

// Of three positions every order comes up, each about as often.
TEST(Rearrange, EveryOrderIsEquallyLikely) {
  const Folder folder;
  write_set(folder / "a", random_positions(1, 3));
  std::map<std::string, int> seen;
  constexpr int kTimes = 1'200;
  for (std::uint64_t seed = 0; seed < kTimes; ++seed) {
    shuffle(folder / "a", folder / "b", {.seed = seed});
    std::string order;
    for (const PackedPosition& position : read_set(folder / "b"))
      order += std::to_string(position.board_key()) + " ";
    ++seen[order];
  }
  EXPECT_EQ(seen.size(), 6U);
  // 200 expected, with a standard deviation of 13.
  for (const auto& [order, times] : seen) EXPECT_NEAR(times, kTimes / 6, 65) << order;
}

TEST(Rearrange, SplitKeepsGamesWhole) {
  const Folder folder;
  const auto positions = random_positions(2, 40'000);  // 1,000 games
  write_set(folder / "a", positions);
  const SplitSizes sizes = split(folder / "a", folder / "train", folder / "test", 0.1, {.seed = 3});
  const auto train = read_set(folder / "train");
  const auto test = read_set(folder / "test");
  EXPECT_EQ(sizes.kept, train.size());
  EXPECT_EQ(sizes.held_out, test.size());
  EXPECT_EQ(train.size() + test.size(), positions.size());
  std::set<std::uint32_t> games;
  for (const PackedPosition& position : test) games.insert(position.game());
  for (const PackedPosition& position : train) EXPECT_FALSE(games.contains(position.game()));
  EXPECT_NEAR(static_cast<double>(games.size()), 100, 45);  // standard deviation 9.5
}

TEST(Rearrange, DedupeKeepsTheFirst) {
  const Folder folder;
  std::vector<PackedPosition> unique;
  std::set<std::uint64_t> seen;
  for (const PackedPosition& position : random_positions(3, 5'000))
    if (seen.insert(position.board_key()).second) unique.push_back(position);
  std::vector<PackedPosition> all = unique;
  for (std::size_t i = 0; i < 700; ++i) {
    PackedPosition again = unique[i * 3];
    again.set_judgement({.centipawns = 9});
    all.push_back(again);
  }
  write_set(folder / "a", all);
  for (const std::uint64_t memory : {std::uint64_t{1} << 29, std::uint64_t{10'000}}) {
    EXPECT_EQ(count_duplicates(folder / "a", {.memory = memory}), 700U);
    EXPECT_EQ(dedupe(folder / "a", folder / "b", {.memory = memory}), 700U);
    EXPECT_EQ(read_set(folder / "b"), unique);
  }
}

TEST(Rearrange, AStopWritesNothing) {
  const Folder folder;
  write_set(folder / "a", random_positions(1, 10'000));
  std::stop_source stop;
  const Rearranging how{.on_progress = [&](double) { stop.request_stop(); }, .stop = stop.get_token()};
  shuffle(folder / "a", folder / "b", how);
  dedupe(folder / "a", folder / "b", how);
  (void)split(folder / "a", folder / "b", folder / "c", 0.5, how);
  EXPECT_EQ(folder.names(), std::vector<std::string>{"a"});
}

TEST(SetStatistics, Counts) {
  SetStatistics statistics;
  const chess::Position start = chess::Position::initial();
  statistics.add({start, {.centipawns = 20, .result = GameResult::drawn, .game = 1}});
  statistics.add({start, {.centipawns = -29'990, .result = GameResult::black_won, .game = 1}});
  statistics.add(
      {chess::position("4k3/8/8/8/8/8/4P3/4K3 b - - 0 1"), {.result = GameResult::white_won, .game = 2}});
  EXPECT_EQ(statistics.positions(), 3U);
  EXPECT_EQ(statistics.games(), 2U);
  EXPECT_EQ(statistics.evaluated(), 2U);
  EXPECT_EQ(statistics.with(GameResult::drawn), 1U);
  const std::string text = statistics.to_text(1);
  EXPECT_NE(text.find("1 of them mates"), std::string::npos) << text;
  EXPECT_NE(text.find("opening 66.7%  middlegame 0.0%  endgame 33.3%"), std::string::npos) << text;
  EXPECT_NE(text.find("mean +20.0"), std::string::npos) << text;
}

}  // namespace
}  // namespace vitrine::lab
