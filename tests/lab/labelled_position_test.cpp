#include "lab/labelled_position.h"

#include <gtest/gtest.h>

#include <vector>

namespace vitrine::lab {

TEST(LabelledPosition, ReadsBothForms) {
  const auto judged =
      parse_labelled_position("6k1/p4rp1/3p4/1p1P1Pp1/1P2Q3/q7/7P/5R1K b - - 1 33 | -26 | 0.5\r");
  ASSERT_TRUE(judged) << judged.error();
  EXPECT_EQ(judged->centipawns, -26);
  EXPECT_EQ(judged->result, 0.5);
  EXPECT_EQ(judged->position.turn(), chess::Color::black);

  const auto played = parse_labelled_position("7r/1P1R4/1k1b4/8/4B3/1K6/2P5/8 b - - 8 65;1.0");
  ASSERT_TRUE(played) << played.error();
  EXPECT_FALSE(played->centipawns);
  EXPECT_EQ(played->result, 1.0);
}

TEST(LabelledPosition, KnowsEveryWayToWriteAResult) {
  struct Row {
    const char* text;
    double points;
  };
  for (const Row& row : {Row{"1-0", 1}, {"0-1", 0}, {"1/2-1/2", 0.5}, {"1.0", 1}, {"0.5", 0.5}, {"0.0", 0}}) {
    const auto judged = parse_labelled_position("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1;" + std::string(row.text));
    ASSERT_TRUE(judged) << row.text;
    EXPECT_EQ(judged->result, row.points) << row.text;
  }
}

TEST(LabelledPosition, SaysWhatIsWrong) {
  struct Row {
    const char* line;
    const char* error;
  };
  const std::vector<Row> rows = {
      {"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "expected 'FEN | centipawns | result' or 'FEN;result'"},
      {"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1;2-0", "'2-0' is no result"},
      {"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 | 1.5 | 1-0", "'1.5' is no number of centipawns"},
      {"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 | 15", "no result after the centipawns"},
  };
  for (const Row& row : rows) {
    const auto judged = parse_labelled_position(row.line);
    ASSERT_FALSE(judged) << row.line;
    EXPECT_EQ(judged.error(), row.error);
  }
  EXPECT_FALSE(parse_labelled_position("4k3/8/8/8/8/8/4P3/8 w - - 0 1;1-0"));  // White has no king
}

}  // namespace vitrine::lab
