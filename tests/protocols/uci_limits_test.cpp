#include "protocols/uci_limits.h"

#include <gtest/gtest.h>

#include "notation/fen.h"
#include "notation/uci_move.h"

namespace vitrine::protocols {
namespace {

using engines::Limits;
using engines::Milliseconds;

// The limits in words, so that a table can say what it expects: "depth 3 time 1000/2000+5+6/40".
std::string describe(const Limits& limits) {
  std::string text;
  const auto add = [&](std::string_view name, auto value) {
    text += (text.empty() ? "" : " ") + std::string(name) + ' ' + std::to_string(value);
  };
  if (limits.depth) add("depth", *limits.depth);
  if (limits.nodes) add("nodes", *limits.nodes);
  if (limits.move_time) add("movetime", limits.move_time->count());
  if (limits.mate) add("mate", *limits.mate);
  if (limits.clock) {
    add("wtime", limits.clock->remaining[0].count());
    add("btime", limits.clock->remaining[1].count());
    add("winc", limits.clock->increment[0].count());
    add("binc", limits.clock->increment[1].count());
    if (limits.clock->moves_to_go) add("movestogo", *limits.clock->moves_to_go);
  }
  if (limits.infinite) text += " infinite";
  if (limits.ponder) text += " ponder";
  for (const chess::Move move : limits.search_moves) text += ' ' + notation::to_uci(move);
  return text;
}

SearchPlan plan(std::string_view line, const chess::Position& pos = chess::Position::initial()) {
  return plan_search(std::get<uci::Go>(parse_uci_command(line)), pos);
}

TEST(UciLimits, WhiteToMove) {
  const std::pair<std::string_view, std::string_view> rows[] = {
      {"go", ""},
      {"go infinite", " infinite"},
      {"go depth 7", "depth 7"},
      {"go depth 0", "depth 1"},
      {"go depth -3", "depth 1"},
      {"go depth 99999999999", "depth 1000"},
      {"go nodes 0", "nodes 1"},
      {"go nodes 1000", "nodes 1000"},
      {"go movetime 0", "movetime 1"},
      {"go movetime -5", "movetime 1"},
      {"go movetime 250", "movetime 250"},
      {"go depth 5 nodes 6 movetime 7", "depth 5 nodes 6 movetime 7"},
      {"go wtime 1000 btime 2000 winc 5 binc 6 movestogo 40",
       "wtime 1000 btime 2000 winc 5 binc 6 movestogo 40"},
      {"go wtime 1000 btime 2000", "wtime 1000 btime 2000 winc 0 binc 0"},
      {"go wtime 0 btime 2000", "wtime 1 btime 2000 winc 0 binc 0"},
      {"go wtime -100 btime -100", "wtime 1 btime 1 winc 0 binc 0"},
      {"go wtime 500", "wtime 500 btime 500 winc 0 binc 0"},
      {"go wtime 500 winc -5 movestogo 0", "wtime 500 btime 500 winc 0 binc 0"},
      {"go wtime 500 movestogo -1", "wtime 500 btime 500 winc 0 binc 0"},
      {"go wtime 9223372036854775807", "wtime 31536000000 btime 31536000000 winc 0 binc 0"},
      {"go mate 3", "mate 3"},
      {"go ponder wtime 500", "wtime 500 btime 500 winc 0 binc 0 ponder"},
      // nothing usable is left: a second, never for ever
      {"go depth abc", "movetime 1000"},
      {"go movetime", "movetime 1000"},
      {"go fast", "movetime 1000"},
      {"go btime 500", "movetime 1000"},
      {"go winc 500", "movetime 1000"},
      {"go movestogo 5", "movetime 1000"},
      {"go mate 0", "movetime 1000"},
      {"go ponder", "movetime 1000 ponder"},
      {"go wtime x btime 500 depth 4", "depth 4"},
      {"go depth abc infinite", " infinite"},
      // only some moves
      {"go depth 1 searchmoves e2e4 d2d4 e2e4", "depth 1 e2e4 d2d4"},
      {"go depth 1 searchmoves e2e5 d2d4", "depth 1 d2d4"},
      {"go depth 1 searchmoves e2e5", "depth 1"},
      {"go searchmoves e2e5", ""},
  };
  for (const auto& [line, limits] : rows) EXPECT_EQ(describe(plan(line).limits), limits) << line;
}

TEST(UciLimits, OnlyTheClockOfTheSideToMoveCounts) {
  const auto black =
      chess::Position::initial().after(notation::parse_uci_move(chess::Position::initial(), "e2e4").value());
  EXPECT_EQ(describe(plan("go btime 500 winc 7", black).limits), "wtime 500 btime 500 winc 7 binc 0");
  EXPECT_EQ(describe(plan("go wtime 500", black).limits), "movetime 1000");
}

TEST(UciLimits, SaysWhatItIgnores) {
  using Problems = std::vector<std::string>;
  EXPECT_EQ(plan("go wtime 1 btime 1").problems, Problems{});
  EXPECT_EQ(plan("go depth x").problems, Problems{"depth must be a whole number, not 'x'"});
  EXPECT_EQ(plan("go mate 0").problems, Problems{"mate must be at least 1"});
  EXPECT_EQ(plan("go depth 1 searchmoves e2e5").problems,
            (Problems{"searchmoves: 'e2e5': it is not legal here",
                      "searchmoves has no legal move: all moves are searched"}));
}

TEST(UciLimits, CastlingMayBeWrittenBothWays) {
  const auto pos = notation::parse_fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1").value();
  EXPECT_EQ(plan("go depth 1 searchmoves e1g1 e1h1", pos).limits.search_moves.size(), 1U);
}

}  // namespace
}  // namespace vitrine::protocols
