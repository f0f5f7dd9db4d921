#include "notation/pgn_comment.h"

#include <gtest/gtest.h>

namespace vitrine::notation {
namespace {

using namespace std::chrono_literals;

chess::Square square(std::string_view name) { return *chess::Square::parse(name); }

TEST(PgnComment, ReadsEvaluations) {
  struct Row {
    std::string_view comment;
    CommentEval eval;
  };
  for (const auto& [comment, eval] : {
           Row{"[%eval 0.31]", {.centipawns = 31}},
           Row{"[%eval -12.05]", {.centipawns = -1205}},
           Row{"[%eval +1]", {.centipawns = 100}},
           Row{"[%eval #3]", {.mate = 3}},
           Row{"[%eval #-3]", {.mate = -3}},
           Row{"[%eval 0.31,18]", {.centipawns = 31, .depth = 18}},
           Row{"[%eval\n0.31]", {.centipawns = 31}},
       })
    EXPECT_EQ(parse_comment(comment).eval, eval) << comment;
}

TEST(PgnComment, ReadsTimes) {
  EXPECT_EQ(parse_comment("[%clk 0:09:58.3]").clock, 598'300ms);
  EXPECT_EQ(parse_comment("[%clk 1:00:00]").clock, 1h);
  EXPECT_EQ(parse_comment("[%clk 02:03]").clock, 123s);
  EXPECT_EQ(parse_comment("[%emt 0:00:02]").elapsed, 2s);
}

TEST(PgnComment, ReadsDrawings) {
  const auto facts = parse_comment("[%cal Ge2e4,Rd1d5][%csl Rd4]");
  EXPECT_EQ(facts.arrows,
            (std::vector<DrawnArrow>{{'G', square("e2"), square("e4")}, {'R', square("d1"), square("d5")}}));
  EXPECT_EQ(facts.squares, (std::vector<DrawnSquare>{{'R', square("d4")}}));
}

TEST(PgnComment, KeepsTheWordsAndWhatItCannotRead) {
  struct Row {
    std::string_view comment;
    std::string_view text;
  };
  for (const auto& [comment, text] : {
           Row{"Good! [%eval 0.1] [%clk 0:00:10] Really.", "Good! Really."},
           Row{"[%eval 0.1]", ""},
           Row{"[%eval abc]", "[%eval abc]"},
           Row{"[%eval 0.1", "[%eval 0.1"},
           Row{"[%eval 0.1x]", "[%eval 0.1x]"},
           Row{"[%eval ]", "[%eval ]"},
           Row{"[%clk 1:2:3:4]", "[%clk 1:2:3:4]"},
           Row{"[%clk -1:00]", "[%clk -1:00]"},
           Row{"[%cal Ge2e9]", "[%cal Ge2e9]"},
           Row{"[%cal ]", "[%cal ]"},
           Row{"[%tqu \"x\"]", "[%tqu \"x\"]"},
           Row{"a ] b [ c", "a ] b [ c"},
       })
    EXPECT_EQ(parse_comment(comment).text, text) << comment;
}

TEST(PgnComment, ReadsWhatMatchRunnersWrite) {
  struct Row {
    std::string_view comment;
    std::optional<EngineComment> engine;
  };
  for (const auto& [comment, engine] : {
           Row{"+0.31/12 1.2s", EngineComment{.centipawns = 31, .depth = 12, .time = 1200ms}},
           Row{"-0.17/15 0.30s", EngineComment{.centipawns = -17, .depth = 15, .time = 300ms}},
           Row{"0.00/31 48s", EngineComment{.centipawns = 0, .depth = 31, .time = 48s}},
           Row{"+M5/20 0.01s", EngineComment{.mate_plies = 5, .depth = 20, .time = 10ms}},
           Row{"-M6/9 0.02s, Black mates", EngineComment{.mate_plies = -6, .depth = 9, .time = 20ms}},
           Row{"+0.31/12 1.2s, n=1000, nps=5", EngineComment{.centipawns = 31, .depth = 12, .time = 1200ms}},
           Row{"+0.31/12", EngineComment{.centipawns = 31, .depth = 12}},
           Row{"book", EngineComment{.is_book = true}},
           Row{"book, mb=+0", EngineComment{.is_book = true}},
           Row{"2", std::nullopt},
           Row{"1/2", EngineComment{.centipawns = 100, .depth = 2}},
           Row{"a fine move", std::nullopt},
           Row{"bookish", std::nullopt},
           Row{"", std::nullopt},
       })
    EXPECT_EQ(parse_comment(comment).engine, engine) << comment;
}

}  // namespace
}  // namespace vitrine::notation
