#include "notation/epd.h"

#include <sstream>

#include "notation/san.h"
#include "notation/support.h"
#include "notation/uci_move.h"

namespace vitrine::notation {
namespace {

using chess::Move;

// A board for lines whose operations matter.
const std::string kBoard = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";

// Throws if the test's own line is wrong.
Epd epd(const std::string& line) {
  auto parsed = parse_epd(line);
  if (!parsed) throw std::invalid_argument(line + ": " + parsed.error().to_string());
  return *std::move(parsed);
}

std::string uci_list(const std::vector<Move>& moves) {
  std::string list;
  for (const Move move : moves) list += (list.empty() ? "" : " ") + to_uci(move);
  return list;
}

std::vector<std::string> words(const std::string& text) {
  std::istringstream stream(text);
  return {std::istream_iterator<std::string>(stream), {}};
}

TEST(Epd, ReadsPositionAndOperations) {
  const Epd read = epd("1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - bm Qd1+; id \"BK.01\"; acd 12;");
  EXPECT_EQ(to_fen(read.position), "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - 0 1");
  ASSERT_EQ(read.operations.size(), 3u);
  EXPECT_EQ(read.id(), "BK.01");
  EXPECT_TRUE(read.find("id")->quoted);
  EXPECT_FALSE(read.find("bm")->quoted);
  EXPECT_EQ(read.number("acd"), 12);
  EXPECT_EQ(uci_list(*read.best_moves()), "d6d1");
  EXPECT_TRUE(read.avoid_moves()->empty());
  EXPECT_EQ(read.find("am"), nullptr);
  EXPECT_EQ(read.text("am"), std::nullopt);
}

TEST(Epd, ReadsOperationsAsFilesHaveThem) {
  struct Row {
    std::string tail;
    std::vector<EpdOperation> operations;
  };
  for (const auto& [tail, operations] : {
           Row{"", {}},
           Row{";", {}},
           Row{" noop;", {{"noop"}}},
           Row{" bm e4 d4;", {{"bm", {"e4", "d4"}}}},
           Row{" bm e4", {{"bm", {"e4"}}}},                                   // no ; at the end
           Row{" ; bm e4 ; id BK.01 ", {{"bm", {"e4"}}, {"id", {"BK.01"}}}},  // Bratko-Kopec
           Row{std::string(" ; id BK.23\0", 12), {{"id", {"BK.23"}}}},        // with its NUL
           Row{" c0 \"one; two\"; bm e4;", {{"c0", {"one; two"}, true}, {"bm", {"e4"}}}},
           Row{" c0 \"\";", {{"c0", {""}, true}}},
           Row{" c0 \"a\" \"b\";", {{"c0", {"a", "b"}, true}}},
           Row{" ;D1 20 ;D2 400 ;D3 8902", {{"D1", {"20"}}, {"D2", {"400"}}, {"D3", {"8902"}}}},
           Row{" ;D1 20;D2 400", {{"D1", {"20"}}, {"D2", {"400"}}}},
           Row{"; bm e4;", {{"bm", {"e4"}}}},
           Row{" ce +M2; pv e2-e4 e7-e5;", {{"ce", {"+M2"}}, {"pv", {"e2-e4", "e7-e5"}}}},
           Row{" c9 \"1/2-1/2\";\r", {{"c9", {"1/2-1/2"}, true}}},
           Row{" draw_offer; my_own_opcode 1;", {{"draw_offer"}, {"my_own_opcode", {"1"}}}},
       }) {
    const auto read = parse_epd(kBoard + tail);
    ASSERT_TRUE(read.has_value()) << tail << ": " << read.error().to_string();
    EXPECT_EQ(read->operations, operations) << tail;
  }
}

TEST(Epd, TakesCountersFromFenOrFromOperations) {
  struct Row {
    std::string tail;
    int halfmove_clock, fullmove_number;
  };
  for (const auto& [tail, halfmove_clock, fullmove_number] : {
           Row{"", 0, 1},
           Row{" 12 40", 12, 40},
           Row{" 12 40;", 12, 40},
           Row{" 12 40 bm e4;", 12, 40},
           Row{" 12 bm e4;", 12, 1},
           Row{" 0 1 ;D1 20", 0, 1},
           Row{" hmvc 7; fmvn 33;", 7, 33},
           Row{" 1 2 fmvn 33;", 1, 33},
       }) {
    const Epd read = epd(kBoard + tail);
    EXPECT_EQ(read.position.halfmove_clock(), halfmove_clock) << tail;
    EXPECT_EQ(read.position.fullmove_number(), fullmove_number) << tail;
    EXPECT_EQ(read.find("hmvc"), nullptr);
  }
}

TEST(Epd, ReadsMovesInSanAndUci) {
  struct Row {
    std::string tail, best, avoid;
  };
  for (const auto& [tail, best, avoid] : {
           Row{" bm e4 Nf3;", "e2e4 g1f3", ""},
           Row{" bm e2e4;", "e2e4", ""},
           Row{" am e2-e4, Ng1f3!;", "", "e2e4 g1f3"},
           Row{" bm e4 +; am d4;", "e2e4", "d2d4"},
           Row{" bm #3;", "", ""},
           Row{" id \"nothing\";", "", ""},
       }) {
    EXPECT_EQ(uci_list(*epd(kBoard + tail).best_moves()), best) << tail;
    EXPECT_EQ(uci_list(*epd(kBoard + tail).avoid_moves()), avoid) << tail;
  }
  const auto wrong = epd(kBoard + " id \"x\"; bm e5;").best_moves();
  ASSERT_FALSE(wrong.has_value());
  EXPECT_EQ(wrong.error().to_string(), "column 62: bm: 'e5' is not legal: no pawn of White can go to e5");
}

TEST(Epd, ReadsLabels) {
  struct Row {
    std::string tail;
    std::optional<double> white_score;
  };
  for (const auto& [tail, white_score] : {
           Row{" [0.5]", 0.5},
           Row{" [1.0]", 1.0},
           Row{" 0 1 [0.0]", 0.0},
           Row{" [0-1]", 0.0},
           Row{" c9 \"1-0\";", 1.0},
           Row{" c9 \"0-1\";", 0.0},
           Row{" c9 \"1/2-1/2\";", 0.5},
           Row{" c9 \"f4f5 d4f2\";", std::nullopt},
           Row{" [0.7]", std::nullopt},
           Row{"", std::nullopt},
       })
    EXPECT_EQ(epd(kBoard + tail).white_score(), white_score) << tail;
  EXPECT_EQ(epd(kBoard + " [0.5] bm e4;").best_moves()->size(), 1u);
}

TEST(Epd, ReadsAnnouncedMates) {
  EXPECT_EQ(epd(kBoard + " dm 3;").mate_in(), 3);
  EXPECT_EQ(epd(kBoard + " bm #3;").mate_in(), 3);
  EXPECT_EQ(epd(kBoard + " bm #-2;").mate_in(), -2);
  EXPECT_EQ(epd(kBoard + " bm e4;").mate_in(), std::nullopt);
}

TEST(Epd, SaysWhatIsWrongAndWhere) {
  struct Row {
    std::string line;
    int column;
    std::string_view message;
  };
  for (const auto& [line, column, message] : {
           Row{"", 1, "empty"},
           Row{"8/8 w", 4, "only 2 of 8 ranks"},
           Row{"8/8;", 4, "only 2 of 8 ranks"},
           Row{"k7/8/8/8/8/8/8/K7 w; bm Ka2;", 20, "castling"},
           Row{"k7/8/8/8/8/8/8/8 w - - bm Ka2;", 1, "White has no king"},
           Row{kBoard + " c0 \"open", 57, "the string is not closed"},
           Row{kBoard + " c0 a\"b\";", 58, "a quote in the middle"},
           Row{kBoard + " [0.5", 54, "the bracket is not closed"},
           Row{kBoard + " bm e4; bm d4;", 61, "opcode 'bm' for the second time"},
           Row{kBoard + " 9lives 1;", 54, "'9lives' is not an opcode"},
           Row{kBoard + " b-m e4;", 54, "'b-m' is not an opcode"},
           Row{kBoard + " abcdefghijklmnop 1;", 54, "more than 15 characters"},
           Row{kBoard + " hmvc x;", 54, "hmvc needs one whole number"},
           Row{kBoard + " hmvc;", 54, "hmvc needs one whole number"},
           Row{kBoard + " hmvc 1; fmvn 0;", 62, "the move number is not within 1"},
           Row{kBoard + " hmvc -1;", 54, "the halfmove clock is not within 0"},
       }) {
    const auto read = parse_epd(line);
    ASSERT_FALSE(read.has_value()) << line;
    EXPECT_EQ(read.error().column, column) << line << "\n" << read.error().to_string();
    EXPECT_NE(read.error().to_string().find(message), std::string::npos) << line << "\n"
                                                                         << read.error().to_string();
  }
}

TEST(Epd, IsAsStrictAsItIsTold) {
  const std::string stale = "4k3/8/8/8/8/8/8/4K3 w KQkq e6 bm Ke2;";
  EXPECT_EQ(to_epd(epd(stale)), "4k3/8/8/8/8/8/8/4K3 w - - bm Ke2;");
  EXPECT_FALSE(parse_epd(stale, FenMode::strict));
  EXPECT_TRUE(parse_epd(kBoard + " bm e4;", FenMode::strict));
  EXPECT_FALSE(parse_epd("  " + kBoard + " bm e4;", FenMode::strict));
}

TEST(Epd, WritesOperationsInOrder) {
  struct Row {
    std::string read, written;
  };
  for (const auto& [read, written] : {
           Row{"", ""},
           Row{" id \"x\"; bm e4 d4", " bm e4 d4; id \"x\";"},
           Row{" 3 9 ;D2 400 ;D1 20", " D1 20; D2 400; fmvn 9; hmvc 3;"},
           Row{" c0 \"a; b\"; noop;", " c0 \"a; b\"; noop;"},
           Row{" [0.5] id 1;", " [0.5] id 1;"},
       }) {
    EXPECT_EQ(to_epd(epd(kBoard + read)), kBoard + written);
    EXPECT_EQ(to_epd(epd(kBoard + written)), kBoard + written);
  }
  // What cannot stand without quotes gets them, and a quote inside becomes an apostrophe.
  Epd made{chess::Position::initial()};
  made.operations = {{"id", {"two words"}}, {"c0", {"say \"hi\""}}, {"c1", {""}}};
  EXPECT_EQ(to_epd(made), kBoard + " c0 \"say 'hi'\"; c1 \"\"; id \"two words\";");
}

TEST(Epd, ReadsLongLines) {
  const std::string comment(5000, 'x');
  EXPECT_EQ(epd(kBoard + " c0 \"" + comment + "\"; bm e4;").text("c0"), comment);
}

TEST(Epd, EveryMoveOfTheSuitesIsLegal) {
  for (const char* name : {"wacnew.epd", "bratko-kopec.epd", "sts_excerpt.epd", "mate_in_2_excerpt.epd"}) {
    for (const std::string& line : data_lines(name)) {
      const auto read = parse_epd(line);
      ASSERT_TRUE(read.has_value()) << line << "\n" << read.error().to_string();
      const auto best = read->best_moves();
      const auto avoid = read->avoid_moves();
      ASSERT_TRUE(best.has_value()) << line << "\n" << best.error().to_string();
      ASSERT_TRUE(avoid.has_value()) << line << "\n" << avoid.error().to_string();
      EXPECT_FALSE(best->empty() && avoid->empty()) << line;
      const Epd again = epd(to_epd(*read));
      EXPECT_EQ(again.position, read->position) << line;
      EXPECT_EQ(uci_list(*again.best_moves()), uci_list(*best)) << line;
      EXPECT_EQ(again.id(), read->id()) << line;
    }
  }
}

// The strategic test suite gives its moves twice, as SAN and as UCI.
TEST(Epd, SanAndUciOfTheStrategicTestsAgree) {
  for (const std::string& line : data_lines("sts_excerpt.epd")) {
    const Epd read = epd(line);
    const auto san = words(*read.text("c7"));
    const auto uci = words(*read.text("c9"));
    ASSERT_EQ(san.size(), uci.size()) << line;
    for (std::size_t i = 0; i < san.size(); ++i) {
      const auto move = parse_san(read.position, san[i]);
      ASSERT_TRUE(move.has_value()) << line << "\n" << move.error().message;
      EXPECT_EQ(to_uci(*move), uci[i]) << line;
      EXPECT_EQ(to_san(read.position, *move), san[i]) << line;
    }
  }
}

TEST(Epd, MatesInTwoEndInMate) {
  for (const std::string& line : data_lines("mate_in_2_excerpt.epd")) {
    const Epd read = epd(line);
    chess::Position pos = read.position;
    for (const std::string& text : read.find("pv")->operands) {
      const auto move = parse_san(pos, text);
      ASSERT_TRUE(move.has_value()) << line << "\n" << move.error().message;
      pos = pos.after(*move);
    }
    EXPECT_TRUE(pos.is_checkmate()) << line;
  }
  for (const std::string& line : data_lines("mates2000_excerpt.epd"))
    EXPECT_TRUE(epd(line).mate_in()) << line;
}

TEST(Epd, ReadsPerftTables) {
  for (const std::string& line : data_lines("fischer_excerpt.epd")) {
    const Epd read = epd(line);
    EXPECT_EQ(read.number("D1"), read.position.legal_move_count()) << line;
    EXPECT_EQ(line.substr(0, line.find(" ;")), to_fen(read.position, CastlingStyle::shredder));
  }
}

}  // namespace
}  // namespace vitrine::notation
