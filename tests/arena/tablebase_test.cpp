#include "arena/tablebase.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "arena/game_support.h"
#include "support/paths.h"

namespace vitrine::arena {

namespace {

using chess::Color;
using engines::SyzygyTables;

std::string path() { return test::data_path("arena/syzygy"); }

std::string verdict(const std::optional<Solved>& solved) {
  if (!solved) return "unknown";
  if (!solved->winner) return "draw";
  return *solved->winner == Color::white ? "white" : "black";
}

std::string verdict_on(const Tablebase& tables, const char* fen) { return verdict(tables(position_of(fen))); }

}  // namespace

TEST(Tablebase, KnowsEndingsOfThreeMen) {
  const Tablebase tables = open_tablebase(path());
  struct Row {
    const char* fen;
    const char* verdict;
  };
  const std::vector<Row> rows = {
      {"4k3/8/8/8/8/8/8/4K2Q w - - 0 1", "white"},
      {"4k3/8/8/8/8/8/8/4K2Q b - - 0 1", "white"},
      {"4k2r/8/8/8/8/8/8/4K3 w - - 0 1", "black"},
      {"8/8/8/2R5/1K6/8/5k2/8 w - - 0 1", "white"},
      {"8/5p2/6k1/K7/8/8/8/8 w - - 0 1", "black"},
      {"8/8/8/2K5/5kp1/8/8/8 b - - 0 1", "black"},
      {"8/3k4/8/8/8/8/4P3/3K4 w - - 0 1", "draw"},
      {"6k1/8/8/8/8/4n3/8/K7 b - - 0 1", "draw"},
      // The opposition: whoever has to move.
      {"4k3/8/4K3/4P3/8/8/8/8 w - - 0 1", "white"},
      {"4k3/4P3/4K3/8/8/8/8/8 b - - 0 1", "draw"},
      {"4k3/4P3/3K4/8/8/8/8/8 b - - 0 1", "white"},
      {"k7/8/K7/P7/8/8/8/8 w - - 0 1", "draw"},
      // The king takes the queen.
      {"8/8/8/8/8/8/6kQ/K7 b - - 0 1", "draw"},
  };
  for (const auto& [fen, expected] : rows) EXPECT_EQ(verdict_on(tables, fen), expected) << fen;
}

TEST(Tablebase, KnowsNothingOfTheRest) {
  const Tablebase tables = open_tablebase(path());
  EXPECT_EQ(verdict_on(tables, "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"), "unknown") << "it may castle";
  EXPECT_EQ(verdict_on(tables, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"), "white");
  EXPECT_EQ(verdict_on(tables, "4k3/8/8/8/8/8/8/4KBNQ w - - 0 1"), "unknown") << "too many men";
  EXPECT_EQ(verdict_on(tables, notation::kStartFen.data()), "unknown");
  const Tablebase two_men = open_tablebase(path(), 2);
  EXPECT_EQ(verdict_on(two_men, "4k3/8/8/8/8/8/8/4K2Q w - - 0 1"), "unknown");
}

TEST(Tablebase, MindsTheFiftyMoves) {
  const Tablebase tables = open_tablebase(path());
  EXPECT_EQ(verdict_on(tables, "4k3/8/8/8/8/8/8/4K2Q w - - 1 60"), "unknown") << "who knows when it came up";
  EXPECT_EQ(verdict_on(tables, "6k1/8/8/8/8/4n3/8/K7 b - - 80 90"), "draw");

  struct Row {
    int answer;
    int clock;
    const char* white_to_move;
    const char* black_to_move;
  };
  const std::vector<Row> rows = {
      {2, 0, "white", "black"},      {2, 1, "unknown", "unknown"}, {1, 0, "draw", "draw"},
      {1, 99, "draw", "draw"},       {0, 0, "draw", "draw"},       {0, 99, "draw", "draw"},
      {-1, 0, "draw", "draw"},       {-1, 5, "draw", "draw"},      {-2, 0, "black", "white"},
      {-2, 1, "unknown", "unknown"},
  };
  for (const auto& [answer, clock, white_to_move, black_to_move] : rows) {
    const auto from_table = static_cast<engines::SyzygyAnswer>(answer);
    EXPECT_EQ(verdict(solved_by(from_table, Color::white, clock)), white_to_move)
        << answer << " at " << clock;
    EXPECT_EQ(verdict(solved_by(from_table, Color::black, clock)), black_to_move)
        << answer << " at " << clock;
  }
}

TEST(Tablebase, IsOnePerProcess) {
  const std::string other = path() + "/";  // another text for the same folder will do
  {
    const auto tables = SyzygyTables::open(path());
    EXPECT_EQ(tables->men(), 3);
    EXPECT_EQ(SyzygyTables::open(path()), tables) << "shared";
    try {
      static_cast<void>(SyzygyTables::open(other));
      FAIL();
    } catch (const std::runtime_error& error) {
      EXPECT_NE(std::string(error.what()).find("are in use"), std::string::npos) << error.what();
    }
  }
  EXPECT_EQ(SyzygyTables::open(other)->path(), other) << "when nobody uses the first any more";
  EXPECT_EQ(SyzygyTables::open(other)->men(), 3) << "again";
}

TEST(Tablebase, SaysWhenThereIsNone) {
  for (const std::string& nowhere : {std::string(), std::string("/nowhere"), test::data_path("chess")})
    EXPECT_THROW(static_cast<void>(open_tablebase(nowhere)), std::runtime_error) << nowhere;
}

TEST(Tablebase, AnswersSeveralThreads) {
  const Tablebase tables = open_tablebase(path());
  std::vector<std::jthread> threads;
  std::vector<int> wrong(4);
  for (int& count : wrong)
    threads.emplace_back([&count, &tables] {
      for (int i = 0; i < 2000; ++i) {
        count += verdict_on(tables, "4k3/8/8/8/8/8/8/4K2Q w - - 0 1") != "white";
        count += verdict_on(tables, "k7/8/K7/P7/8/8/8/8 w - - 0 1") != "draw";
      }
    });
  threads.clear();
  EXPECT_EQ(wrong, std::vector<int>(4));
}

}  // namespace vitrine::arena
