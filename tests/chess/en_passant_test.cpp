// En passant: who may take, and who may not because his king would fall. A position keeps the square only if
// somebody may.

#include "chess/support.h"

namespace vitrine::chess {
namespace {

struct Row {
  std::string_view fen;
  std::string_view captures;  // the en-passant captures that are legal
};

std::string en_passant_captures(const Position& pos) {
  MoveList captures;
  for (const Move m : pos.legal_moves())
    if (m.is_en_passant()) captures.push_back(m);
  return to_text(captures);
}

constexpr Row kRows[] = {
    {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6"},
    {"4k3/8/8/2PpP3/8/8/8/4K3 w - d6 0 1", "c5d6 e5d6"},
    // Neighbours on the board's edge are no neighbours.
    {"4k3/8/8/p6P/8/8/8/4K3 w - a6 0 1", ""},
    {"4k3/8/8/P6p/8/8/8/4K3 w - h6 0 1", ""},
    {"4k3/8/8/pP6/8/8/8/4K3 w - a6 0 1", "b5a6"},
    // The rank: both pawns vanish from it, and the rook sees the king.
    {"8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1", ""},
    {"8/8/8/r2pP2K/8/8/8/4k3 w - d6 0 1", ""},
    {"8/8/8/q1Pp3K/8/8/8/4k3 w - d6 0 1", ""},
    // A bishop on that rank does no harm, nor a rook behind another man.
    {"8/8/8/K2pP2b/8/8/8/4k3 w - d6 0 1", "e5d6"},
    {"8/8/8/KN1pP2r/8/8/8/4k3 w - d6 0 1", "e5d6"},
    // With two takers one of them still stands in the way.
    {"8/8/8/K1PpP2r/8/8/8/4k3 w - d6 0 1", "c5d6 e5d6"},
    // A pawn pinned on a diagonal takes along it and not off it.
    {"1b2k3/8/8/3pP3/8/8/7K/8 w - d6 0 1", "e5d6"},
    {"4k2b/8/8/3pP3/8/8/8/K7 w - d6 0 1", ""},
    {"4k2b/8/8/2PpP3/8/8/8/K7 w - d6 0 1", "c5d6"},
    // A pawn pinned on its file never takes.
    {"4r3/8/8/3pP3/8/8/8/k3K3 w - d6 0 1", ""},
    {"4r3/8/8/2PpP3/8/8/8/k3K3 w - d6 0 1", "c5d6"},
    // On the file of the taken pawn the taker is the new shield.
    {"3r4/8/8/3pP3/8/8/8/k2K4 w - d6 0 1", "e5d6"},
    // The taken pawn is all that shields the king from a bishop (no game leads here, a FEN does).
    {"6b1/8/8/3pP3/8/8/K7/4k3 w - d6 0 1", ""},
    // The double step gave check: taking the checker is an answer.
    {"4k3/8/8/3pP3/4K3/8/8/8 w - d6 0 1", "e5d6"},
    {"4k3/8/8/3pP3/2K5/8/8/8 w - d6 0 1", "e5d6"},
    // But not by a pinned pawn, and not if a slider behind the pawn gives the check.
    {"4r1k1/8/8/3pP3/4K3/8/8/8 w - d6 0 1", ""},
    {"4b1k1/8/8/3pP3/K7/8/8/8 w - d6 0 1", ""},
};

TEST(EnPassant, IsForThoseWhoseKingStaysSafe) {
  for (const auto& [fen, captures] : kRows) {
    const Position pos = position(fen);
    EXPECT_EQ(en_passant_captures(pos), captures) << fen;
    EXPECT_EQ(pos.en_passant().has_value(), !captures.empty()) << fen;
    std::string of_black;
    for (const std::string& text : words(captures))
      of_black += (of_black.empty() ? "" : " ") + mirrored_move(text);
    EXPECT_EQ(en_passant_captures(mirrored(pos)), of_black) << "mirrored " << fen;
  }
}

// Playing the double step must find the same as reading it.
TEST(EnPassant, IsFoundByTheDoubleStepToo) {
  for (const auto& [fen, captures] : kRows) {
    chess::Setup before = setup(fen);
    const Square jumped_over = *before.en_passant;
    before.remove(jumped_over.up(-1));
    before.put(jumped_over.up(1), {Color::black, PieceType::pawn});
    before.en_passant.reset();
    before.turn = Color::black;
    const auto pos = Position::from_setup(before);
    if (!pos) continue;  // White would have been in check out of turn
    const Position after = pos->after(Move(jumped_over.up(1), jumped_over.up(-1), MoveKind::double_push));
    EXPECT_TRUE(after.is_same_position(position(fen))) << fen;
    EXPECT_EQ(en_passant_captures(after), captures) << fen;
  }
}

TEST(EnPassant, TakesThePawnBesideAndLastsOneMove) {
  const Position pos = position("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 9");
  EXPECT_EQ(notation::to_fen(pos.after(move(pos, "e5d6"))), "4k3/8/3P4/8/8/8/8/4K3 b - - 0 9");
  EXPECT_EQ(pos.captured(move(pos, "e5d6")), PieceType::pawn);
  const Position later = pos.after(move(pos, "e1e2"));
  EXPECT_FALSE(later.en_passant());
  EXPECT_FALSE(later.after(move(later, "e8e7")).en_passant());
}

TEST(EnPassant, IsNotOfferedAfterASingleStep) {
  const Position pos = position("4k3/8/3p4/4P3/8/8/8/4K3 b - - 0 1");
  EXPECT_FALSE(pos.after(move(pos, "d6d5")).en_passant());
}

}  // namespace
}  // namespace vitrine::chess
