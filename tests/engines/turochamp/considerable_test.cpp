#include "engines/turochamp/considerable.h"

#include <gtest/gtest.h>

#include "chess/support.h"

namespace vitrine::engines::turochamp {

namespace {

using chess::position;
using chess::square;
using chess::to_text;

std::string considerable(const char* fen, const char* taken_on = nullptr, const Rules& rules = {}) {
  std::optional<chess::Square> sq;
  if (taken_on != nullptr) sq = square(taken_on);
  return to_text(considerable_moves(position(fen), sq, rules).moves);
}

}  // namespace

TEST(TurochampConsiderable, ARecapture) {
  // Knight takes knight that a pawn holds, and the other pawn is held too: only taking back is considerable.
  const char* const fen = "4k3/8/2n5/4N3/3P4/2P5/8/4K3 b - - 0 1";
  EXPECT_EQ(considerable(fen), "");
  EXPECT_EQ(considerable(fen, "e5"), "c6e5");
  EXPECT_EQ(considerable(fen, "d4"), "c6d4");
}

TEST(TurochampConsiderable, TakingAnUndefendedMan) {
  const char* const pawn = "4k3/8/8/8/8/p7/8/R3K3 w - - 0 1";
  const char* const knight = "4k3/8/8/8/8/n7/8/R3K3 w - - 0 1";
  EXPECT_EQ(considerable(pawn), "a1a3");
  EXPECT_EQ(considerable(knight), "a1a3");
  EXPECT_EQ(considerable("4k3/8/8/8/1p6/n7/8/R3K3 w - - 0 1"), "");      // b4 holds it
  EXPECT_EQ(considerable("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"), "e5d6");  // en passant
  EXPECT_EQ(considerable("4k3/2p5/8/3pP3/8/8/8/4K3 w - d6 0 1"), "");    // c7 holds d6
  EXPECT_EQ(considerable("4k3/8/8/8/8/8/3p4/4K3 w - - 0 1"), "e1d2");    // the king takes, too
  EXPECT_EQ(considerable("K3k3/8/8/8/8/1n6/R1r5/8 w - - 0 1"), "a2c2");  // rook takes rook
  Rules rules;
  rules.pawn_is_piece = false;
  EXPECT_EQ(considerable(pawn, nullptr, rules), "");
  EXPECT_EQ(considerable(knight, nullptr, rules), "a1a3");
}

TEST(TurochampConsiderable, TakingMoreWithLess) {
  EXPECT_EQ(considerable("4k3/4p3/3r4/8/5B2/8/8/4K3 w - - 0 1"), "f4d6");  // 3½ takes 5
  EXPECT_EQ(considerable("4k3/4p3/3b4/1N6/8/8/8/4K3 w - - 0 1"), "b5d6");  // 3 takes 3½
  EXPECT_EQ(considerable("4k3/4p3/3n4/8/5B2/8/8/4K3 w - - 0 1"), "");      // 3½ takes 3
  EXPECT_EQ(considerable("4k3/4p3/3b4/8/5B2/8/8/4K3 w - - 0 1"), "");      // equals
  EXPECT_EQ(considerable("4k3/4p3/3n4/4P3/8/8/8/4K3 w - - 0 1"), "e5d6");
  Rules rules;
  rules.extension = Extension::captures;
  EXPECT_EQ(considerable("4k3/4p3/3n4/8/5B2/8/8/4K3 w - - 0 1", nullptr, rules), "f4d6");
  rules.extension = Extension::none;
  EXPECT_EQ(considerable("4k3/4p3/3r4/8/5B2/8/8/4K3 w - - 0 1", "d6", rules), "");
}

TEST(TurochampConsiderable, Checkmate) {
  const char* const back_rank = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1";
  EXPECT_EQ(considerable(back_rank), "a1a8");
  EXPECT_EQ(considerable("6k1/5p1p/8/8/8/8/8/R3K3 w - - 0 1"), "");  // a check
  Rules rules;
  rules.quiet_mate = false;
  EXPECT_EQ(considerable(back_rank, nullptr, rules), "");
  // The king holds his pawn, so that the queen's capture is considerable only because it mates.
  EXPECT_EQ(considerable("6k1/5ppp/5B2/8/8/8/8/6QK w - - 0 1", nullptr, rules), "g1g7");
}

TEST(TurochampConsiderable, NotPromotionUnlessTheRulesSaySo) {
  const char* const fen = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1";
  EXPECT_EQ(considerable(fen), "");
  Rules rules;
  rules.promotion = true;
  EXPECT_EQ(considerable(fen, nullptr, rules), "a7a8b a7a8n a7a8q a7a8r");
}

TEST(TurochampConsiderable, SaysWhetherThoseAreAll) {
  EXPECT_TRUE(considerable_moves(position("7k/6Q1/8/8/8/8/8/K7 b - - 0 1"), {}, {}).is_all);  // Kxg7
  EXPECT_FALSE(considerable_moves(position("7k/5Q2/8/8/8/8/8/K7 w - - 0 1"), {}, {}).is_all);
  // In check, with a man to take and squares to go to.
  const chess::Position checked = position("7k/8/8/8/8/8/4r3/4K3 w - - 0 1");
  EXPECT_EQ(to_text(considerable_moves(checked, {}, {}).moves), "e1e2");
  EXPECT_FALSE(considerable_moves(checked, {}, {}).is_all);
  Rules rules;
  rules.stand_pat = StandPat::unless_checked;
  EXPECT_EQ(to_text(considerable_moves(checked, {}, rules).moves), "e1d1 e1e2 e1f1");
  EXPECT_TRUE(considerable_moves(checked, {}, rules).is_all);
}

TEST(TurochampConsiderable, KnowsWhereAMoveCaptures) {
  const chess::Position pos = position("4k3/8/8/3pP3/8/8/4p3/4K3 w - d6 0 1");
  EXPECT_EQ(captures_on(pos, chess::move(pos, "e5d6")), square("d6"));
  EXPECT_EQ(captures_on(pos, chess::move(pos, "e1e2")), square("e2"));
  EXPECT_EQ(captures_on(pos, chess::move(pos, "e5e6")), std::nullopt);
}

}  // namespace vitrine::engines::turochamp
