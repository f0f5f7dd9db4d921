#include "chess/attacks.h"

#include "chess/slow_attacks.h"
#include "chess/support.h"

namespace vitrine::chess {
namespace {

TEST(Attacks, OfOneMan) {
  struct Row {
    char man;
    std::string_view from, occupied, attacked;
  };
  for (const auto& [man, from, occupied, attacked] : {
           Row{'N', "a1", "", "c2 b3"},
           Row{'N', "e4", "d2 f2", "d2 f2 c3 g3 c5 g5 d6 f6"},
           Row{'K', "h8", "", "g7 h7 g8"},
           Row{'P', "a2", "", "b3"},
           Row{'p', "h7", "", "g6"},
           Row{'P', "e4", "e5", "d5 f5"},
           Row{'p', "e4", "e3", "d3 f3"},
           Row{'B', "c1", "b2 e3", "b2 d2 e3"},
           Row{'R', "a1", "a3 d1", "b1 c1 d1 a2 a3"},
           Row{'Q', "h1", "h2 g2 g1", "g1 g2 h2"},
       }) {
    const Piece piece = *Piece::parse(man);
    const Bitboard found = piece.type == PieceType::pawn
                               ? pawn_attacks(piece.color, square(from))
                               : piece_attacks(piece.type, square(from), squares(occupied));
    EXPECT_EQ(to_text(found), attacked) << man << from;
  }
}

TEST(Attacks, OfSteppersAgreeWithWalking) {
  for (const Square sq : Bitboard::all()) {
    EXPECT_EQ(knight_attacks(sq), slow::attacks({Color::white, PieceType::knight}, sq, {})) << sq.to_string();
    EXPECT_EQ(king_attacks(sq), slow::attacks({Color::white, PieceType::king}, sq, {})) << sq.to_string();
    for (const Color color : {Color::white, Color::black})
      EXPECT_EQ(pawn_attacks(color, sq), slow::attacks({color, PieceType::pawn}, sq, {})) << sq.to_string();
  }
}

// Dense, even and sparse boards, so that short and long lines both come up.
Bitboard random_occupancy(base::Rng& rng) {
  const std::uint64_t bits = rng.next();
  switch (rng.below(3)) {
    case 0: return Bitboard(bits | rng.next());
    case 1: return Bitboard(bits);
    default: return Bitboard(bits & rng.next() & rng.next());
  }
}

TEST(Attacks, OfSlidersAgreeWithWalking) {
  base::Rng rng(7);
  for (int i = 0; i < scaled(10'000); ++i) {
    const Bitboard occupied = random_occupancy(rng);
    for (const Square sq : Bitboard::all())
      for (const PieceType type : {PieceType::bishop, PieceType::rook, PieceType::queen}) {
        const Bitboard expected = slow::attacks({Color::white, type}, sq, occupied);
        ASSERT_EQ(piece_attacks(type, sq, occupied), expected) << to_char(type) << sq.to_string();
      }
  }
}

// Every set of blockers on the rook's and bishop's own lines: what the magic or PEXT index has to tell apart.
TEST(Attacks, OfSlidersAgreeWithWalkingForEverySetOfBlockers) {
  for (const PieceType type : {PieceType::bishop, PieceType::rook})
    for (const Square sq : {square("a1"), square("e4"), square("h7"), square("d8")}) {
      const std::uint64_t lines = slow::attacks({Color::white, type}, sq, {}).bits();
      std::uint64_t blockers = 0;
      do {
        const Bitboard occupied(blockers);
        ASSERT_EQ(piece_attacks(type, sq, occupied), slow::attacks({Color::white, type}, sq, occupied));
        blockers = (blockers - lines) & lines;
      } while (blockers != 0);
    }
}

TEST(Attacks, OfManyAreTheUnionOfEach) {
  base::Rng rng(8);
  for (int i = 0; i < scaled(10'000); ++i) {
    const Bitboard occupied = random_occupancy(rng);
    const Bitboard orthogonal = occupied & random_occupancy(rng);
    const Bitboard diagonal = occupied & random_occupancy(rng);
    Bitboard by_sliders, by_knights;
    std::array<Bitboard, 2> by_pawns;
    for (const Square sq : orthogonal)
      by_sliders |= slow::attacks({Color::white, PieceType::rook}, sq, occupied);
    for (const Square sq : diagonal)
      by_sliders |= slow::attacks({Color::white, PieceType::bishop}, sq, occupied);
    ASSERT_EQ(slider_attacks(orthogonal, diagonal, occupied), by_sliders)
        << to_text(orthogonal) << " / " << to_text(diagonal) << " / " << to_text(occupied);

    for (const Square sq : occupied) {
      by_knights |= slow::attacks({Color::white, PieceType::knight}, sq, occupied);
      for (const Color color : {Color::white, Color::black})
        by_pawns[index(color)] |= slow::attacks({color, PieceType::pawn}, sq, occupied);
    }
    ASSERT_EQ(knight_attacks(occupied), by_knights) << to_text(occupied);
    ASSERT_EQ(pawn_attacks(Color::white, occupied), by_pawns[0]) << to_text(occupied);
    ASSERT_EQ(pawn_attacks(Color::black, occupied), by_pawns[1]) << to_text(occupied);
  }
}

TEST(Attacks, LinesAndWhatLiesBetween) {
  struct Row {
    std::string_view a, b, between, line;
  };
  for (const auto& [a, b, in_between, line] : {
           Row{"a1", "d4", "b2 c3", "a1 b2 c3 d4 e5 f6 g7 h8"},
           Row{"e1", "e8", "e2 e3 e4 e5 e6 e7", "e1 e2 e3 e4 e5 e6 e7 e8"},
           Row{"b3", "d3", "c3", "a3 b3 c3 d3 e3 f3 g3 h3"},
           Row{"h5", "f7", "g6", "h5 g6 f7 e8"},
           Row{"e4", "e5", "", "e1 e2 e3 e4 e5 e6 e7 e8"},
           Row{"a1", "b3", "", ""},
           Row{"e4", "e4", "", ""},
       }) {
    EXPECT_EQ(to_text(between(square(a), square(b))), in_between) << a << b;
    EXPECT_EQ(to_text(between(square(b), square(a))), in_between) << b << a;
    EXPECT_EQ(to_text(line_through(square(a), square(b))), line) << a << b;
    EXPECT_EQ(to_text(line_through(square(b), square(a))), line) << b << a;
  }
}

// Two squares share a line if and only if a queen on an empty board goes from one to the other, and a queen
// on each sees the squares between.
TEST(Attacks, LinesAreWhatQueensSee) {
  constexpr Piece kQueen{Color::white, PieceType::queen};
  for (const Square a : Bitboard::all())
    for (const Square b : Bitboard::all()) {
      const bool is_aligned = slow::attacks(kQueen, a, {}).contains(b);
      ASSERT_EQ(line_through(a, b).any(), is_aligned) << a.to_string() << b.to_string();
      const Bitboard line = line_through(a, b);
      ASSERT_EQ(between(a, b),
                slow::attacks(kQueen, a, Bitboard(b)) & slow::attacks(kQueen, b, Bitboard(a)) & line);
    }
}

}  // namespace
}  // namespace vitrine::chess
