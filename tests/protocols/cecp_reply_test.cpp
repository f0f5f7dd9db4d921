#include "protocols/cecp_reply.h"

#include <gtest/gtest.h>

#include <string>
#include <variant>
#include <vector>

namespace vitrine::protocols {

namespace {

using engines::Score;
using Claim = CecpResult::Claim;
using Words = std::vector<std::string>;

template <class Reply>
Reply parse(std::string_view line) {
  const CecpReply reply = parse_cecp_reply(line);
  if (const auto* wanted = std::get_if<Reply>(&reply)) return *wanted;
  ADD_FAILURE() << "'" << line << "' is of kind " << reply.index();
  return {};
}

bool is_unknown(std::string_view line) { return std::holds_alternative<CecpUnknown>(parse_cecp_reply(line)); }

std::string features(std::string_view line) {
  std::string text;
  for (const auto& [name, value] : parse<CecpFeatures>(line).features) text += name + "=" + value + ";";
  return text;
}

}  // namespace

TEST(CecpReply, Features) {
  EXPECT_EQ(features("feature setboard=1 ping=0"), "setboard=1;ping=0;");
  EXPECT_EQ(features("feature myname=\"Phalanx XXV\" variants=\"normal,nocastle\" done=1"),
            "myname=Phalanx XXV;variants=normal,nocastle;done=1;");
  EXPECT_EQ(features("feature option=\"Randomizer (0-50) -slider 0 0 50\" ping=1 "),
            "option=Randomizer (0-50) -slider 0 0 50;ping=1;");
  EXPECT_EQ(features("feature junk a=1 =2 myname=\"not closed done=1"), "a=1;myname=not closed done=1;");
  EXPECT_EQ(features("feature"), "");
  EXPECT_EQ(features("feature a="), "a=;");
}

TEST(CecpReply, MovesInAllTheirForms) {
  struct Row {
    const char* line;
    const char* move;
  };
  for (const auto& [line, move] :
       {Row{"move e2e4", "e2e4"}, Row{"move Nf3", "Nf3"}, Row{"move O-O", "O-O"}, Row{"1. ... e2e4", "e2e4"},
        Row{"12. ... e7e8q", "e7e8q"}, Row{"12... d5", "d5"}, Row{"  move e2e4 extra", "e2e4"}})
    EXPECT_EQ(parse<CecpMove>(line).text, move) << line;
  for (const char* line : {"1. e2e4", "My move is : b8c6", "move", "1. ...", "12. e2e4 e7e5"})
    EXPECT_TRUE(is_unknown(line)) << line;  // an echo, or none at all
}

TEST(CecpReply, Refusals) {
  struct Row {
    const char* line;
    const char* text;
  };
  for (const auto& [line, text] :
       {Row{"Illegal move: e2e5", "e2e5"}, Row{"Illegal move:e2e5", "e2e5"},
        Row{"Illegal move (in check): e2e5", "e2e5"}, Row{"illegal move e2e5", "e2e5"},
        Row{"Invalid move: sd 3", "sd 3"}, Row{"Illegal move: foo bar", "foo bar"},
        Row{"Illegal move (pinned) e2e5", "e2e5"}})
    EXPECT_EQ(parse<CecpIllegal>(line).text, text) << line;
  const CecpError error = parse<CecpError>("Error (unknown command): protover 2");
  EXPECT_EQ(error.type, "unknown command");
  EXPECT_EQ(error.command, "protover 2");
  EXPECT_EQ(parse<CecpError>("Error: nps").command, "nps");
}

TEST(CecpReply, Results) {
  struct Row {
    const char* line;
    Claim claim;
    bool is_resignation;
  };
  for (const auto& [line, claim, is_resignation] :
       {Row{"1-0 {White mates}", Claim::white_wins, false},
        Row{"0-1 {White resigns}", Claim::black_wins, true}, Row{"1/2-1/2 {Stalemate}", Claim::draw, false},
        Row{"1/2-1/2", Claim::draw, false}, Row{"0-1{Black mates}", Claim::black_wins, false},
        Row{"White resigns", Claim::black_wins, true}, Row{"game is a draw", Claim::draw, false},
        Row{"black mates", Claim::black_wins, false}}) {
    const CecpResult result = parse<CecpResult>(line);
    EXPECT_EQ(result.claim, claim) << line;
    EXPECT_EQ(result.is_resignation, is_resignation) << line;
  }
  EXPECT_EQ(parse<CecpResult>("1-0 {White \x1b mates}").comment, "White  mates");
  EXPECT_TRUE(is_unknown("1-0-1"));
}

TEST(CecpReply, OtherWords) {
  static_cast<void>(parse<CecpResign>("resign"));
  static_cast<void>(parse<CecpDrawOffer>("offer draw"));
  static_cast<void>(parse<CecpDrawOffer>("I offer you a draw"));
  EXPECT_EQ(parse<CecpPong>("pong 12").number, 12);
  EXPECT_EQ(parse<CecpHint>("Hint: e7e5").move, "e7e5");
  EXPECT_EQ(parse<CecpTell>("telluser hello  there").text, "hello  there");
  EXPECT_EQ(parse<CecpTell>("tellusererror Illegal position").text, "Illegal position");
  for (const char* line :
       {"", "# offer draw", "tellics offer draw", "tellothers draw offer", "pong", "pong x",
        "Sjeng: ", "8 | *R | *N | *B |", "stat01: 806 6185711 9 0 47 Ne5", "++", "    b8c6 d2d4"})
    EXPECT_TRUE(is_unknown(line)) << line;
}

TEST(CecpReply, Thinking) {
  const CecpThinking plain = parse<CecpThinking>(" 9 156 1084 48000 Nf3 Nc6");
  EXPECT_EQ(plain.report.depth, 9);
  EXPECT_EQ(*plain.report.score, Score::centipawns(156));
  EXPECT_EQ(plain.report.time.count(), 10840) << "hundredths of a second";
  EXPECT_EQ(plain.report.nodes, 48000u);
  EXPECT_EQ(plain.pv, (Words{"Nf3", "Nc6"}));

  const CecpThinking tab = parse<CecpThinking>("9 -12 100 48000 17 350000 3\te2e4 e7e5");
  EXPECT_EQ(tab.report.selective_depth, 17);
  EXPECT_EQ(tab.report.table_base_hits, 3u);
  EXPECT_EQ(tab.pv, (Words{"e2e4", "e7e5"}));
  EXPECT_EQ(parse<CecpThinking>("9\t-12\t100\t48000\te2e4 e7e5").pv, (Words{"e2e4", "e7e5"}))
      << "tabs everywhere";

  const CecpThinking gnu = parse<CecpThinking>("3. +8 2 1348 Nc6 Nc3");
  EXPECT_EQ(gnu.report.time.count(), 2000) << "a mark after the ply: whole seconds";
  EXPECT_EQ(*gnu.report.score, Score::centipawns(8));
  EXPECT_EQ(parse<CecpThinking>("3& 8 2 1348 Nc6").report.time.count(), 2000);

  EXPECT_EQ(parse<CecpThinking>("4 51 1 11510 4. Bf4 Nf6 5. e3 Be7").pv, (Words{"Bf4", "Nf6", "e3", "Be7"}))
      << "HoiChess";
  EXPECT_EQ(parse<CecpThinking>("4 51 1 11510 9. ... Qb6").pv, (Words{"Qb6"}));
  const CecpThinking high = parse<CecpThinking>(" 3       0     0      417  Nf6 !");
  EXPECT_EQ(high.report.score->bound, Score::Bound::lower);
  EXPECT_EQ(high.pv, (Words{"Nf6"}));
  EXPECT_EQ(parse<CecpThinking>("5 10 3 99 e4?").report.score->bound, Score::Bound::upper);
  const CecpThinking book = parse<CecpThinking>("  0      0     0        0  (e7-e5  c7-c5  , book1)");
  EXPECT_TRUE(book.pv.empty());
  EXPECT_EQ(book.report.text, "(e7-e5  c7-c5  , book1)");
  EXPECT_EQ(*parse<CecpThinking>("5 -0.35 3 99 e4").report.score, Score::centipawns(-35)) << "in pawns";
  EXPECT_TRUE(parse<CecpThinking>("5 10 3 99").pv.empty());
}

TEST(CecpReply, MateScores) {
  struct Row {
    const char* number;
    int moves;
  };
  for (const auto& [number, moves] : {Row{"100003", 3}, Row{"-100002", -2}, Row{"-100000", 0},
                                      Row{"100000", 1}, Row{"31999", 1}, Row{"-9997", -2}}) {
    const auto score = parse<CecpThinking>("5 " + std::string(number) + " 3 99 e4").report.score;
    EXPECT_EQ(score->kind, Score::Kind::mate) << number;
    EXPECT_EQ(score->value, moves) << number;
  }
  for (const char* number : {"9500", "-3000", "15500", "99999999999999999999"})
    EXPECT_EQ(parse<CecpThinking>("5 " + std::string(number) + " 3 99 e4").report.score->kind,
              Score::Kind::centipawns)
        << number;
}

TEST(CecpReply, Options) {
  const auto spin = parse_cecp_option("Resign Threshold -spin 800 200 1200");
  ASSERT_TRUE(spin);
  EXPECT_EQ(spin->name, "Resign Threshold");
  EXPECT_EQ(std::get<engines::SpinOption>(spin->kind).max, 1200);
  EXPECT_TRUE(std::get<engines::CheckOption>(parse_cecp_option("Resign -check 1")->kind).value);
  const auto combo = std::get<engines::ComboOption>(
      parse_cecp_option("Rules -combo makruk /// *Cambodian /// Ai-wok")->kind);
  EXPECT_EQ(combo.value, "Cambodian");
  EXPECT_EQ(combo.choices, (Words{"makruk", "Cambodian", "Ai-wok"}));
  EXPECT_EQ(
      std::get<engines::TextOption>(parse_cecp_option("Ini File -file /usr/share/fmax.ini")->kind).value,
      "/usr/share/fmax.ini");
  EXPECT_TRUE(parse_cecp_option("Info -button"));
  for (const char* text :
       {"", "Name", "-spin 1 2 3", "X -spin 1 2", "X -spin 1 9 2", "X -what 3", "X -combo", "a=b -check 1"})
    EXPECT_FALSE(parse_cecp_option(text)) << text;
}

}  // namespace vitrine::protocols
