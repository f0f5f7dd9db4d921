// Which material can no longer mate.

#include "chess/support.h"

namespace vitrine::chess {
namespace {

// From python-chess and shakmaty, where these are the answers of has_insufficient_material.
TEST(Material, OfOneSide) {
  struct Row {
    std::string_view fen;
    bool white_cannot_mate, black_cannot_mate;
  };
  for (const auto& [fen, white, black] : {
           Row{notation::kStartFen, false, false},
           Row{"k1K1B1B1/8/8/8/8/8/8/8 w - - 7 32", true, true},
           Row{"kbK1B1B1/8/8/8/8/8/8/8 w - - 7 32", false, false},
           Row{"8/5k2/8/8/8/8/3K4/8 w - - 0 1", true, true},
           Row{"8/3k4/8/8/2N5/8/3K4/8 b - - 0 1", true, true},
           Row{"8/4rk2/8/8/8/8/3K4/8 w - - 0 1", true, false},
           Row{"8/4qk2/8/8/8/8/3K4/8 w - - 0 1", true, false},
           Row{"8/4bk2/8/8/8/8/3KB3/8 w - - 0 1", false, false},
           Row{"8/8/3Q4/2bK4/B7/8/1k6/8 w - - 1 68", false, false},
           Row{"8/5k2/8/8/8/4B3/3K1B2/8 w - - 0 1", true, true},
           Row{"5K2/8/8/1B6/8/k7/6b1/8 w - - 0 39", true, true},
           Row{"8/8/8/4k3/5b2/3K4/8/2B5 w - - 0 33", true, true},
           Row{"3b4/8/8/6b1/8/8/R7/K1k5 w - - 0 1", false, true},
           // A knight mates a king whose own men take his squares, but no queen has to be one of them.
           Row{"8/2k5/8/8/2N5/8/3K3p/8 w - - 0 1", false, false},
           Row{"8/2kr4/8/8/2N5/8/3K4/8 w - - 0 1", false, false},
           Row{"8/2kn4/8/8/2N5/8/3K4/8 w - - 0 1", false, false},
           Row{"8/2kq4/8/8/2N5/8/3K4/8 w - - 0 1", true, false},
           Row{"8/2k5/8/8/1NN5/8/3K4/8 w - - 0 1", false, true},
           // A bishop needs a helper that can stand on the other colour.
           Row{"8/2kp4/8/8/2B5/8/3K4/8 w - - 0 1", false, false},
           Row{"8/2kn4/8/8/2B5/8/3K4/8 w - - 0 1", false, false},
           Row{"8/2kr4/8/8/2B5/8/3K4/8 w - - 0 1", true, false},
       }) {
    EXPECT_EQ(position(fen).has_insufficient_material(Color::white), white) << fen;
    EXPECT_EQ(position(fen).has_insufficient_material(Color::black), black) << fen;
    EXPECT_EQ(position(fen).is_insufficient_material(), white && black) << fen;
    EXPECT_EQ(mirrored(position(fen)).has_insufficient_material(Color::black), white) << "mirrored " << fen;
  }
}

TEST(Material, ByBothRules) {
  struct Row {
    std::string_view fen;
    bool fide, practical;
  };
  for (const auto& [fen, fide, practical] : {
           Row{"8/5k2/8/8/8/8/3K4/8 w - - 0 1", true, true},
           Row{"8/5k2/8/8/8/8/3KN3/8 w - - 0 1", true, true},
           Row{"8/5k2/8/8/8/8/3KB3/8 w - - 0 1", true, true},
           Row{"8/5k2/4b3/8/8/8/3K4/3B4 w - - 0 1", true, true},     // both on light squares
           Row{"8/5k2/4b3/8/8/8/3KB3/3B1B2 w - - 0 1", true, true},  // however many
           // Mate is possible with help, but nobody can force it.
           Row{"8/5k2/4b3/8/8/8/3K4/2B5 w - - 0 1", false, true},
           Row{"8/5k2/8/8/8/8/3KNN2/8 w - - 0 1", false, true},
           Row{"8/4nk2/8/8/8/8/3KN3/8 w - - 0 1", false, true},
           Row{"8/4nk2/8/8/8/8/3KB3/8 w - - 0 1", false, true},
           Row{"8/4bk2/8/8/8/8/3KN3/8 w - - 0 1", false, true},
           // These win, or might.
           Row{"8/5k2/8/8/8/8/3KBN2/8 w - - 0 1", false, false},
           Row{"8/5k2/8/8/8/8/3KBB2/8 w - - 0 1", false, false},
           Row{"8/5k2/8/8/8/8/3KNNN1/8 w - - 0 1", false, false},
           Row{"8/4nk2/8/8/8/8/3KNN2/8 w - - 0 1", false, false},
           Row{"8/4bk2/8/8/8/8/3KBN2/8 w - - 0 1", false, false},
           Row{"8/5k2/8/8/8/8/3KP3/8 w - - 0 1", false, false},
           Row{"8/4rk2/8/8/8/8/3K4/8 w - - 0 1", false, false},
           Row{"8/4qk2/8/8/8/8/3KQ3/8 w - - 0 1", false, false},
       }) {
    EXPECT_EQ(position(fen).is_insufficient_material(MaterialRule::fide), fide) << fen;
    EXPECT_EQ(position(fen).is_insufficient_material(MaterialRule::practical), practical) << fen;
    EXPECT_EQ(mirrored(position(fen)).is_insufficient_material(MaterialRule::practical), practical) << fen;
  }
}

// Mates with material that FIDE's rule does not call a draw, and a forced win does not have.
TEST(Material, ThatMatesWithHelp) {
  for (const std::string_view fen : {
           "8/8/8/8/8/8/5N1p/5K1k b - - 0 1",  // a knight, and the enemy's pawn in his king's way
           "6bk/8/6NK/8/8/8/8/8 b - - 0 1",    // his bishop
           "7k/5K1n/6N1/8/8/8/8/8 b - - 0 1",  // his knight
           "7k/5K1b/8/4B3/8/8/8/8 b - - 0 1",  // bishops of different colours
           "6nk/6B1/6K1/8/8/8/8/8 b - - 0 1",  // a bishop, and the enemy's knight
           "7k/5N2/5N1K/8/8/8/8/8 b - - 0 1",  // two knights
       }) {
    const Position pos = position(fen);
    EXPECT_TRUE(pos.is_checkmate()) << fen;
    EXPECT_FALSE(pos.is_insufficient_material()) << fen;
    EXPECT_FALSE(pos.has_insufficient_material(Color::white)) << fen;
  }
}

}  // namespace
}  // namespace vitrine::chess
