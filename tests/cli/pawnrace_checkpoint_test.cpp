#include "cli/pawnrace_checkpoint.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "pawnrace/notation.h"
#include "pawnrace/setups.h"

namespace vitrine::cli {
namespace {

using pawnrace::Outcome;
using pawnrace::Solver;

class Checkpoint : public testing::Test {
 protected:
  void SetUp() override { folder_ = testing::TempDir() + "checkpoint_" + std::to_string(::getpid()); }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  SolvedStarts load(bool is_outcome_enough = false) {
    return SolveCheckpoint(folder_).load(solver_, is_outcome_enough);
  }
  Solver solver_{{.threads = 1, .table_bytes = 1 << 20}};
  std::string folder_;
};

TEST_F(Checkpoint, RemembersWhatIsSolvedAndAllThatItTook) {
  {
    SolveCheckpoint checkpoint(folder_);
    EXPECT_TRUE(checkpoint.load(solver_, false).empty());
    checkpoint.add_unfinished("af", {5, 7, 1.5, 1.25});  // Ctrl-C
  }
  SolveCheckpoint checkpoint(folder_);
  EXPECT_TRUE(checkpoint.load(solver_, false).empty());
  SolvedPosition solved{{Outcome::loss, 30}, "f4 a5", {10, 20, 2, 1}};
  checkpoint.add("af", solved);
  const SolvedStarts starts = load();
  ASSERT_EQ(starts.size(), 1U);
  const SolvedPosition& again = starts.at("af");
  EXPECT_EQ(again.value, (pawnrace::Value{Outcome::loss, 30}));
  EXPECT_EQ(again.line, "f4 a5");
  EXPECT_EQ(again.effort.outcome_nodes, 15U);
  EXPECT_EQ(again.effort.nodes, 27U);
  EXPECT_EQ(again.effort.seconds, 3.5);
  EXPECT_EQ(again.effort.cpu_seconds, 2.25);
  EXPECT_EQ(describe("af", again), "af L in 30  (0.0 M nodes, 3.5 s)  f4 a5");
}

// Who wants distances and lines must not get the answers of a run that asked for neither.
TEST_F(Checkpoint, KnowsWhatOnlyTheOutcomeIsEnoughFor) {
  SolveCheckpoint checkpoint(folder_);
  SolvedPosition solved{{Outcome::win, 0}, "", {10, 10, 2, 1}};
  checkpoint.add("ab", solved);
  EXPECT_EQ(load(true).at("ab").value.outcome, Outcome::win);
  EXPECT_FALSE(load(false).contains("ab"));
}

TEST_F(Checkpoint, SaysWhereItIsDamaged) {
  std::filesystem::create_directories(folder_);
  const std::string path = folder_ + "/starts.jsonl";
  std::ofstream(path)
      << R"({"gaps":"af","value":"X","line":"e4","outcome_nodes":1,"nodes":1,"seconds":1,"cpu_seconds":1})"
      << '\n';
  try {
    static_cast<void>(load());
    FAIL();
  } catch (const std::runtime_error& error) {
    EXPECT_EQ(std::string(error.what()), path + ":1: 'X' is no value");
  }
}

TEST_F(Checkpoint, WritesTheSolutionAsTheProgramReadsIt) {
  SolvedStarts starts;
  for (const pawnrace::Gaps gaps : pawnrace::allowed_setups())
    starts[to_text(gaps)] = {{Outcome::draw, 0}, "e4"};
  starts["af"] = {{Outcome::loss, 30}, "f4 a5"};
  std::filesystem::create_directories(folder_);
  write_solution(folder_ + "/solution.inc", starts);
  std::ostringstream text;
  text << std::ifstream(folder_ + "/solution.inc").rdbuf();
  EXPECT_NE(text.str().find("{'L', 30, \"f4 a5\"},  // af\n"), std::string::npos);
  EXPECT_NE(text.str().find("{'D', 0, \"e4\"},  // dh\n"), std::string::npos);
  EXPECT_EQ(text.str().find("// ea\n"), std::string::npos);  // a mirror image
}

}  // namespace
}  // namespace vitrine::cli
