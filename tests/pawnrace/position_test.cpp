#include "pawnrace/position.h"

#include "pawnrace/setups.h"
#include "support.h"

namespace vitrine::pawnrace {
namespace {

TEST(PawnRacePosition, StartsWithSevenPawnsASide) {
  for (const Gaps setup : allowed_setups()) {
    const Position pos = Position::start(setup);
    EXPECT_EQ(pos.turn(), Color::white);
    EXPECT_EQ(pos.pawns(Color::white), Bitboard::rank(1) & ~Bitboard::file(setup.white));
    EXPECT_EQ(pos.pawns(Color::black), Bitboard::rank(6) & ~Bitboard::file(setup.black));
    EXPECT_EQ(pos.legal_moves().size(), 14);
  }
}

TEST(PawnRacePosition, MovesLikePawnsOfChess) {
  const struct {
    const char* position;
    const char* moves;
  } rows[] = {
      {"8/8/8/8/8/8/P7/8 b -", ""},  // Black has no pawn: it has lost
      {"8/p7/8/8/8/8/P7/8 w -", "a3 a4"},
      {"8/p7/8/8/8/8/P7/8 b -", "a5 a6"},
      {"8/8/8/p7/P7/8/8/8 w -", ""},                          // face to face
      {"8/8/8/8/p7/8/P7/8 w -", "a3"},                        // no double step onto a pawn
      {"8/8/8/8/8/p7/P7/8 w -", ""},                          // nor over one
      {"8/8/8/8/8/1p6/P1P5/8 w -", "a3 a4 axb3 c3 c4 cxb3"},  // both can take
      {"8/8/8/p6p/P6P/8/8/8 w -", ""},                        // nothing is taken round the edge
      {"8/8/7p/P7/8/8/8/8 w -", "a6"},
      {"8/P7/8/8/8/8/p7/8 w -", "a8"},
      {"8/P6p/8/8/8/8/8/8 w -", "a8"},
      {"8/8/8/3pP3/8/8/8/8 w d6", "e6 exd6"},
      {"8/8/8/3pP3/8/8/8/8 w -", "e6"},
      {"8/8/8/8/3pP3/8/8/8 b e3", "d3 dxe3"},
      {"8/8/8/2PpP3/8/8/8/8 w d6", "c6 cxd6 e6 exd6"},
  };
  for (const auto& row : rows) EXPECT_EQ(moves_of(position(row.position)), row.moves) << row.position;
}

TEST(PawnRacePosition, TakesEnPassantAtOnceOrNever) {
  const Position start = Position::start(gaps("ah"));
  const Position before = play(start, "e4 a6 e5");
  const Position jumped = play(before, "d5");
  EXPECT_EQ(to_text(jumped), "8/1pp1ppp1/p7/3pP3/8/8/1PPP1PPP/8 w d6");
  EXPECT_EQ(to_text(play(jumped, "exd6")), "8/1pp1ppp1/p2P4/8/8/8/1PPP1PPP/8 b -");
  EXPECT_EQ(to_text(play(jumped, "b3 a5")), "8/1pp1ppp1/8/p2pP3/8/1P6/2PP1PPP/8 w -");
  EXPECT_FALSE(parse_move(play(jumped, "b3 a5"), "exd6"));
  // One step is no double step, and far from any pawn nothing can be taken.
  EXPECT_TRUE(play(before, "d6").en_passant().is_empty());
  EXPECT_TRUE(play(before, "g5").en_passant().is_empty());
  // Black takes too.
  EXPECT_EQ(to_text(play(start, "b3 d5 b4 d4 e4")), "8/ppp1ppp1/8/8/1P1pP3/8/2PP1PPP/8 b e3");
  EXPECT_EQ(to_text(play(start, "b3 d5 b4 d4 e4 dxe3")), "8/ppp1ppp1/8/8/1P6/4p3/2PP1PPP/8 w -");
}

TEST(PawnRacePosition, EndsOnTheLastRankByCaptureOfAllOrWithoutMove) {
  EXPECT_EQ(play(position("8/P7/8/8/8/8/7p/8 w -"), "a8").end(), End::last_rank);
  EXPECT_EQ(play(position("8/P7/8/8/8/8/7p/8 b -"), "h1").end(), End::last_rank);
  EXPECT_EQ(play(position("8/8/1p6/P7/8/8/8/8 w -"), "axb6").end(), End::all_captured);
  EXPECT_EQ(play(position("8/8/p7/8/P7/8/8/8 w -"), "a5").end(), End::no_move);
  // Only the side to move counts: White is stuck too, but it has just moved.
  const Position pos = position("8/8/p7/8/P6p/8/8/8 w -");
  EXPECT_EQ(play(pos, "a5").end(), std::nullopt);
  EXPECT_EQ(play(pos, "a5 h3").end(), End::no_move);
  EXPECT_TRUE(play(position("8/P7/8/8/8/8/7p/8 w -"), "a8").legal_moves().is_empty());
}

TEST(PawnRacePosition, IsTheSameGameMirrored) {
  const Position start = Position::start(gaps("af"));
  EXPECT_EQ(start.mirrored(), Position::start(gaps("hc")));
  EXPECT_EQ(play(start, "b4 c5 bxc5").mirrored(), play(Position::start(gaps("hc")), "g4 f5 gxf5"));
  EXPECT_EQ(Position::start({0, 2}, 3).mirrored(3), Position::start({2, 0}, 3));
}

TEST(PawnRaceSetups, AllowNoSetupNorItsMirrorTwiceAndOppositeGapsOnce) {
  EXPECT_EQ(allowed_setups().size(), 64U);
  const std::vector<Gaps> chosen = {gaps("af"), gaps("bb")};
  EXPECT_FALSE(is_allowed(gaps("af"), chosen));
  EXPECT_FALSE(is_allowed(gaps("hc"), chosen));
  EXPECT_TRUE(is_allowed(gaps("fa"), chosen));
  for (const char* const opposite : {"aa", "bb", "cc", "dd", "ee", "ff", "gg", "hh"})
    EXPECT_FALSE(is_allowed(gaps(opposite), chosen)) << opposite;
  EXPECT_EQ(allowed_setups(chosen).size(), 64U - 8U - 2U);
}

}  // namespace
}  // namespace vitrine::pawnrace
