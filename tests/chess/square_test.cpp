#include "chess/square.h"

#include "chess/support.h"

namespace vitrine::chess {
namespace {

TEST(Square, CountsFromA1ByFiles) {
  struct Row {
    std::string_view name;
    int index, file, rank;
    bool is_dark;
  };
  for (const auto& [name, index, file, rank, is_dark] : {
           Row{"a1", 0, 0, 0, true},
           Row{"h1", 7, 7, 0, false},
           Row{"a2", 8, 0, 1, false},
           Row{"e4", 28, 4, 3, false},
           Row{"d4", 27, 3, 3, true},
           Row{"a8", 56, 0, 7, false},
           Row{"h8", 63, 7, 7, true},
       }) {
    const Square sq = square(name);
    EXPECT_EQ(sq, Square::at(file, rank)) << name;
    EXPECT_EQ(sq, Square::from_index(index)) << name;
    EXPECT_EQ(sq.index(), index) << name;
    EXPECT_EQ(sq.file(), file) << name;
    EXPECT_EQ(sq.rank(), rank) << name;
    EXPECT_EQ(sq.is_dark(), is_dark) << name;
    EXPECT_EQ(sq.to_string(), name);
  }
}

TEST(Square, ReadsItsOwnNames) {
  for (int i = 0; i < 64; ++i)
    EXPECT_EQ(Square::parse(Square::from_index(i).to_string()), Square::from_index(i));
}

TEST(Square, ReadsNothingElse) {
  for (const std::string_view text :
       {"", "e", "4", "e44", "i1", "a0", "a9", "E4", "4e", "`1", "e4 ", " e4", "-"})
    EXPECT_FALSE(Square::parse(text)) << text;
  EXPECT_FALSE(Square::parse(std::string_view("a\0", 2)));
}

TEST(Square, IsSeenFromBothSides) {
  EXPECT_EQ(square("e2").flipped(), square("e7"));
  EXPECT_EQ(square("a8").flipped(), square("a1"));
  EXPECT_EQ(square("e2").up(2), square("e4"));
  EXPECT_EQ(square("e7").up(-1), square("e6"));
  EXPECT_EQ(square("e2").rank_for(Color::white), 1);
  EXPECT_EQ(square("e2").rank_for(Color::black), 6);
  for (int i = 0; i < 64; ++i) {
    const Square sq = Square::from_index(i);
    EXPECT_EQ(sq.flipped().flipped(), sq);
    EXPECT_EQ(sq.flipped().rank_for(Color::black), sq.rank_for(Color::white));
  }
}

TEST(Square, IsSoManyKingStepsAway) {
  struct Row {
    std::string_view from, to;
    int steps;
  };
  for (const auto& [from, to, steps] : {
           Row{"e4", "e4", 0},
           Row{"e4", "f5", 1},
           Row{"a1", "h8", 7},
           Row{"a1", "b8", 7},
           Row{"g1", "f3", 2},
           Row{"c6", "h5", 5},
       }) {
    EXPECT_EQ(distance(square(from), square(to)), steps) << from << to;
    EXPECT_EQ(distance(square(to), square(from)), steps) << to << from;
  }
}

TEST(Square, HasAnOrder) {
  EXPECT_LT(square("h1"), square("a2"));
  EXPECT_GT(square("b3"), square("a3"));
}

TEST(Color, HasAnOther) {
  EXPECT_EQ(!Color::white, Color::black);
  EXPECT_EQ(!Color::black, Color::white);
}

TEST(Square, HasAName) {
  static_assert(Square::e4 == Square::at(4, 3));
  static_assert(Square::a1.index() == 0 && Square::h1.index() == 7 && Square::h8.index() == 63);
  for (const Square sq : {Square::a8, Square::b7, Square::c6, Square::d5, Square::f3, Square::g2})
    EXPECT_EQ(sq.file() + sq.rank(), 7) << sq.to_string();
  EXPECT_EQ(Square::d4, square("d4"));
  EXPECT_EQ(Square::g6, square("g6"));
}

}  // namespace
}  // namespace vitrine::chess
