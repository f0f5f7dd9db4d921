#include "cli/suite_file.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <sstream>

#include "chess/support.h"
#include "notation/san.h"
#include "support/paths.h"

namespace vitrine::cli {

namespace {

using engines::Score;

const std::string kWac1 = "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - ";
const std::string kStart = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - ";

SuiteCase parsed(const std::string& line) {
  auto test = parse_suite_case(line);
  if (!test) throw std::invalid_argument(line + ": " + test.error().to_string());
  return *test;
}

Suite suite_of(const std::string& text, std::optional<std::size_t> limit = {}) {
  std::istringstream in(text);
  return parse_suite(in, "some/where/tests.epd", limit);
}

SuiteAnswer answering(const SuiteCase& test, const std::string& san, std::optional<Score> score = {}) {
  return {.move = notation::parse_san(test.position, san).value(), .score = score};
}

Score bounded(Score score, Score::Bound bound) {
  score.bound = bound;
  return score;
}

}  // namespace

TEST(SuiteFile, AsksForMovesToPlayAndToAvoid) {
  const SuiteCase one = parsed(kWac1 + "bm Qg6; id \"WAC.001\";");
  EXPECT_EQ(one.id, "WAC.001");
  EXPECT_TRUE(is_solved(one, answering(one, "Qg6")));
  EXPECT_FALSE(is_solved(one, answering(one, "Qg5")));
  EXPECT_FALSE(is_solved(one, {}));  // it has no move at all

  const SuiteCase several = parsed(kStart + "bm e4 d4;");
  EXPECT_TRUE(is_solved(several, answering(several, "e4")));
  EXPECT_TRUE(is_solved(several, answering(several, "d4")));
  EXPECT_FALSE(is_solved(several, answering(several, "c4")));

  const SuiteCase avoiding = parsed(kStart + "am f3 g4;");
  EXPECT_FALSE(is_solved(avoiding, answering(avoiding, "f3")));
  EXPECT_TRUE(is_solved(avoiding, answering(avoiding, "c4")));
  EXPECT_FALSE(is_solved(avoiding, {}));

  const SuiteCase both = parsed(kStart + "bm e4; am d4;");
  EXPECT_EQ(both.wanted(), "e4, not d4");
  EXPECT_TRUE(is_solved(both, answering(both, "e4")));
  EXPECT_FALSE(is_solved(both, answering(both, "d4")));
}

TEST(SuiteFile, KnowsCastlingWhicheverWayItIsWritten) {
  const std::string board = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - ";
  for (const char* text : {"O-O", "0-0", "e1g1"}) {
    const SuiteCase test = parsed(board + "bm " + text + ";");
    EXPECT_TRUE(is_solved(test, answering(test, "O-O"))) << text;
    EXPECT_FALSE(is_solved(test, answering(test, "Kf1"))) << text;
  }
}

TEST(SuiteFile, AsksForMates) {
  // Morphy's mate in two, asked for in three ways.
  const std::string board = "kbK5/pp6/1P6/8/8/8/8/R7 w - - ";
  for (const char* question : {"bm #2;", "dm 2;", "bm Ra6; dm 2;"}) {
    const SuiteCase test = parsed(board + question);
    EXPECT_TRUE(is_solved(test, answering(test, "Ra6", Score::mate_in_plies(3)))) << question;
    EXPECT_TRUE(is_solved(test, answering(test, "Ra6", Score::mate_in_plies(1)))) << question;
    EXPECT_FALSE(is_solved(test, answering(test, "Ra6", Score::mate_in_plies(5)))) << question;
    EXPECT_FALSE(is_solved(test, answering(test, "Ra6", Score::mate_in_plies(-2)))) << question;
    EXPECT_FALSE(is_solved(test, answering(test, "Ra6", Score::centipawns(3000)))) << question;
    EXPECT_FALSE(is_solved(test, answering(test, "Ra6"))) << question;
    // At least a mate in two proves one; at most a mate in two may be anything worse.
    const Score two = Score::mate_in_plies(3);
    EXPECT_TRUE(is_solved(test, answering(test, "Ra6", bounded(two, Score::Bound::lower)))) << question;
    EXPECT_FALSE(is_solved(test, answering(test, "Ra6", bounded(two, Score::Bound::upper)))) << question;
  }
  const SuiteCase named = parsed(board + "bm Ra6; dm 2;");
  EXPECT_EQ(named.wanted(), "mate in 2, Ra6");
  EXPECT_FALSE(is_solved(named, answering(named, "Ra5", Score::mate_in_plies(3))));
  const SuiteCase unnamed = parsed(board + "bm #2;");
  EXPECT_TRUE(is_solved(unnamed, answering(unnamed, "Ra5", Score::mate_in_plies(3))));
}

TEST(SuiteFile, AsksForBeingMated) {
  const SuiteCase test = parsed("8/8/8/8/8/6k1/q7/7K w - - bm #-1;");
  EXPECT_EQ(test.mate, -1);
  EXPECT_EQ(test.wanted(), "being mated in 1");
  EXPECT_TRUE(is_solved(test, answering(test, "Kg1", Score::mate_in_plies(-2))));
  EXPECT_FALSE(is_solved(test, answering(test, "Kg1", Score::mate_in_plies(-4))));
  EXPECT_FALSE(is_solved(test, answering(test, "Kg1", Score::mate_in_plies(1))));
  EXPECT_FALSE(is_solved(test, answering(test, "Kg1", Score::centipawns(-2000))));
  const Score one = Score::mate_in_plies(-2);
  EXPECT_TRUE(is_solved(test, answering(test, "Kg1", bounded(one, Score::Bound::upper))));
  EXPECT_FALSE(is_solved(test, answering(test, "Kg1", bounded(one, Score::Bound::lower))));
}

TEST(SuiteFile, AddsPointsUp) {
  // The first position of the Strategic Test Suite.
  const SuiteCase test = parsed(
      "1kr5/3n4/q3p2p/p2n2p1/PppB1P2/5BP1/1P2Q2P/3R2K1 w - - bm f5; c8 \"100 46 23 22\"; "
      "c9 \"f4f5 d4f2 f3g4 f4g5\";");
  EXPECT_EQ(test.max_points(), 100);
  EXPECT_EQ(test.points_for(*answering(test, "f5").move), 100);
  EXPECT_EQ(test.points_for(*answering(test, "Bg4").move), 23);
  EXPECT_EQ(test.points_for(*answering(test, "Kh1").move), 0);
  EXPECT_TRUE(test.has_solution());

  const SuiteCase only_graded = parsed(kStart + "c8 \"3 5\"; c9 \"e2e4 d2d4\";");
  EXPECT_FALSE(only_graded.has_solution());
  EXPECT_EQ(only_graded.max_points(), 5);
  EXPECT_EQ(only_graded.wanted(), "e4 (3), d4 (5)");
  // Other files keep other things in these two.
  EXPECT_TRUE(parsed(kStart + "bm e4; c8 \"from a book\"; c9 \"1-0\";").graded.empty());
  EXPECT_TRUE(parsed(kStart + "bm e4; c9 \"1-0\";").graded.empty());
}

TEST(SuiteFile, SaysWhatIsWrongAndWhere) {
  const struct {
    std::string line;
    int column;
    const char* message;
  } rows[] = {
      {kWac1 + "bm Qg9;", 57, "Qg9"},
      {kWac1 + "bm Qg6; am Nf9;", 65, "Nf9"},
      {kWac1 + "id \"WAC.001\";", 1, "nothing to find"},
      {kWac1 + "bm;", 1, "nothing to find"},
      {kWac1 + "bm Qg6", 0, nullptr},  // the last semicolon may be missing
      {kWac1 + "dm x;", 57, "number of moves"},
      {kWac1 + "bm #0;", 57, "number of moves"},
      {kWac1 + "id \"WAC.001;", 60, "not closed"},
      {"2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4R1 w - - bm Qg6;", 49, "rank 1 has 7 squares"},
      {kStart + "c8 \"3 5\"; c9 \"e2e4\";", 54, "2 grades for the 1 moves"},
      {kStart + "c8 \"3 x\"; c9 \"e2e4 d2d4\";", 54, "'x' is no number"},
      {kStart + "c8 \"3 5\"; c9 \"e2e4 e2e5\";", 64, "e2e5"},
      {"7k/5Q2/6K1/8/8/8/8/8 b - - bm Kh8;", 1, "no legal move"},
  };
  for (const auto& [line, column, message] : rows) {
    const auto test = parse_suite_case(line);
    EXPECT_EQ(test.has_value(), message == nullptr) << line;
    if (test || message == nullptr) continue;
    EXPECT_EQ(test.error().column, column) << line << ": " << test.error().message;
    EXPECT_NE(test.error().message.find(message), std::string::npos) << test.error().message;
  }
}

TEST(SuiteFile, GoesOnBehindABadLine) {
  const std::string good = kStart + "bm e4;\n";
  const Suite suite =
      suite_of("# a comment\n\n" + good + "hello\n" + good + std::string(1, '\0') + "\r\n" + good);
  EXPECT_EQ(suite.name(), "tests");
  ASSERT_EQ(suite.cases.size(), 3u);
  EXPECT_EQ(suite.cases[0].line, 3);
  EXPECT_EQ(suite.cases[1].line, 5);
  EXPECT_EQ(suite.cases[2].line, 7);
  ASSERT_EQ(suite.errors.size(), 1u);
  EXPECT_EQ(suite.errors[0].line, 4);
  EXPECT_GE(suite.errors[0].column, 1);
  EXPECT_EQ(suite_of(good + good + good, 2).cases.size(), 2u);
}

TEST(SuiteFile, ReadsPublicCollections) {
  const struct {
    const char* file;
    std::size_t positions;
    bool has_grades;
  } rows[] = {
      {"wacnew.epd", 300, false},           {"bratko-kopec.epd", 24, false},
      {"sts_excerpt.epd", 50, true},        {"mate_in_2_excerpt.epd", 36, false},
      {"mates2000_excerpt.epd", 50, false},
  };
  for (const auto& [file, positions, has_grades] : rows) {
    const Suite suite = read_suite(test::data_path(std::string("notation/") + file));
    EXPECT_EQ(suite.cases.size(), positions) << file;
    EXPECT_TRUE(suite.errors.empty()) << file;
    EXPECT_EQ(suite.has_grades(), has_grades) << file;
    EXPECT_TRUE(suite.has_solutions()) << file;
    for (const SuiteCase& test : suite.cases) EXPECT_FALSE(test.wanted().empty()) << file << ':' << test.line;
  }
  EXPECT_THROW((void)read_suite(test::data_path("notation/nowhere.epd")), std::system_error);
}

}  // namespace vitrine::cli
