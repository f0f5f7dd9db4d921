#include "chess/piece.h"

#include "chess/support.h"

namespace vitrine::chess {
namespace {

TEST(Piece, HasTheLetterOfFen) {
  using enum PieceType;
  struct Row {
    char letter;
    Piece piece;
  };
  for (const auto& [letter, piece] : {
           Row{'P', {Color::white, pawn}},
           Row{'N', {Color::white, knight}},
           Row{'B', {Color::white, bishop}},
           Row{'R', {Color::white, rook}},
           Row{'Q', {Color::white, queen}},
           Row{'K', {Color::white, king}},
           Row{'p', {Color::black, pawn}},
           Row{'n', {Color::black, knight}},
           Row{'b', {Color::black, bishop}},
           Row{'r', {Color::black, rook}},
           Row{'q', {Color::black, queen}},
           Row{'k', {Color::black, king}},
       }) {
    EXPECT_EQ(piece.to_char(), letter);
    EXPECT_EQ(Piece::parse(letter), piece) << letter;
    EXPECT_EQ(parse_piece_type(letter), piece.type) << letter;
  }
}

TEST(Piece, HasNoOtherLetter) {
  int letters = 0;
  for (int c = -128; c < 128; ++c) letters += Piece::parse(static_cast<char>(c)).has_value();
  EXPECT_EQ(letters, 12);
}

}  // namespace
}  // namespace vitrine::chess
