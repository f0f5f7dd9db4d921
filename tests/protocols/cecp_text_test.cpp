#include "protocols/cecp_text.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "notation/fen.h"
#include "notation/uci_move.h"

namespace vitrine::protocols::cecp {
namespace {

using chess::Color;
using chess::EndReason;
using chess::Position;
using engines::Score;

std::vector<chess::Move> moves(Position pos, std::initializer_list<std::string_view> texts) {
  std::vector<chess::Move> list;
  for (const std::string_view text : texts) {
    list.push_back(*notation::parse_uci_move(pos, text));
    pos = pos.after(list.back());
  }
  return list;
}

TEST(CecpText, WritesMoves) {
  const Position pos = *notation::parse_fen("r3k2r/8/8/8/8/8/6P1/R3K2R w KQkq - 0 1");
  const auto text = [&](std::string_view uci, CastlingForm form) {
    return move_text(*notation::parse_uci_move(pos, uci), form);
  };
  EXPECT_EQ(text("g2g4", CastlingForm::letters), "g2g4");
  EXPECT_EQ(text("e1g1", CastlingForm::king_squares), "e1g1");
  EXPECT_EQ(text("e1c1", CastlingForm::king_squares), "e1c1");
  EXPECT_EQ(text("e1g1", CastlingForm::letters), "O-O");
  EXPECT_EQ(text("e1c1", CastlingForm::letters), "O-O-O");
}

TEST(CecpText, WritesResults) {
  EXPECT_EQ(result_line({Color::white, EndReason::checkmate}), "1-0 {White mates}");
  EXPECT_EQ(result_line({Color::black, EndReason::checkmate}), "0-1 {Black mates}");
  EXPECT_EQ(result_line({{}, EndReason::stalemate}), "1/2-1/2 {Stalemate}");
  EXPECT_EQ(result_line({{}, EndReason::threefold_repetition}), "1/2-1/2 {Draw by repetition}");
  EXPECT_EQ(result_line({{}, EndReason::fifty_moves}), "1/2-1/2 {Draw by fifty-move rule}");
  EXPECT_EQ(result_line({{}, EndReason::insufficient_material}), "1/2-1/2 {Draw by insufficient material}");
}

TEST(CecpText, WritesScores) {
  EXPECT_EQ(score_number(Score::centipawns(-37)), -37);
  EXPECT_EQ(score_number(Score::mate_in_plies(5)), 100003);
  EXPECT_EQ(score_number(Score::mate_in_plies(-4)), -100002);
  EXPECT_EQ(score_number(Score::mate_in_plies(0)), -100000);
  EXPECT_EQ(score_number(Score::centipawns(2'000'000)), 99999);  // never mistaken for a mate
}

TEST(CecpText, WritesThinking) {
  const Position pos = Position::initial();
  engines::Report report{.depth = 9,
                         .selective_depth = 14,
                         .score = Score::centipawns(156),
                         .pv = moves(pos, {"g1f3", "b8c6", "e2e4"}),
                         .nodes = 48000,
                         .time = std::chrono::milliseconds(10840)};
  EXPECT_EQ(thinking_line(report, pos), "9 156 1084 48000 14 4428 0\tNf3 Nc6 e4");
  report.score->bound = Score::Bound::upper;
  EXPECT_TRUE(thinking_line(report, pos).ends_with(" e4?"));
  report.score->bound = Score::Bound::lower;
  EXPECT_TRUE(thinking_line(report, pos).ends_with(" e4!"));
  report.pv[1] = report.pv[2];  // nonsense ends the line
  EXPECT_TRUE(thinking_line(report, pos).ends_with("\tNf3!"));
}

TEST(CecpText, WritesTheStatus) {
  const Position pos = Position::initial();
  engines::Report report{.depth = 7, .nodes = 1000, .time = std::chrono::milliseconds(2500)};
  EXPECT_EQ(status_line(report, pos), "stat01: 250 1000 7 0 20");
  report.current_move = moves(pos, {"g1f3"})[0];
  report.current_move_number = 3;
  EXPECT_EQ(status_line(report, pos), "stat01: 250 1000 7 17 20 Nf3");
}

TEST(CecpText, WritesFeatures) {
  engines::Options options;
  options.add({"Hash", engines::SpinOption{16, 1, 1024}});
  options.add({"Own Book", engines::CheckOption{true}});
  options.add({"Contempt", engines::SpinOption{0, -100, 100}});
  options.add({"Style", engines::ComboOption{"Calm", {"Wild", "Calm"}}});
  options.add({"Clear", engines::ButtonOption{}});
  options.add({"Net", engines::TextOption{"a \"b\"\n.nnue"}});
  const auto lines = feature_lines("My \"engine\"", options);
  const auto has = [&](std::string_view part) {
    return std::any_of(lines.begin(), lines.end(),
                       [&](const auto& line) { return line.find(part) != line.npos; });
  };
  for (const auto& line : lines) EXPECT_TRUE(line.starts_with("feature ")) << line;
  EXPECT_EQ(lines.back(), "feature done=1");
  for (const std::string_view part : {"myname=\"My 'engine'\"",
                                      "variants=\"normal,fischerandom\"",
                                      "ping=1",
                                      "setboard=1",
                                      "playother=1",
                                      "san=0",
                                      "usermove=1",
                                      "time=1",
                                      "draw=1",
                                      "sigint=0",
                                      "sigterm=0",
                                      "reuse=1",
                                      "analyze=1",
                                      "colors=0",
                                      "ics=0",
                                      "name=1",
                                      "pause=0",
                                      "nps=0",
                                      "debug=1",
                                      "memory=1",
                                      "smp=0",
                                      "option=\"Own Book -check 1\"",
                                      "option=\"Contempt -spin 0 -100 100\"",
                                      "option=\"Style -combo Wild /// *Calm\"",
                                      "option=\"Clear -button\"",
                                      "option=\"Net -string a 'b'.nnue\"",
                                      "option=\"Resign -check 0\""})
    EXPECT_TRUE(has(part)) << part;
  EXPECT_FALSE(has("option=\"Hash"));  // `memory` sets it
}

TEST(CecpText, EchoesOneShortLine) {
  EXPECT_EQ(echo("foo bar"), "foo bar");
  EXPECT_EQ(echo(std::string("a\0b\r\nc", 6)), "abc");
  EXPECT_LT(echo(std::string(100000, 'x')).size(), 300U);
}

}  // namespace
}  // namespace vitrine::protocols::cecp
