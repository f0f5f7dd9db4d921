#include "pawnrace/notation.h"

#include "base/rng.h"
#include "pawnrace/random_positions.h"
#include "support.h"

namespace vitrine::pawnrace {
namespace {

TEST(PawnRaceNotation, ReadsWhatItWrites) {
  base::Rng rng(7);
  for (int i = 0; i < 2000; ++i) {
    const Position pos = random_position(rng, static_cast<int>(rng.below(40)));
    const auto again = parse_position(to_text(pos));
    ASSERT_TRUE(again) << to_text(pos) << ": " << again.error().message;
    EXPECT_EQ(*again, pos);
    for (const Move legal : pos.legal_moves())
      EXPECT_EQ(move(pos, to_text(pos, legal)), legal) << to_text(pos);
  }
}

TEST(PawnRaceNotation, SaysWhatIsWrongWithAMove) {
  const Position pos = position("8/ppp1ppp1/8/3pP3/8/8/1PPP1PPP/8 w d6");
  const struct {
    const char* text;
    const char* error;
  } rows[] = {
      {"", "'' is no move: moves are written like e4 or axb4"},
      {"e9", "'e9' is no move: moves are written like e4 or axb4"},
      {"exd", "'exd' is no move: moves are written like e4 or axb4"},
      {"e2e4", "'e2e4' is no move: moves are written like e4 or axb4"},
      {"E4", "'E4' is no move: moves are written like e4 or axb4"},
      {"e7", "e7 is taken"},
      {"e4", "no pawn of White can step to e4"},
      {"a3", "no pawn of White can step to a3"},
      {"exf6", "there is nothing to take on f6"},
      {"cxd6", "no pawn of White on the c file can take on d6"},
      {"exd6e.p.", "'exd6e.p.' is no move: moves are written like e4 or axb4"},
      {"\x1b[31m", "'?[31m' is no move: moves are written like e4 or axb4"},
  };
  for (const auto& row : rows) {
    const auto parsed = parse_move(pos, row.text);
    ASSERT_FALSE(parsed) << row.text;
    EXPECT_EQ(parsed.error().message, row.error);
  }
  EXPECT_EQ(parse_move(position("7P/8/8/8/8/8/7p/8 b -"), "h1").error().message, "the game is over");
}

TEST(PawnRaceNotation, SaysWhatIsWrongWithAPosition) {
  const struct {
    const char* text;
    const char* error;
  } rows[] = {
      {"", "0 fields; a position has its pawns, w or b, and an en-passant square or -"},
      {"8/8/8/8/8/8/8/8", "1 fields; a position has its pawns, w or b, and an en-passant square or -"},
      {"8/8/8/8/8/8/8/8 w - 0 1",
       "5 fields; a position has its pawns, w or b, and an en-passant square or -"},
      {"8/8/8/8/8/8/P7 w -", "7 ranks instead of 8"},
      {"8/8/8/8/8/8/P7/8/8 w -", "more than 8 ranks"},
      {"8/8/8/8/8/8/P6/8 w -", "7 squares in rank 2 instead of 8"},
      {"8/8/8/8/8/8/P8/8 w -", "more than 8 squares in rank 2"},
      {"8/k7/8/8/8/8/P7/8 w -", "unknown character 'k' in rank 7: only P, p, digits and / may stand there"},
      {"8/p7/8/8/8/8/P7/8 x -", "the turn is w or b, not 'x'"},
      {"8/p7/8/8/8/8/PPPPPPPP/8 w -", "White has 8 pawns, which is more than 7"},
      {"8/8/pppppppp/8/8/8/P7/8 w -", "Black has 8 pawns, which is more than 7"},
      {"8/p7/8/8/8/8/8/P7 w -", "White has a pawn on its first rank"},
      {"p7/8/8/8/8/8/P7/8 w -", "Black has a pawn on its first rank"},
      {"P7/p7/8/8/8/8/8/8 w -",
       "White has a pawn on the last rank, which ends the game, and yet it is to move"},
      {"8/8/8/8/8/8/P7/2pp4 w -", "Black has several pawns on the last rank, but the first ends the game"},
      {"8/8/8/8/8/8/P7/8 w -", "Black has no pawn, though it has just moved one"},
      {"8/p7/8/8/8/8/P7/8 w e9", "en passant: 'e9' is no square, nor -"},
      {"8/8/8/3pP3/8/8/8/8 w d3", "en passant: d3 is not on rank 6"},
      {"8/8/8/3pP3/8/8/8/8 b d6", "en passant: d6 is not on rank 3"},
      {"8/8/8/3pP3/8/8/8/8 w e6", "en passant: no pawn can just have passed e6"},
      {"8/3p4/8/3pP3/8/8/8/8 w d6", "en passant: no pawn can just have passed d6"},
  };
  for (const auto& row : rows) {
    const auto parsed = parse_position(row.text);
    ASSERT_FALSE(parsed) << row.text;
    EXPECT_EQ(parsed.error().message, row.error) << row.text;
  }
}

TEST(PawnRaceNotation, KeepsEnPassantOnlyWhereAPawnCanTake) {
  EXPECT_EQ(to_text(position("8/8/8/3pP3/8/8/8/8 w d6")), "8/8/8/3pP3/8/8/8/8 w d6");
  EXPECT_EQ(to_text(position("8/8/8/3p1P2/8/8/8/8 w d6")), "8/8/8/3p1P2/8/8/8/8 w -");
  EXPECT_EQ(to_text(position("  8/8/8/3p1P2/8/8/8/8   w ")), "8/8/8/3p1P2/8/8/8/8 w -");
}

TEST(PawnRaceNotation, ReadsGaps) {
  EXPECT_EQ(gaps("af"), (Gaps{0, 5}));
  EXPECT_EQ(gaps("AH"), (Gaps{0, 7}));
  EXPECT_EQ(to_text(Gaps{3, 4}), "de");
  for (const char* const text : {"", "a", "ai", "a f", "aff", "11"}) EXPECT_FALSE(parse_gaps(text)) << text;
}

}  // namespace
}  // namespace vitrine::pawnrace
