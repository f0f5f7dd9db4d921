#include "pawnrace/solver.h"

#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "base/rng.h"
#include "pawnrace/minimax.h"
#include "pawnrace/random_positions.h"
#include "support.h"

namespace vitrine::pawnrace {
namespace {

constexpr std::size_t kTable = std::size_t{16} << 20;

TEST(PawnRaceSolver, FindsWhatMinimaxFindsOnThreeAndFourFiles) {
  for (const int files : {3, 4}) {
    Solver solver({.threads = 1, .table_bytes = kTable});
    Minimax minimax;
    int count = 0;
    minimax.on_value = [&](const Position& pos, Value truth) {
      if (files == 4 && ++count % 7 != 0) return;
      const auto value = solver.value(pos);
      ASSERT_TRUE(value);
      ASSERT_EQ(*value, truth) << pos;
    };
    for (int i = 0; i < files * files; ++i)
      ASSERT_TRUE(minimax.value(Position::start({i / files, i % files}, files)));
  }
}

TEST(PawnRaceSolver, FindsWhatMinimaxFindsInLatePositionsOnEightFiles) {
  base::Rng rng(2024);
  Solver solver({.threads = 1, .table_bytes = kTable});
  for (int i = 0; i < 200; ++i) {
    const auto [pos, truth] = random_late_position(rng);
    const auto value = solver.value(pos);
    ASSERT_TRUE(value);
    EXPECT_EQ(*value, truth) << pos;
  }
}

// A table of one cache line forgets nearly everything, and must still be right.
TEST(PawnRaceSolver, IsRightWithHardlyAnyMemory) {
  Solver solver({.threads = 1, .table_bytes = 64});
  Minimax minimax;
  for (int i = 0; i < 9; ++i) {
    const Position start = Position::start({i / 3, i % 3}, 3);
    EXPECT_EQ(solver.value(start), minimax.value(start));
  }
}

TEST(PawnRaceSolver, FindsTheSameWithSeveralThreads) {
  for (int i = 0; i < 36; i += 11) {
    const Position start = Position::start({i / 6, i % 6}, 6);
    Solver one({.threads = 1, .table_bytes = kTable});
    Solver three({.threads = 3, .table_bytes = kTable});
    const auto value = one.value(start);
    ASSERT_TRUE(value);
    EXPECT_EQ(three.value(start), value) << start;
  }
}

TEST(PawnRaceSolver, KeepsTheValueWithEveryMoveOfItsLine) {
  base::Rng rng(11);
  Solver solver({.threads = 1, .table_bytes = kTable});
  for (int i = 0; i < 40; ++i) {
    auto [pos, value] = random_late_position(rng);
    const auto line = solver.line(pos, value);
    ASSERT_TRUE(line);
    if (value.outcome != Outcome::draw) {
      EXPECT_EQ(static_cast<int>(line->size()), value.plies) << pos;
    }
    Minimax minimax;
    for (const Move next : *line) {
      ASSERT_TRUE(pos.is_legal(next)) << pos;
      const auto after = minimax.value(pos.after(next));
      ASSERT_TRUE(after);
      EXPECT_EQ(before_move(*after), value) << pos;
      pos = pos.after(next);
      value = *after;
    }
    EXPECT_TRUE(pos.end()) << pos;
  }
}

TEST(PawnRaceSolver, KeepsTheOutcome) {
  base::Rng rng(12);
  Solver solver({.threads = 1, .table_bytes = kTable});
  for (int i = 0; i < 100; ++i) {
    const auto [pos, value] = random_late_position(rng);
    const auto kept = solver.keep_outcome(pos, value.outcome);
    ASSERT_TRUE(kept);
    Minimax minimax;
    EXPECT_EQ(-minimax.value(pos.after(*kept))->outcome, value.outcome) << pos;
  }
}

// Stopped again and again, it comes to the same end, because what it has found stays in the table.
TEST(PawnRaceSolver, GoesOnWhereItWasStopped) {
  const Position start = Position::start(gaps("ab"), 6);
  Solver whole({.threads = 1, .table_bytes = kTable});
  const auto truth = whole.outcome(start);
  ASSERT_TRUE(truth);
  Solver solver({.threads = 1, .table_bytes = kTable});
  std::optional<Outcome> outcome;
  int tries = 0;
  while (!outcome && tries < 100'000) {
    outcome = solver.outcome(start, {.nodes = 2'000});
    ++tries;
  }
  EXPECT_EQ(outcome, truth);
  EXPECT_GT(tries, 1);
  EXPECT_LT(solver.nodes(), 4 * whole.nodes() + 100'000);

  const std::atomic<bool> stop = true;
  EXPECT_FALSE(solver.value(Position::start(gaps("cd")), {.stop = &stop}));
  EXPECT_FALSE(solver.value(Position::start(gaps("cd")), {.deadline = std::chrono::steady_clock::now()}));
}

class SavedTable : public testing::Test {
 protected:
  void SetUp() override {
    path_ = testing::TempDir() + "pawnrace_table_" + std::to_string(::getpid()) + ".bin";
  }
  void TearDown() override { std::filesystem::remove(path_); }
  std::string error_of_loading(std::size_t bytes) const {
    ProofTable table(bytes);
    try {
      table.load(path_);
    } catch (const std::runtime_error& error) {
      return std::string(error.what()).substr(path_.size());
    }
    return "";
  }
  std::string path_;
};

TEST_F(SavedTable, GoesOnInAnotherProcess) {
  const Position start = Position::start(gaps("ab"), 6);
  Solver first({.threads = 1, .table_bytes = kTable});
  const auto outcome = first.outcome(start);
  first.table().save(path_, 16);
  Solver second({.threads = 1, .table_bytes = kTable});
  second.table().load(path_);
  EXPECT_EQ(second.outcome(start), outcome);
  EXPECT_LT(second.nodes(), first.nodes() / 4);
}

TEST_F(SavedTable, IsRefusedWhereItDoesNotFit) {
  EXPECT_EQ(error_of_loading(kTable), ": can't be read");
  std::ofstream(path_) << "This is some other file, long enough to have a header.";
  EXPECT_EQ(error_of_loading(kTable), ": is no proof table of this version");
  Solver solver({.threads = 1, .table_bytes = kTable});
  ASSERT_TRUE(solver.outcome(Position::start(gaps("ab"), 5)));
  solver.table().save(path_, 1);
  EXPECT_EQ(error_of_loading(2 * kTable), ": was made with a table of 16 MiB");
  EXPECT_EQ(error_of_loading(kTable), "");
  std::filesystem::resize_file(path_, std::filesystem::file_size(path_) - 10);
  EXPECT_EQ(error_of_loading(kTable), ": is damaged");
}

}  // namespace
}  // namespace vitrine::pawnrace
