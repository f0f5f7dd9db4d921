#include "chess/chess960.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "chess/position.h"
#include "notation/fen.h"

namespace vitrine::chess {

namespace {

std::string white_back_rank(int number) {
  const Setup setup = chess960_setup(number);
  std::string rank;
  for (int file = 0; file < 8; ++file) rank += setup.piece_at(Square::at(file, 0))->to_char();
  return rank;
}

}  // namespace

// From Scharnagl's published table.
TEST(Chess960, KnownNumbers) {
  EXPECT_EQ(white_back_rank(0), "BBQNNRKR");
  EXPECT_EQ(white_back_rank(1), "BQNBNRKR");
  EXPECT_EQ(white_back_rank(518), "RNBQKBNR");
  EXPECT_EQ(white_back_rank(959), "RKRNNQBB");
  EXPECT_EQ(chess960_setup(kOrdinaryArray), Setup::initial());
}

TEST(Chess960, AllAreDifferentAndLegal) {
  std::set<std::string> ranks;
  for (int number = 0; number < kChess960Arrays; ++number) {
    const auto pos = Position::from_setup(chess960_setup(number));
    ASSERT_TRUE(pos) << number << ": " << pos.error().message();
    for (const Color color : {Color::white, Color::black})
      for (const Wing wing : {Wing::king_side, Wing::queen_side})
        EXPECT_TRUE(pos->has_castling_right(color, wing)) << number;
    const std::string rank = white_back_rank(number);
    EXPECT_NE(rank.find('B') % 2, rank.rfind('B') % 2) << rank;
    ranks.insert(rank);
  }
  EXPECT_EQ(ranks.size(), 960u);
}

}  // namespace vitrine::chess
