#include "protocols/uci_reply.h"

#include <gtest/gtest.h>

#include <string>
#include <variant>
#include <vector>

namespace vitrine::protocols {

namespace {

using engines::Score;

template <class Reply>
Reply parse(std::string_view line) {
  const UciReply reply = parse_uci_reply(line);
  if (const auto* wanted = std::get_if<Reply>(&reply)) return *wanted;
  ADD_FAILURE() << "'" << line << "' is of kind " << reply.index();
  return {};
}

bool is_unknown(std::string_view line) { return std::holds_alternative<UciUnknown>(parse_uci_reply(line)); }

template <class Kind>
Kind option(std::string_view line) {
  return std::get<Kind>(parse<UciOptionOffer>(line).option.kind);
}

using Words = std::vector<std::string>;

}  // namespace

TEST(UciReply, NamesAndSimpleWords) {
  EXPECT_EQ(parse<UciName>("id name Stockfish 15.1").text, "Stockfish 15.1");
  EXPECT_EQ(parse<UciName>(" \tid   name  Two  blanks \r").text, "Two  blanks");
  EXPECT_EQ(parse<UciName>("id name \x1b[31mRed\x07\x7f \xc3\xa9\xff").text, "[31mRed \xc3\xa9?")
      << "safe to print";
  EXPECT_EQ(parse<UciAuthor>("id author T. Romstad").text, "T. Romstad");
  EXPECT_EQ(parse<UciRegistration>("registration error").status, "error");
  static_cast<void>(parse<UciOk>("uciok"));
  static_cast<void>(parse<UciReadyOk>("  readyok  "));
}

TEST(UciReply, BestMove) {
  struct Row {
    const char* line;
    const char* move;
    const char* ponder;
  };
  for (const auto& [line, move, ponder] :
       {Row{"bestmove e2e4", "e2e4", ""}, Row{"bestmove e2e4 ponder e7e5", "e2e4", "e7e5"},
        Row{"bestmove e7e8q ponder", "e7e8q", ""}, Row{"bestmove (none)", "(none)", ""},
        Row{"bestmove", "", ""}, Row{"bestmove  e2e4\tponder\te7e5 ", "e2e4", "e7e5"},
        Row{"bestmove NULL junk e2e4", "NULL", ""}}) {
    const UciBestMove best = parse<UciBestMove>(line);
    EXPECT_EQ(best.move, move) << line;
    EXPECT_EQ(best.ponder, ponder) << line;
  }
}

TEST(UciReply, InfoOfStockfish) {
  const UciInfo info = parse<UciInfo>(
      "info depth 20 seldepth 28 multipv 2 score cp -31 upperbound wdl 12 940 48 nodes 1234567 nps 1000000 "
      "hashfull "
      "456 tbhits 7 time 1235 pv e7e5 g1f3 b8c6");
  EXPECT_EQ(info.report.depth, 20);
  EXPECT_EQ(info.report.selective_depth, 28);
  EXPECT_EQ(info.report.line, 2);
  ASSERT_TRUE(info.report.score);
  EXPECT_EQ(*info.report.score,
            (Score{Score::Kind::centipawns, -31, Score::Bound::upper, engines::WinDrawLoss{12, 940, 48}}));
  EXPECT_EQ(info.report.nodes, 1234567u);
  EXPECT_EQ(info.report.hash_full, 456);
  EXPECT_EQ(info.report.table_base_hits, 7u);
  EXPECT_EQ(info.report.time.count(), 1235);
  EXPECT_EQ(info.pv, (Words{"e7e5", "g1f3", "b8c6"}));
}

TEST(UciReply, InfoOfOthers) {
  const UciInfo current = parse<UciInfo>("info currmove e2e4 currmovenumber 3");
  EXPECT_EQ(current.current_move, "e2e4");
  EXPECT_EQ(current.report.current_move_number, 3);
  EXPECT_EQ(parse<UciInfo>("info string  NNUE \x1b enabled score cp 3 ").report.text,
            "NNUE  enabled score cp 3");
  const UciInfo middle = parse<UciInfo>("info pv e2e4 e7e5 score mate -3 depth 5");  // pv in the middle
  EXPECT_EQ(middle.pv, (Words{"e2e4", "e7e5"}));
  EXPECT_EQ(middle.report.depth, 5);
  EXPECT_EQ(middle.report.score->kind, Score::Kind::mate);
  EXPECT_EQ(middle.report.score->value, -3);
  EXPECT_EQ(parse<UciInfo>("info score mate 0").report.score->value, 0);
}

TEST(UciReply, NonsenseInInfoIsLeftOut) {
  const UciInfo info =
      parse<UciInfo>("info depth x score cp abc nodes -5 time 1.5 multipv 0 hashfull 5000 seldepth 4");
  EXPECT_EQ(info.report.depth, 0);
  EXPECT_FALSE(info.report.score);
  EXPECT_EQ(info.report.nodes, 0u);
  EXPECT_EQ(info.report.line, 1);
  EXPECT_EQ(info.report.hash_full, 1000);
  EXPECT_EQ(info.report.selective_depth, 4);
  EXPECT_EQ(parse<UciInfo>("info score cp 99999999999999999999").report.score->value, kMaxCentipawns);
  EXPECT_EQ(parse<UciInfo>("info score mate -99999999999").report.score->value, -kMaxMate);
  EXPECT_TRUE(parse<UciInfo>("info").pv.empty());
  EXPECT_TRUE(parse<UciInfo>("info pv").pv.empty());
  EXPECT_FALSE(parse<UciInfo>("info score").report.score);
  EXPECT_FALSE(parse<UciInfo>("info score cp").report.score);
}

TEST(UciReply, Options) {
  EXPECT_TRUE(option<engines::CheckOption>("option name Ponder type check default true").value);
  const auto spin = option<engines::SpinOption>("option name Hash type spin default 16 min 1 max 33554432");
  EXPECT_EQ(std::tuple(spin.value, spin.min, spin.max), std::tuple(16, 1, 33554432));
  const auto combo = option<engines::ComboOption>(
      "option name Playing Style type combo default Very Solid var Very Solid var Normal");
  EXPECT_EQ(combo.value, "Very Solid");
  EXPECT_EQ(combo.choices, (Words{"Very Solid", "Normal"}));
  EXPECT_EQ(option<engines::TextOption>("option name SyzygyPath type string default <empty>").value, "");
  EXPECT_EQ(option<engines::TextOption>("option name Book type string default /var/min max.bin").value,
            "/var/min max.bin");
  EXPECT_EQ(option<engines::TextOption>("option name Book type string default").value, "");
  static_cast<void>(option<engines::ButtonOption>("option name Clear Hash type button"));
  EXPECT_EQ(parse<UciOptionOffer>("option name Clear Hash type button").option.name, "Clear Hash");
  EXPECT_EQ(option<engines::SpinOption>("option name X type spin min 3 max 9").value, 3)
      << "without a default";
}

TEST(UciReply, BadOptionsAndOtherLinesAreUnknown) {
  for (const char* line :
       {"", " ", "option", "option name", "option name X", "option name X type", "option name X type wheel",
        "option name  type check default true", "option name X type combo default A",
        "option name X type spin min 9 max 3", "Stockfish 15.1 by the Stockfish developers", "id",
        "id email x", "bestmov e2e4", "INFO depth 3", "\x01\x02\xff"})
    EXPECT_TRUE(is_unknown(line)) << line;
}

}  // namespace vitrine::protocols
