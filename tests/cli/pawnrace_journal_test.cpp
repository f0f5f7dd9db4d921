#include "cli/pawnrace_journal.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>

namespace vitrine::cli {
namespace {

using Lines = std::vector<std::string>;

class LineJournalFile : public testing::Test {
 protected:
  void SetUp() override { path_ = testing::TempDir() + "journal_" + std::to_string(::getpid()) + ".txt"; }
  void TearDown() override { std::filesystem::remove(path_); }
  std::string content() const {
    std::ostringstream text;
    text << std::ifstream(path_).rdbuf();
    return text.str();
  }
  std::string path_;
};

TEST_F(LineJournalFile, KeepsWholeLines) {
  EXPECT_TRUE(LineJournal(path_).lines().empty());
  LineJournal(path_).append("first");
  LineJournal(path_).append("");
  LineJournal(path_).append("third");
  EXPECT_EQ(LineJournal(path_).lines(), (Lines{"first", "", "third"}));
  EXPECT_EQ(content(), "first\n\nthird\n");
}

// What is added after a power cut must not stick to the line that was being written then.
TEST_F(LineJournalFile, DropsALineThatWasCutOff) {
  std::ofstream(path_) << "first\nsecond\nthi";
  LineJournal journal(path_);
  EXPECT_EQ(journal.lines(), (Lines{"first", "second"}));
  journal.append("third");
  EXPECT_EQ(content(), "first\nsecond\nthird\n");
}

TEST_F(LineJournalFile, SaysWhichFileFails) {
  const LineJournal journal(path_ + "/nowhere");
  try {
    journal.append("x");
    FAIL();
  } catch (const std::runtime_error& error) {
    EXPECT_EQ(std::string(error.what()), path_ + "/nowhere: can't be written");
  }
}

}  // namespace
}  // namespace vitrine::cli
