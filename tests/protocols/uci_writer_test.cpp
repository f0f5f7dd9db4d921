#include "protocols/uci_writer.h"

#include <gtest/gtest.h>

#include "notation/fen.h"

namespace vitrine::protocols {
namespace {

using chess::Move;
using engines::Report;
using engines::Score;

std::vector<Move> moves(std::string_view fen, std::initializer_list<std::string_view> texts) {
  chess::Position pos = notation::parse_fen(fen).value();
  std::vector<Move> list;
  for (const std::string_view text : texts) {
    list.push_back(notation::parse_uci_move(pos, text).value());
    pos = pos.after(list.back());
  }
  return list;
}

constexpr std::string_view kCastling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
constexpr UciStyle kChess960{.castling = notation::CastlingText::chess960};
constexpr UciStyle kWithChances{.shows_chances = true};

TEST(UciWriter, Scores) {
  using Bound = Score::Bound;
  struct Row {
    Score score;
    UciStyle style;
    std::string_view text;
  };
  const Score even{.value = 12, .chances = engines::WinDrawLoss{300, 500, 200}};
  Score low = even;
  low.bound = Bound::lower;
  const Row rows[] = {
      {Score::centipawns(35), {}, "cp 35"},
      {Score::centipawns(-7), {}, "cp -7"},
      {Score::mate_in_plies(1), {}, "mate 1"},
      {Score::mate_in_plies(5), {}, "mate 3"},
      {Score::mate_in_plies(-4), {}, "mate -2"},
      {Score::mate_in_plies(0), {}, "mate 0"},
      {{.value = 3, .bound = Bound::lower}, {}, "cp 3 lowerbound"},
      {{.value = 3, .bound = Bound::upper}, {}, "cp 3 upperbound"},
      {even, {}, "cp 12"},
      {even, kWithChances, "cp 12 wdl 300 500 200"},
      {low, kWithChances, "cp 12 lowerbound wdl 300 500 200"},
      {Score::centipawns(1), kWithChances, "cp 1"},
  };
  for (const Row& row : rows) EXPECT_EQ(to_uci(row.score, row.style), row.text);
}

TEST(UciWriter, InfoLines) {
  const std::vector<Move> pv = moves(notation::kStartFen, {"e2e4", "e7e5"});
  const std::vector<Move> castling = moves(kCastling, {"e1g1", "e8c8"});
  struct Row {
    Report report;
    UciStyle style;
    std::string_view line;
  };
  const Row rows[] = {
      {{.depth = 7,
        .selective_depth = 11,
        .line = 2,
        .score = Score::centipawns(35),
        .pv = pv,
        .nodes = 3000,
        .time = std::chrono::milliseconds(1500),
        .hash_full = 12,
        .table_base_hits = 3},
       {},
       "info depth 7 seldepth 11 multipv 2 score cp 35 nodes 3000 nps 2000 hashfull 12 tbhits 3 time 1500 pv "
       "e2e4 e7e5"},
      {{.depth = 1, .score = Score::centipawns(0), .pv = pv, .nodes = 5},
       {},
       "info depth 1 multipv 1 score cp 0 nodes 5 nps 5000 time 0 pv e2e4 e7e5"},
      {{.depth = 1, .pv = castling}, {}, "info depth 1 multipv 1 nodes 0 nps 0 time 0 pv e1g1 e8c8"},
      {{.depth = 1, .pv = castling}, kChess960, "info depth 1 multipv 1 nodes 0 nps 0 time 0 pv e1h1 e8a8"},
      {{.depth = 9, .current_move = pv[0], .current_move_number = 1},
       {},
       "info depth 9 currmove e2e4 currmovenumber 1"},
      {{.depth = 9, .current_move = castling[0]}, kChess960, "info depth 9 currmove e1h1"},
      {{.depth = 9, .nodes = 10, .time = std::chrono::milliseconds(10)},
       {},
       "info depth 9 nodes 10 nps 1000 time 10"},
      {{.score = Score::mate_in_plies(0)}, {}, "info depth 0 score mate 0"},
      {{.score = Score::centipawns(0)}, {}, "info depth 0 score cp 0"},
  };
  for (const Row& row : rows) EXPECT_EQ(info_line(row.report, row.style), row.line);
}

TEST(UciWriter, TextStaysInItsLine) {
  EXPECT_EQ(info_string("hello\nbestmove e2e4\r\n"), "info string hello bestmove e2e4  ");
}

TEST(UciWriter, Bestmove) {
  const auto pv = moves(notation::kStartFen, {"e2e4", "e7e5"});
  const auto castling = moves(kCastling, {"e1g1", "e8c8"});
  const auto promotion = moves("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", {"a7a8Q"});
  EXPECT_EQ(bestmove_line({.move = pv[0]}), "bestmove e2e4");
  EXPECT_EQ(bestmove_line({.move = pv[0], .ponder = pv[1]}), "bestmove e2e4 ponder e7e5");
  EXPECT_EQ(bestmove_line({.move = castling[0], .ponder = castling[1]}), "bestmove e1g1 ponder e8c8");
  EXPECT_EQ(bestmove_line({.move = castling[0], .ponder = castling[1]}, kChess960),
            "bestmove e1h1 ponder e8a8");
  EXPECT_EQ(bestmove_line({.move = promotion[0]}), "bestmove a7a8q");
  EXPECT_EQ(bestmove_line({}), "bestmove (none)");
}

TEST(UciWriter, Options) {
  const std::pair<engines::Option, std::string_view> rows[] = {
      {{"Nullmove", engines::CheckOption{true}}, "option name Nullmove type check default true"},
      {{"Selectivity", engines::SpinOption{2, 0, 4}},
       "option name Selectivity type spin default 2 min 0 max 4"},
      {{"Style", engines::ComboOption{"Normal", {"Solid", "Normal", "Risky"}}},
       "option name Style type combo default Normal var Solid var Normal var Risky"},
      {{"NalimovPath", engines::TextOption{"c:\\"}}, "option name NalimovPath type string default c:\\"},
      {{"Book File", engines::TextOption{""}}, "option name Book File type string default <empty>"},
      {{"Clear Hash", engines::ButtonOption{}}, "option name Clear Hash type button"},
  };
  for (const auto& [option, line] : rows) EXPECT_EQ(option_line(option), line);
}

}  // namespace
}  // namespace vitrine::protocols
