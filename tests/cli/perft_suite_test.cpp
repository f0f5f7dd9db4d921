#include "cli/perft_suite.h"

#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

#include "notation/fen.h"

namespace vitrine::cli {

namespace {

PerftSuite parse(const std::string& text) {
  std::istringstream in(text);
  return parse_perft_suite(in);
}

const std::string kStart(notation::kStartFen);

}  // namespace

TEST(PerftSuite, ReadsBothForms) {
  for (const std::string& text : std::vector<std::string>{
           kStart + " ;D1 20 ;D3 8902\n",
           kStart + ";D1 20;d3\t8902",
           "# a comment\r\n\r\n" + kStart + "  ; D1 20 ; D3 8902 \r\n",
           "id start\nepd " + kStart + "\nperft 1 20\nperft 3 8902\n",
           "epd rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -\n\nperft 1 20\n# half\nperft 3  8902",
       }) {
    const PerftSuite suite = parse(text);
    ASSERT_TRUE(suite.errors.empty()) << text << suite.errors[0].message;
    ASSERT_EQ(suite.cases.size(), 1u) << text;
    EXPECT_EQ(notation::to_fen(suite.cases[0].position), kStart) << text;
    ASSERT_EQ(suite.cases[0].counts.size(), 2u) << text;
    EXPECT_EQ(suite.cases[0].counts[0].depth, 1) << text;
    EXPECT_EQ(suite.cases[0].counts[0].nodes, 20u) << text;
    EXPECT_EQ(suite.cases[0].counts[1].depth, 3) << text;
    EXPECT_EQ(suite.cases[0].counts[1].nodes, 8902u) << text;
  }
}

TEST(PerftSuite, SaysWhatIsWrongAndGoesOn) {
  struct Row {
    std::string line;
    const char* message;
  };
  for (const auto& [line, message] : {
           Row{"8/8 w - - ;D1 1", "placement"},
           Row{kStart, "no counts"},
           Row{kStart + " ;X1 20", "'X1 20'"},
           Row{kStart + " ;D 20", "the depth"},
           Row{kStart + " ;D61 20", "'61'"},
           Row{kStart + " ;D1", "the count"},
           Row{kStart + " ;D1 -20", "'-20'"},
           Row{kStart + " ;D1 20x", "'20x'"},
           Row{kStart + " ;D1 99999999999999999999", "the count"},
           Row{"perft 1 20", "without an epd"},
       }) {
    const PerftSuite suite = parse(line + "\n" + kStart + " ;D2 400\n");
    ASSERT_EQ(suite.errors.size(), 1u) << line;
    EXPECT_EQ(suite.errors[0].line, 1) << line;
    EXPECT_NE(suite.errors[0].message.find(message), std::string::npos) << suite.errors[0].message;
    ASSERT_FALSE(suite.cases.empty()) << line;
    EXPECT_EQ(suite.cases.back().counts.back().nodes, 400u) << line;
    EXPECT_EQ(suite.cases.back().counts.back().line, 2) << line;
  }
}

TEST(PerftSuite, CountsOfABrokenPositionAreNotAnError) {
  const PerftSuite suite = parse("epd nonsense\nperft 1 20\nperft 2 400\n");
  EXPECT_EQ(suite.errors.size(), 1u);
  EXPECT_TRUE(suite.cases.empty());
}

}  // namespace vitrine::cli
