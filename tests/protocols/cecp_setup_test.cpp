#include "protocols/cecp_setup.h"

#include <gtest/gtest.h>

#include <chrono>
#include <string>

#include "notation/fen.h"
#include "notation/uci_move.h"

namespace vitrine::protocols {

namespace {

using namespace std::chrono_literals;

chess::Position position(const char* fen) { return notation::parse_fen(fen).value(); }

std::string edit(const char* fen, const CecpMoveStyle& style = {}) {
  const auto commands = cecp_edit_commands(position(fen), style);
  if (!commands) return "impossible";
  std::string text;
  for (const std::string& command : *commands) text += (text.empty() ? "" : " ") + command;
  return text;
}

}  // namespace

TEST(CecpSetup, Times) {
  EXPECT_EQ(cecp_level_command(40, 5min, 0s), "level 40 5 0");
  EXPECT_EQ(cecp_level_command({}, 2min, 12s), "level 0 2 12");
  EXPECT_EQ(cecp_level_command({}, 90500ms, 100ms), "level 0 1:30 0.1");
  EXPECT_EQ(cecp_level_command({}, 65s, 1050ms), "level 0 1:05 1.05");
  EXPECT_EQ(cecp_level_command({}, 300ms, 8ms), "level 0 0:01 0.008");
  EXPECT_EQ(cecp_level_command({}, -5s, -1s), "level 0 0:01 0");
  EXPECT_EQ(cecp_move_time_command(100ms), "st 1");
  EXPECT_EQ(cecp_move_time_command(2001ms), "st 3");
  EXPECT_EQ(cecp_centiseconds(1239ms), "123");
  EXPECT_EQ(cecp_centiseconds(-5s), "0");
}

TEST(CecpSetup, EditsWhatItCan) {
  EXPECT_EQ(edit("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"), "edit # Ke1 Pe2 c Ke8 .");
  EXPECT_EQ(edit("4k3/8/8/8/8/8/4P3/4K3 b - - 0 1"), "a2a3 edit # Ke1 Pe2 c Ke8 .");
  EXPECT_EQ(edit("4k3/8/8/8/8/8/4P3/4K3 b - - 0 1", {.has_usermove = true, .is_san = true}),
            "usermove a3 edit # Ke1 Pe2 c Ke8 .");
  EXPECT_EQ(edit("4k2r/8/8/8/8/8/8/4K3 w k - 0 1"), "edit # Ke1 c Ke8 Rh8 .");
  EXPECT_EQ(edit("4k2r/8/8/8/8/8/8/4K3 w - - 0 1"), "impossible") << "it would think that Black may castle";
  EXPECT_EQ(edit("4k3/8/8/8/1pP5/8/8/4K3 b - c3 0 1"), "edit # Ke1 Pc2 c Pb4 Ke8 . c2c4")
      << "en passant comes with the double step";
}

TEST(CecpSetup, MovesInAllTheirForms) {
  struct Row {
    const char* fen;
    const char* text;
    const char* move;  // or 0000
  };
  constexpr const char* kStart = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
  constexpr const char* kCastle = "4k3/P7/8/8/8/8/8/4K2R w K - 0 1";
  for (const auto& [fen, text, move] :
       {Row{kStart, "e2e4", "e2e4"}, Row{kStart, "Nf3", "g1f3"}, Row{kStart, "Ng1-f3", "g1f3"},
        Row{kStart, "1.e4", "e2e4"}, Row{kStart, "<Nf3>", "g1f3"}, Row{kStart, "e2-e4", "e2e4"},
        Row{kCastle, "O-O", "e1g1"}, Row{kCastle, "0-0", "e1g1"}, Row{kCastle, "e1g1", "e1g1"},
        Row{kCastle, "a7a8Q", "a7a8q"}, Row{kCastle, "a7a8=N", "a7a8n"}, Row{kCastle, "a8=Q+", "a7a8q"},
        Row{kStart, "e2e5", "0000"}, Row{kStart, "", "0000"}, Row{kStart, "...", "0000"},
        Row{kStart, "<>", "0000"}, Row{kStart, "\xff", "0000"}})
    EXPECT_EQ(notation::to_uci(parse_cecp_move(position(fen), text)), move) << text;
}

TEST(CecpSetup, WritesMovesAsTheEngineWantsThem) {
  const chess::Position pos = position("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
  const chess::Move castling = notation::parse_uci_move(pos, "e1g1").value();
  EXPECT_EQ(cecp_move_text(pos, castling, {}), "e1g1");
  EXPECT_EQ(cecp_move_text(pos, castling, {.is_san = true}), "O-O");
  EXPECT_EQ(cecp_move_text(pos, castling, {.is_chess960 = true}), "O-O");
  EXPECT_EQ(cecp_move_command("e1g1", {.has_usermove = true}), "usermove e1g1");
}

}  // namespace vitrine::protocols
