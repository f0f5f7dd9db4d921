#include "cli/board_view.h"

#include <gtest/gtest.h>

#include "notation/fen.h"
#include "notation/uci_move.h"

namespace vitrine::cli {

namespace {

chess::Position position(const char* fen) { return notation::parse_fen(fen).value(); }

}  // namespace

TEST(BoardView, LettersSeenFromBothSides) {
  const auto pos = position("r3k3/8/8/8/8/8/4P3/4K2R w Kq - 0 1");
  EXPECT_EQ(draw_board(pos, chess::Color::white, {}),
            "  +------------------------+\n"
            "8 | r  .  .  .  k  .  .  . |\n"
            "7 | .  .  .  .  .  .  .  . |\n"
            "6 | .  .  .  .  .  .  .  . |\n"
            "5 | .  .  .  .  .  .  .  . |\n"
            "4 | .  .  .  .  .  .  .  . |\n"
            "3 | .  .  .  .  .  .  .  . |\n"
            "2 | .  .  .  .  P  .  .  . |\n"
            "1 | .  .  .  .  K  .  .  R |\n"
            "  +------------------------+\n"
            "    a  b  c  d  e  f  g  h\n");
  const std::string turned = draw_board(pos, chess::Color::black, {});
  EXPECT_NE(turned.find("1 | R  .  .  K  .  .  .  . |"), std::string::npos) << turned;
  EXPECT_NE(turned.find("    h  g  f  e  d  c  b  a\n"), std::string::npos) << turned;
}

TEST(BoardView, MarksTheLastMoveAndTheCheck) {
  const auto before = position("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
  const auto check = notation::parse_uci_move(before, "h1h8").value();
  const std::string board = draw_board(before.after(check), chess::Color::white, {}, check);
  EXPECT_NE(board.find("8 | .  .  .  . (k) .  . [R]|"), std::string::npos) << board;
  EXPECT_NE(board.find("1 | .  .  .  .  K  .  . [.]|"), std::string::npos) << board;
  const auto castling = notation::parse_uci_move(before, "e1g1").value();
  const std::string castled = draw_board(before.after(castling), chess::Color::white, {}, castling);
  EXPECT_NE(castled.find("1 | .  .  .  . [.] R [K] . |"), std::string::npos) << castled;
}

TEST(BoardView, FiguresAndColours) {
  const auto pos = position("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
  const std::string outlined = draw_board(pos, chess::Color::white, {.unicode = true});
  EXPECT_NE(outlined.find("1 | .  .  .  .  ♔  .  .  ♖ |"), std::string::npos) << outlined;
  EXPECT_EQ(outlined.find('\033'), std::string::npos);
  const std::string colored = draw_board(pos, chess::Color::white, {.unicode = true, .color = true});
  EXPECT_EQ(colored.find("♔"), std::string::npos) << "in colour both sides are solid";
  EXPECT_NE(colored.find("\033[38;5;231"), std::string::npos);
}

}  // namespace vitrine::cli
