#include "engines/turochamp/men.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "chess/support.h"

namespace vitrine::engines::turochamp {

namespace {

using chess::Bitboard;
using chess::Color;
using chess::PieceType;
using chess::position;
using chess::square;
using chess::squares;
using chess::to_text;

// Where the legal moves of a man lead.
Bitboard legal_targets(const chess::Position& pos, chess::Square from) {
  Bitboard targets;
  for (const chess::Move move : pos.legal_moves())
    if (move.from() == from && !move.is_castling()) targets |= Bitboard(move.to());
  return targets;
}

bool can_castle(const chess::Position& pos) {
  return std::ranges::any_of(pos.legal_moves(), [](chess::Move move) { return move.is_castling(); });
}

std::string defenders(const char* fen, const char* sq, const Rules& rules = {}) {
  const chess::Position pos = position(fen);
  return to_text(defenders_of(square(sq), pos.piece_at(square(sq))->color, pos, rules));
}

Rules with(Defenders kind) {
  Rules rules;
  rules.defenders = kind;
  return rules;
}

}  // namespace

// On the side to move, legal moves are what chess says; with the turn passed they are the other side's.
TEST(TurochampMen, MoveAsTheRulesOfChessSay) {
  for (const chess::Position& pos : chess::random_positions(31, 2000)) {
    const Men own(pos, pos.turn());
    EXPECT_EQ(own.can_castle(), can_castle(pos)) << notation::to_fen(pos);
    for (const chess::Square sq : pos.pieces(pos.turn()) & ~pos.pieces(PieceType::pawn))
      EXPECT_EQ(own.targets(pos.piece_at(sq)->type, sq), legal_targets(pos, sq))
          << sq.to_string() << " in " << notation::to_fen(pos);
    if (pos.is_check()) continue;
    const chess::Position passed = pos.after_null();
    const Men other(pos, !pos.turn());
    EXPECT_EQ(other.can_castle(), can_castle(passed)) << notation::to_fen(pos);
    for (const chess::Square sq : pos.pieces(!pos.turn()) & ~pos.pieces(PieceType::pawn))
      EXPECT_EQ(other.targets(pos.piece_at(sq)->type, sq), legal_targets(passed, sq))
          << sq.to_string() << " in " << notation::to_fen(pos);
  }
}

// No position of chess has the enemy king in check and the turn with us: here the machine has just checked.
TEST(TurochampMen, ReachTheKingTheyCheck) {
  const auto pos = position("4k3/8/8/8/8/8/4R3/4K3 b - - 0 1");
  EXPECT_EQ(to_text(Men(pos, Color::white).targets(PieceType::rook, square("e2"))),
            to_text(squares("a2 b2 c2 d2 f2 g2 h2 e3 e4 e5 e6 e7 e8")));
}

TEST(TurochampMen, DefendByContactWithoutRegardToPins) {
  // The knight on c3 is held by pawn b2 and bishop d2; the bishop by the king.
  const char* const fen = "4k3/8/8/8/8/2N5/1P1B4/4K3 w - - 0 1";
  EXPECT_EQ(defenders(fen, "c3"), "b2 d2");
  EXPECT_EQ(defenders(fen, "d2"), "e1");
  Rules without_king;
  without_king.king_defends = false;
  EXPECT_EQ(defenders(fen, "d2", without_king), "");
  // The rook on e3 is pinned by e8 and still holds c3, unless only legal moves count.
  const char* const pinned = "4r2k/8/8/8/8/2N1R3/8/4K3 w - - 0 1";
  EXPECT_EQ(defenders(pinned, "c3"), "e3");
  EXPECT_EQ(defenders(pinned, "c3", with(Defenders::legal)), "");
  // A king doesn't hold what the enemy attacks, if only legal moves count.
  EXPECT_EQ(defenders("3r3k/8/8/8/8/8/3N4/4K3 w - - 0 1", "d2", with(Defenders::legal)), "");
  EXPECT_EQ(defenders("7k/8/8/8/8/8/3N4/4K3 w - - 0 1", "d2", with(Defenders::legal)), "e1");
}

TEST(TurochampMen, DefendThroughEachOtherIfTheRulesSaySo) {
  // A rook behind a rook, and a bishop behind a pawn.
  const char* const doubled = "7k/8/8/8/4N3/8/4R3/K3R3 w - - 0 1";
  EXPECT_EQ(defenders(doubled, "e4"), "e2");
  EXPECT_EQ(defenders(doubled, "e4", with(Defenders::x_ray)), "e1 e2");
  const char* const behind_pawn = "7k/8/8/8/2N5/3P4/4B3/K7 w - - 0 1";
  EXPECT_EQ(defenders(behind_pawn, "c4"), "d3");
  EXPECT_EQ(defenders(behind_pawn, "c4", with(Defenders::x_ray)), "e2 d3");
  // Not through the king.
  const char* const behind_king = "7k/8/8/8/4N3/4K3/4R3/8 w - - 0 1";
  EXPECT_EQ(defenders(behind_king, "e4", with(Defenders::x_ray)), "e3");
}

}  // namespace vitrine::engines::turochamp
