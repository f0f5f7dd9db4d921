// Castling, in ordinary chess and in Chess960. Moves are written as the king taking his rook.

#include "chess/support.h"

namespace vitrine::chess {
namespace {

struct Row {
  std::string_view fen;
  std::string_view castlings;
};

std::string castlings(const Position& pos) {
  MoveList found;
  for (const Move m : pos.legal_moves())
    if (m.is_castling()) found.push_back(m);
  return to_text(found);
}

void expect_castlings(std::initializer_list<Row> rows) {
  for (const auto& [fen, expected] : rows) {
    const Position pos = position(fen);
    EXPECT_EQ(castlings(pos), expected) << fen;
    std::string of_black;
    for (const std::string& text : words(expected))
      of_black += (of_black.empty() ? "" : " ") + mirrored_move(text);
    EXPECT_EQ(castlings(mirrored(pos)), of_black) << "mirrored " << fen;
  }
}

TEST(Castling, InOrdinaryChess) {
  expect_castlings({
      {"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1a1 e1h1"},
      {"4k3/8/8/8/8/8/8/R3K2R w K - 0 1", "e1h1"},
      {"4k3/8/8/8/8/8/8/R3K2R w - - 0 1", ""},
      // Not out of check, through it or into it.
      {"4k3/8/8/4r3/8/8/8/R3K2R w KQ - 0 1", ""},
      {"4k3/8/8/8/2b5/8/8/R3K2R w KQ - 0 1", "e1a1"},
      {"4k1r1/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1a1"},
      {"2r1k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1h1"},
      {"3rk3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1h1"},
      {"4k3/8/8/8/8/8/6p1/R3K2R w KQ - 0 1", "e1a1"},
      {"8/8/8/8/8/8/6k1/R3K2R w KQ - 0 1", "e1a1"},
      // The rook may be attacked and may pass an attacked square.
      {"4k2r/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1a1 e1h1"},
      {"1r2k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1a1 e1h1"},
      // Every square between must be empty.
      {"4k3/8/8/8/8/8/8/RN2K2R w KQ - 0 1", "e1h1"},
      {"4k3/8/8/8/8/8/8/R3K1nR w KQ - 0 1", "e1a1"},
  });
}

TEST(Castling, InChess960) {
  expect_castlings({
      // The king stays, the rook stays, the two change places, the king walks the whole rank.
      {"4k3/8/8/8/8/8/8/6KR w K - 0 1", "g1h1"},
      {"4k3/8/8/8/8/8/8/4KR2 w K - 0 1", "e1f1"},
      {"4k3/8/8/8/8/8/8/5KR1 w K - 0 1", "f1g1"},
      {"4k3/8/8/8/8/8/8/2RK4 w Q - 0 1", "d1c1"},
      {"4k3/8/8/8/8/8/8/1K5R w K - 0 1", "b1h1"},
      {"4k3/8/8/8/8/8/8/RK6 w Q - 0 1", "b1a1"},
      {"4k3/8/8/8/8/8/8/R5KR w KQ - 0 1", "g1a1 g1h1"},
      // The rook is all that shields the king.
      {"4k3/8/8/8/8/8/8/qR1K4 w Q - 0 1", ""},
      {"4k3/8/8/8/8/8/8/rR1K4 w Q - 0 1", ""},
      {"4k3/8/8/8/8/8/8/bR1K4 w Q - 0 1", "d1b1"},
      {"4k3/8/8/8/8/8/8/4K1Rr w K - 0 1", ""},
      // Every square of the king's way must be safe, where he starts and ends too.
      {"4kr2/8/8/8/8/8/8/4KR2 w K - 0 1", ""},
      {"3rk3/8/8/8/8/8/8/1K5R w K - 0 1", ""},
      {"1r2k3/8/8/8/8/8/8/R2K4 w Q - 0 1", "d1a1"},
      {"3rk3/8/8/8/8/8/8/RK6 w Q - 0 1", "b1a1"},
      // The rook's way must be empty as well, beyond the king's.
      {"4k3/8/8/8/8/8/8/RK1B4 w Q - 0 1", ""},
      {"4k3/8/8/8/8/8/8/RN1K4 w Q - 0 1", ""},
      {"4k3/8/8/8/8/8/8/R1NK4 w Q - 0 1", ""},
      {"4k3/8/8/8/8/8/8/4KRN1 w K - 0 1", ""},
      // Inner rooks: only the one that has the right, and not onto another rook.
      {"4k3/8/8/8/8/8/8/R1RK2R1 w KC - 0 1", "d1c1 d1g1"},
      {"4k3/8/8/8/8/8/8/3K1R1R w F - 0 1", "d1f1"},
      {"4k3/8/8/8/8/8/8/3K1RR1 w F - 0 1", ""},
      // The traps of tricky.perft.
      {"4r3/3k4/8/8/8/8/6PP/qR1K1R2 w KQ - 0 1", ""},
      {"2r5/8/8/8/8/8/6PP/k2KR3 w K - 0 1", "d1e1"},
      {"8/8/8/4B2b/6nN/8/5P2/2R1K2k w Q - 0 1", "e1c1"},
  });
}

TEST(Castling, PutsKingAndRookWhereTheyBelong) {
  struct Played {
    std::string_view fen, move, after;
  };
  for (const auto& [fen, text, after] : {
           Played{"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 4 9", "e1h1", "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 5 9"},
           Played{"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 4 9", "e1a1", "r3k2r/8/8/8/8/8/8/2KR3R b kq - 5 9"},
           Played{"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 4 9", "e8a8", "2kr3r/8/8/8/8/8/8/R3K2R w KQ - 5 10"},
           Played{"4k3/8/8/8/8/8/8/6KR w K - 0 1", "g1h1", "4k3/8/8/8/8/8/8/5RK1 b - - 1 1"},
           Played{"4k3/8/8/8/8/8/8/4KR2 w K - 0 1", "e1f1", "4k3/8/8/8/8/8/8/5RK1 b - - 1 1"},
           Played{"4k3/8/8/8/8/8/8/5KR1 w K - 0 1", "f1g1", "4k3/8/8/8/8/8/8/5RK1 b - - 1 1"},
           Played{"4k3/8/8/8/8/8/8/2RK4 w Q - 0 1", "d1c1", "4k3/8/8/8/8/8/8/2KR4 b - - 1 1"},
           Played{"4k3/8/8/8/8/8/8/1K5R w K - 0 1", "b1h1", "4k3/8/8/8/8/8/8/5RK1 b - - 1 1"},
           Played{"4k3/8/8/8/8/8/8/RK6 w Q - 0 1", "b1a1", "4k3/8/8/8/8/8/8/2KR4 b - - 1 1"},
           Played{"4k3/8/8/8/8/8/8/3K1R1R w F - 0 1", "d1f1", "4k3/8/8/8/8/8/8/5RKR b - - 1 1"},
       }) {
    const Position pos = position(fen);
    EXPECT_EQ(notation::to_fen(pos.after(move(pos, text))), after) << fen << " " << text;
  }
}

TEST(Castling, RightsAreLostForGood) {
  struct Played {
    std::string_view fen, move, rooks_left;
  };
  constexpr std::string_view kAll = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
  for (const auto& [fen, text, rooks_left] : {
           Played{kAll, "e1e2", "a8 h8"}, Played{kAll, "a1b1", "h1 a8 h8"}, Played{kAll, "h1h2", "a1 a8 h8"},
           Played{kAll, "a1a8", "h1 h8"},  // the taken rook loses its right as well
           Played{kAll, "h1h8", "a1 a8"}, Played{kAll, "e1a1", "a8 h8"},
           Played{"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8d8", "a1 h1"},
           Played{"r3k2r/6P1/8/8/8/8/8/R3K2R w KQkq - 0 1", "g7h8q", "a1 h1 a8"},
           Played{"4k3/8/8/8/8/8/8/3K1R1R w F - 0 1", "h1h2", "f1"},  // the other rook never had one
       }) {
    const Position pos = position(fen);
    EXPECT_EQ(to_text(pos.after(move(pos, text)).castling_rooks()), rooks_left) << fen << " " << text;
  }
  const Position pos = position(kAll);
  EXPECT_EQ(pos.castling_rook(Color::black, Wing::queen_side), square("a8"));
  EXPECT_TRUE(pos.has_castling_right(Color::white, Wing::king_side));
  EXPECT_FALSE(pos.after(move(pos, "h1h8")).has_castling_right(Color::black, Wing::king_side));
}

}  // namespace
}  // namespace vitrine::chess
