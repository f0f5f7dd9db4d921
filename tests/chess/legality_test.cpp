// Questions about one move: is_legal, gives_check, captured.

#include "chess/support.h"

namespace vitrine::chess {
namespace {

Move raw_move(std::string_view squares, MoveKind kind) {
  return Move(square(squares.substr(0, 2)), square(squares.substr(2)), kind);
}

TEST(Legality, OfMovesThatATableMightHold) {
  struct Row {
    std::string_view fen, move;
    MoveKind kind;
    bool is_legal;
  };
  constexpr std::string_view kCastle = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
  constexpr std::string_view kPromote = "1n5k/P7/8/8/8/8/8/K7 w - - 0 1";
  using enum MoveKind;
  for (const auto& [fen, text, kind, is_legal] : {
           Row{notation::kStartFen, "e2e4", double_push, true},
           Row{notation::kStartFen, "e2e4", pawn, false},  // the right squares, the wrong kind
           Row{notation::kStartFen, "e2e3", double_push, false},
           Row{notation::kStartFen, "e2e3", knight, false},
           Row{notation::kStartFen, "e7e5", double_push, false},  // not our pawn
           Row{notation::kStartFen, "e4e5", pawn, false},         // nobody there
           Row{notation::kStartFen, "a1a1", pawn, false},
           Row{notation::kStartFen, "e1g1", castling, false},
           Row{notation::kStartFen, "b1d2", knight, false},  // our own pawn there
           Row{kCastle, "e1h1", castling, true},
           Row{kCastle, "e1g1", castling, false},  // castling names the rook's square
           Row{kCastle, "e1g1", king, false},
           Row{kCastle, "e1h1", king, false},
           Row{kCastle, "e1h8", castling, false},
           Row{kCastle, "e1a8", castling, false},
           Row{"4k3/8/8/4r3/8/8/8/R3K2R w KQ - 0 1", "e1h1", castling, false},  // out of check
           Row{"4k3/8/8/8/2b5/8/8/R3K2R w KQ - 0 1", "e1h1", castling, false},  // through it
           Row{"4k3/8/8/8/8/8/8/qR1K4 w Q - 0 1", "d1b1", castling, false},
           Row{kPromote, "a7a8", promote_queen, true},
           Row{kPromote, "a7a8", pawn, false},  // a pawn on the last rank must become something
           Row{kPromote, "a7b8", promote_knight, true},
           Row{kPromote, "a7b8", pawn, false},
           Row{kPromote, "a1a2", promote_queen, false},
           Row{"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", en_passant, true},
           Row{"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", pawn, false},
           Row{"4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", "e5d6", en_passant, false},
           Row{"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5f6", en_passant, false},
           Row{"4k3/8/8/3pPP2/8/8/8/4K3 w - d6 0 1", "f5d6", en_passant, false},
       })
    EXPECT_EQ(position(fen).is_legal(raw_move(text, kind)), is_legal) << fen << " " << text;
  EXPECT_FALSE(Position::initial().is_legal(Move::none()));
}

TEST(Legality, PlayRefusesWhatIsIllegal) {
  const Position pos = Position::initial();
  EXPECT_FALSE(pos.play(raw_move("e2e5", MoveKind::pawn)));
  EXPECT_EQ(pos.play(raw_move("e2e4", MoveKind::double_push)), pos.after(move(pos, "e2e4")));
}

TEST(Legality, ChecksOfEveryKind) {
  struct Row {
    std::string_view fen, move;
    bool gives_check;
  };
  for (const auto& [fen, text, gives_check] : {
           Row{"7k/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", true},
           Row{"7k/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a7", false},
           Row{"7k/8/8/8/5N2/8/8/4K3 w - - 0 1", "f4g6", true},
           Row{"7k/8/5P2/8/8/8/8/4K3 w - - 0 1", "f6f7", false},
           Row{"7k/8/6P1/8/8/8/8/4K3 w - - 0 1", "g6g7", true},
           // Discovered: by a man, by the king, along the line it leaves and not along the one it stays on.
           Row{"4k3/8/8/8/8/4N3/8/K3R3 w - - 0 1", "e3c4", true},
           Row{"4k3/8/8/8/8/8/4K3/4R3 w - - 0 1", "e2d2", true},
           Row{"4k3/8/8/8/8/8/4K3/4R3 w - - 0 1", "e2e3", false},
           Row{"4k3/8/8/4P3/8/8/8/K3R3 w - - 0 1", "e5e6", false},
           Row{"4k3/8/3p4/4P3/8/8/8/K3R3 w - - 0 1", "e5d6", true},
           // Promotion: the new piece checks, also through the square that the pawn left.
           Row{"7k/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", true},
           Row{"7k/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8b", false},
           Row{"8/P1k5/8/8/8/8/8/4K3 w - - 0 1", "a7a8n", true},
           Row{"8/4P3/8/4k3/8/8/8/4K3 w - - 0 1", "e7e8q", true},
           Row{"8/4P3/8/4k3/8/8/8/4K3 w - - 0 1", "e7e8b", false},
           // Castling: the rook checks, also along the rank that the king left.
           Row{"5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1", true},
           Row{"4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1", false},
           Row{"8/8/8/8/8/8/8/k3K2R w K - 0 1", "e1h1", true},
           Row{"8/8/8/8/8/8/8/RK4k1 w Q - 0 1", "b1a1", true},
           // En passant: by the pawn, along the rank that both leave, behind the one that is taken.
           Row{"8/2k5/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", true},
           Row{"8/8/8/k2pP2R/8/8/8/4K3 w - d6 0 1", "e5d6", true},
           Row{"6k1/8/8/3pP3/8/1B6/8/4K3 w - d6 0 1", "e5d6", true},
           Row{"4k3/8/8/3pP3/8/8/8/4R1K1 w - d6 0 1", "e5d6", true},
           Row{"3k4/8/8/3pP3/8/8/8/3R2K1 w - d6 0 1", "e5d6", false},
       }) {
    const Position pos = position(fen);
    EXPECT_EQ(pos.gives_check(move(pos, text)), gives_check) << fen << " " << text;
    EXPECT_EQ(pos.after(move(pos, text)).is_check(), gives_check) << fen << " " << text;
  }
}

TEST(Legality, GivesCheckIsBeingInCheckAfterwards) {
  int checks = 0;
  for (const Position& pos : random_positions(21, scaled(20'000)))
    for (const Move m : pos.legal_moves()) {
      ASSERT_EQ(pos.gives_check(m), pos.after(m).is_check())
          << notation::to_fen(pos) << " " << notation::to_uci(m);
      checks += pos.gives_check(m);
    }
  EXPECT_GT(checks, scaled(5'000));
}

TEST(Legality, KnowsWhatIsCaptured) {
  struct Row {
    std::string_view fen, move;
    std::optional<PieceType> captured;
    bool is_zeroing;
  };
  for (const auto& [fen, text, captured, is_zeroing] : {
           Row{notation::kStartFen, "e2e4", {}, true},
           Row{notation::kStartFen, "g1f3", {}, false},
           Row{"4k3/8/8/3q4/8/8/8/3RK3 w - - 0 1", "d1d5", PieceType::queen, true},
           Row{"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", PieceType::pawn, true},
           Row{"1n5k/P7/8/8/8/8/8/K7 w - - 0 1", "a7b8q", PieceType::knight, true},
           Row{"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1h1", {}, false},  // he takes no rook of his own
           Row{"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "h1h8", PieceType::rook, true},
       }) {
    const Position pos = position(fen);
    const Move m = move(pos, text);
    EXPECT_EQ(pos.captured(m), captured) << fen << " " << text;
    EXPECT_EQ(pos.is_capture(m), captured.has_value()) << fen << " " << text;
    EXPECT_EQ(pos.is_zeroing(m), is_zeroing) << fen << " " << text;
    EXPECT_EQ(pos.after(m).halfmove_clock() == 0, is_zeroing) << fen << " " << text;
  }
}

}  // namespace
}  // namespace vitrine::chess
