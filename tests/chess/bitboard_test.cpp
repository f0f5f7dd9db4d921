#include "chess/bitboard.h"

#include "chess/support.h"

namespace vitrine::chess {
namespace {

TEST(Bitboard, HasFilesAndRanks) {
  EXPECT_EQ(to_text(Bitboard::file(4)), "e1 e2 e3 e4 e5 e6 e7 e8");
  EXPECT_EQ(to_text(Bitboard::rank(6)), "a7 b7 c7 d7 e7 f7 g7 h7");
  EXPECT_EQ(Bitboard::rank_for(Color::white, 1), Bitboard::rank(1));
  EXPECT_EQ(Bitboard::rank_for(Color::black, 1), Bitboard::rank(6));
  EXPECT_EQ(Bitboard::all().count(), 64);
}

TEST(Bitboard, KnowsTheDarkSquares) {
  EXPECT_EQ(Bitboard::dark_squares().count(), 32);
  for (const Square sq : Bitboard::all())
    EXPECT_EQ(Bitboard::dark_squares().contains(sq), sq.is_dark()) << sq.to_string();
}

TEST(Bitboard, CountsItsSquares) {
  struct Row {
    std::string_view names;
    int count;
  };
  for (const auto& [names, count] :
       {Row{"", 0}, Row{"a1", 1}, Row{"h8", 1}, Row{"a1 h8", 2}, Row{"a1 d4 h8", 3}}) {
    const Bitboard set = squares(names);
    EXPECT_EQ(set.count(), count) << names;
    EXPECT_EQ(set.is_empty(), count == 0) << names;
    EXPECT_EQ(set.any(), count > 0) << names;
    EXPECT_EQ(set.has_several(), count > 1) << names;
  }
}

TEST(Bitboard, VisitsItsSquaresFromA1ToH8) {
  EXPECT_EQ(to_text(squares("h8 d4 a1 h1 a8")), "a1 h1 d4 a8 h8");
  EXPECT_EQ(to_text(Bitboard()), "");
  int next = 0;
  for (const Square sq : Bitboard::all()) EXPECT_EQ(sq.index(), next++);
  EXPECT_EQ(next, 64);
}

TEST(Bitboard, GivesItsFirstAndLastSquare) {
  Bitboard set = squares("c3 f6 h8");
  EXPECT_EQ(set.first(), square("c3"));
  EXPECT_EQ(set.last(), square("h8"));
  EXPECT_EQ(set.pop_first(), square("c3"));
  EXPECT_EQ(to_text(set), "f6 h8");
}

TEST(Bitboard, GivesTheSquareNearestToASide) {
  struct Row {
    std::string_view names, white, black;
  };
  for (const auto& [names, white, black] :
       {Row{"c3 f6 h8", "c3", "h8"}, Row{"a8 h8", "a8", "a8"}, Row{"a1 h1", "a1", "a1"},
        Row{"h1 a2 h7 b7 a6", "h1", "b7"}, Row{"d4", "d4", "d4"}}) {
    EXPECT_EQ(squares(names).first_for(Color::white), square(white)) << names;
    EXPECT_EQ(squares(names).first_for(Color::black), square(black)) << names;
  }
  static_assert(Bitboard::all().first_for(Color::black) == Square::at(0, 7));
}

TEST(Bitboard, StepsOverNoEdge) {
  struct Row {
    std::string_view from, north, south, east, west;
  };
  for (const auto& [from, north, south, east, west] : {
           Row{"e4", "e5", "e3", "f4", "d4"},
           Row{"a1", "a2", "", "b1", ""},
           Row{"h1", "h2", "", "", "g1"},
           Row{"a8", "", "a7", "b8", ""},
           Row{"h8", "", "h7", "", "g8"},
           Row{"a4 h4", "a5 h5", "a3 h3", "b4", "g4"},
       }) {
    const Bitboard set = squares(from);
    EXPECT_EQ(to_text(set.north()), north) << from;
    EXPECT_EQ(to_text(set.south()), south) << from;
    EXPECT_EQ(to_text(set.east()), east) << from;
    EXPECT_EQ(to_text(set.west()), west) << from;
    EXPECT_EQ(set.forward(Color::white), set.north()) << from;
    EXPECT_EQ(set.forward(Color::black), set.south()) << from;
  }
}

TEST(Bitboard, IsASet) {
  const Bitboard a = squares("a1 b1 c1");
  const Bitboard b = squares("c1 d1");
  EXPECT_EQ(to_text(a & b), "c1");
  EXPECT_EQ(to_text(a | b), "a1 b1 c1 d1");
  EXPECT_EQ(to_text(a ^ b), "a1 b1 d1");
  EXPECT_EQ((~a).count(), 61);
  Bitboard c = a;
  c |= b;
  c &= ~squares("a1");
  c ^= squares("b1 h8");
  EXPECT_EQ(to_text(c), "c1 d1 h8");
  EXPECT_TRUE(c.contains(square("h8")));
  EXPECT_FALSE(c.contains(square("b1")));
}

}  // namespace
}  // namespace vitrine::chess
