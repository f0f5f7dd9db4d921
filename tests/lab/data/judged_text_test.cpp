#include "lab/data/judged_text.h"

#include "chess/support.h"

namespace vitrine::lab {
namespace {

using chess::position;

constexpr const char* kFen =
    "r1bqk2r/p2nbppp/1p1ppn2/8/3PP3/5N2/PPQ1BPPP/RNB2RK1 b kq - 1 9";  // Black to move

std::string with_fen(std::string text) {
  for (std::size_t at = text.find("FEN"); at != std::string::npos; at = text.find("FEN"))
    text.replace(at, 3, kFen);
  return text;
}

struct Row {
  std::string text;
  std::optional<int> centipawns;
  GameResult result;
};

TEST(JudgedText, ReadsEveryKindOfLine) {
  constexpr auto kUnknown = GameResult::unknown;
  for (const auto& [text, centipawns, result] :
       {Row{"FEN | 35 | 1.0", 35, GameResult::white_won}, Row{"FEN|-350|0-1", -350, GameResult::black_won},
        Row{"FEN | #-3 | 0.0", -29'997, GameResult::black_won}, Row{"FEN | 35", 35, kUnknown},
        Row{"FEN | 12 | *", 12, kUnknown}, Row{"FEN;0.5", {}, GameResult::drawn},
        Row{"  FEN ; 1/2-1/2\r", {}, GameResult::drawn}, Row{"FEN,+56", 56, kUnknown},
        Row{"FEN,#+2", 29'998, kUnknown}, Row{"\"FEN\",\"-7\",1-0", -7, GameResult::white_won},
        Row{"FEN | 30000 | 1", 30'000, GameResult::white_won},
        // EPD counts for the side to move, and here Black is.
        Row{"r1bqk2r/p2nbppp/1p1ppn2/8/3PP3/5N2/PPQ1BPPP/RNB2RK1 b kq - ce 35; c9 \"1-0\";", -35,
            GameResult::white_won},
        Row{"r1bqk2r/p2nbppp/1p1ppn2/8/3PP3/5N2/PPQ1BPPP/RNB2RK1 b kq - ce -10; id \"a, b\";", 10, kUnknown},
        Row{"FEN [0.5]", {}, GameResult::drawn}}) {
    const auto judged = parse_judged_line(with_fen(text), {});
    ASSERT_TRUE(judged) << text << ": " << judged.error();
    ASSERT_TRUE(*judged) << text;
    EXPECT_TRUE((*judged)->position.is_same_position(position(kFen))) << text;
    EXPECT_EQ((*judged)->judgement.centipawns, centipawns) << text;
    EXPECT_EQ((*judged)->judgement.result, result) << text;
  }
}

TEST(JudgedText, UnitsAndPointsOfView) {
  const auto centipawns = [](const char* text, TextHabits habits) {
    return (*parse_judged_line(with_fen(text), habits))->judgement.centipawns;
  };
  EXPECT_EQ(centipawns("FEN,0.35", {.unit = Unit::pawns}), 35);
  EXPECT_EQ(centipawns("FEN,0.35", {}), 0);
  EXPECT_EQ(centipawns("FEN,35", {.view = PointOfView::mover}), -35) << "Black is to move";
  EXPECT_EQ(centipawns("FEN | #2 | 0-1", {.view = PointOfView::mover}), -29'998);
}

TEST(JudgedText, PassesOverWhatIsNoPosition) {
  for (const char* line :
       {"", "   ", "\r", "# made by hand", "FEN,Evaluation", "fen;result", "\xEF\xBB\xBF"}) {
    const auto judged = parse_judged_line(line, {});
    ASSERT_TRUE(judged) << line << judged.error();
    EXPECT_FALSE(*judged) << line;
  }
}

TEST(JudgedText, SaysWhatIsWrong) {
  struct Bad {
    std::string text;
    const char* error;
  };
  for (const auto& [text, error] :
       {Bad{"FEN | nan | 1.0", "no finite number"}, Bad{"FEN | inf | 1.0", "no finite number"},
        Bad{"FEN | --3 | 1.0", "no evaluation"}, Bad{"FEN | 35x | 1.0", "no evaluation"},
        Bad{"FEN | 30001 | 1.0", "out of range"}, Bad{"FEN | -1e9 | 1.0", "out of range"},
        Bad{"FEN | # | 1.0", "no evaluation"}, Bad{"FEN | 35 | 2.0", "no result"},
        Bad{"FEN |  | ", "neither"}, Bad{"FEN,", "neither"}, Bad{"FEN | 1 | 1.0 | 7", "4 fields"},
        Bad{"8/8/8/8/8/8/8/8 w - - 0 1;0.5", "king"}, Bad{"blah;0.5", "placement"}, Bad{"blah", "column"},
        Bad{"FEN bm e4;", "neither"}}) {
    const auto judged = parse_judged_line(with_fen(text), {});
    ASSERT_FALSE(judged) << text;
    EXPECT_NE(judged.error().find(error), std::string::npos) << text << ": " << judged.error();
  }
}

TEST(JudgedText, ReadsEveryKindOfJson) {
  for (const auto& [text, centipawns, result] :
       {Row{R"({"fen": "FEN", "eval": 0.31})", 31, GameResult::unknown},
        Row{R"({"eval": "-1.5", "fen": "FEN", "result": "1-0"})", -150, GameResult::white_won},
        Row{R"({"fen": "FEN", "eval": "#-3"})", -29'997, GameResult::unknown},
        Row{R"({"fen": "FEN", "cp": 31})", 31, GameResult::unknown},
        Row{R"({"fen": "FEN", "cp": null, "mate": 4})", 29'996, GameResult::unknown},
        Row{R"({"fen": "FEN", "result": 0.5})", {}, GameResult::drawn},
        Row{R"({"fen": "FEN", "evals": [{"pvs": [{"cp": 69}], "depth": 20},
                {"pvs": [{"cp": 311, "line": "g2g4"}, {"cp": 7}], "depth": 36}]})",
            311, GameResult::unknown},
        Row{R"({"fen": "FEN", "evals": [{"pvs": [{"mate": -2}], "depth": 20}]})", -29'998,
            GameResult::unknown}}) {
    const auto judged = parse_judged_json(with_fen(text), {});
    ASSERT_TRUE(judged) << text << ": " << judged.error();
    EXPECT_EQ(judged->judgement.centipawns, centipawns) << text;
    EXPECT_EQ(judged->judgement.result, result) << text;
  }
  EXPECT_EQ(parse_judged_json(with_fen(R"({"fen": "FEN", "eval": 31})"), {.unit = Unit::centipawns})
                ->judgement.centipawns,
            31);
}

TEST(JudgedText, BrokenJsonIsAnErrorWhateverItHolds) {
  for (const char* text :
       {"", "{", "[]", "3", R"({"fen": 3})", R"({"fen": "FEN"})", R"({"fen": "FEN", "eval": NaN})",
        R"({"fen": "FEN", "eval": [1]})", R"({"fen": "FEN", "eval": 1e99})",
        R"({"fen": "FEN", "eval": {"a": 1}})", R"({"fen": "FEN", "mate": 1.5})",
        R"({"fen": "FEN", "evals": [3, {"pvs": []}]})", R"({"fen": "FEN", "eval": 1, "result": "lost"})",
        R"({"fen": "8/8 w - -", "eval": 1})", R"({"fen": "FEN", "eval": "\ud800"})"})
    EXPECT_FALSE(parse_judged_json(with_fen(text), {})) << text;
}

TEST(JudgedText, WhatIsWrittenIsReadBack) {
  for (const Judgement judgement :
       {Judgement{.centipawns = -12, .result = GameResult::drawn}, Judgement{.centipawns = 29'997},
        Judgement{.result = GameResult::white_won}}) {
    const std::string line = to_judged_line(position(kFen), judgement);
    const auto judged = parse_judged_line(line, {});
    ASSERT_TRUE(judged && *judged) << line;
    EXPECT_EQ((*judged)->judgement.centipawns, judgement.centipawns) << line;
    EXPECT_EQ((*judged)->judgement.result, judgement.result) << line;
  }
}

}  // namespace
}  // namespace vitrine::lab
