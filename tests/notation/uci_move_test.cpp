#include "notation/uci_move.h"

#include "notation/support.h"

namespace vitrine::notation {
namespace {

using chess::Move;
using chess::MoveKind;
using chess::Square;

Move move(std::string_view squares, MoveKind kind) {
  return Move(*Square::parse(squares.substr(0, 2)), *Square::parse(squares.substr(2)), kind);
}

constexpr std::string_view kCastlingFen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";

TEST(UciMove, ReadsEveryKindOfMove) {
  struct Row {
    std::string_view fen, text;
    Move move;
  };
  for (const auto& [fen, text, expected] : {
           Row{kStartFen, "e2e4", move("e2e4", MoveKind::double_push)},
           Row{kStartFen, "e2e3", move("e2e3", MoveKind::pawn)},
           Row{kStartFen, "g1f3", move("g1f3", MoveKind::knight)},
           Row{kCastlingFen, "a1a8", move("a1a8", MoveKind::rook)},
           Row{kCastlingFen, "e1e2", move("e1e2", MoveKind::king)},
           Row{kCastlingFen, "e1g1", move("e1h1", MoveKind::castling)},
           Row{kCastlingFen, "e1h1", move("e1h1", MoveKind::castling)},
           Row{kCastlingFen, "e1c1", move("e1a1", MoveKind::castling)},
           Row{kCastlingFen, "e1a1", move("e1a1", MoveKind::castling)},
           Row{"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8g8", move("e8h8", MoveKind::castling)},
           Row{"4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "d4e3", move("d4e3", MoveKind::en_passant)},
           Row{"3r2k1/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8q", move("e7d8", MoveKind::promote_queen)},
           Row{"3r2k1/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7e8N", move("e7e8", MoveKind::promote_knight)},
           // Chess960. The king steps to g1 if he can; to castle he takes his rook.
           Row{"4k3/8/8/8/8/8/8/5K1R w K - 0 1", "f1g1", move("f1g1", MoveKind::king)},
           Row{"4k3/8/8/8/8/8/8/5K1R w K - 0 1", "f1h1", move("f1h1", MoveKind::castling)},
           Row{"4k3/8/8/8/8/8/8/1K5R w K - 0 1", "b1g1", move("b1h1", MoveKind::castling)},
           Row{"4k3/8/8/8/8/8/8/5KR1 w K - 0 1", "f1g1", move("f1g1", MoveKind::castling)},
           Row{"4k3/8/8/8/8/8/8/6KR w K - 0 1", "g1h1", move("g1h1", MoveKind::castling)},
       }) {
    const auto parsed = parse_uci_move(position(fen), text);
    ASSERT_TRUE(parsed.has_value()) << text << ": " << parsed.error().message;
    EXPECT_EQ(*parsed, expected) << fen << " " << text;
  }
}

TEST(UciMove, SaysWhyNot) {
  using Kind = UciMoveError::Kind;
  struct Row {
    std::string_view fen, text;
    Kind kind;
    std::string_view reason;
  };
  for (const auto& [fen, text, kind, reason] : {
           Row{kStartFen, "", Kind::syntax, "two squares"},
           Row{kStartFen, "e2", Kind::syntax, "two squares"},
           Row{kStartFen, "e2e9", Kind::syntax, "two squares"},
           Row{kStartFen, "e2-e4", Kind::syntax, "two squares"},
           Row{kStartFen, "e2e4qq", Kind::syntax, "two squares"},
           Row{kStartFen, "e2e4x", Kind::syntax, "two squares"},
           Row{kStartFen, "E2E4", Kind::syntax, "two squares"},
           Row{kStartFen, "0000", Kind::null_move, "null move"},
           Row{kStartFen, "e4e5", Kind::illegal, "no man on e4"},
           Row{kStartFen, "e7e5", Kind::illegal, "opponent's"},
           Row{kStartFen, "e2e5", Kind::illegal, "not legal"},
           Row{kStartFen, "e1g1", Kind::illegal, "not legal"},
           Row{kStartFen, "e2e4q", Kind::illegal, "promotes nothing"},
           Row{kStartFen, "g1f3q", Kind::illegal, "promotes nothing"},
           Row{"7k/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7e8", Kind::illegal, "needs a piece"},
           Row{"7k/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7e8k", Kind::illegal, "not legal"},
           Row{"7k/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7e8p", Kind::illegal, "not legal"},
           Row{"4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "e1g1", Kind::illegal, "not legal"},
       }) {
    const auto parsed = parse_uci_move(position(fen), text);
    ASSERT_FALSE(parsed.has_value()) << text;
    EXPECT_EQ(parsed.error().kind, kind) << parsed.error().message;
    EXPECT_NE(parsed.error().message.find(reason), std::string::npos) << parsed.error().message;
  }
}

TEST(UciMove, WritesCastlingInBothStyles) {
  EXPECT_EQ(to_uci(move("e1h1", MoveKind::castling)), "e1g1");
  EXPECT_EQ(to_uci(move("e8a8", MoveKind::castling)), "e8c8");
  EXPECT_EQ(to_uci(move("e1h1", MoveKind::castling), CastlingText::chess960), "e1h1");
  EXPECT_EQ(to_uci(move("e7d8", MoveKind::promote_knight)), "e7d8n");
  EXPECT_EQ(to_uci(Move::none()), "0000");
}

TEST(UciMove, EveryLegalMoveComesBack) {
  for (const std::string_view fen : {
           kStartFen,
           std::string_view("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"),
           std::string_view("r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1"),
           std::string_view("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3"),
           std::string_view("1k6/8/8/8/8/8/8/RK5R w KQ - 0 1"),
       }) {
    const auto pos = position(fen);
    for (const Move m : pos.legal_moves()) {
      EXPECT_EQ(*parse_uci_move(pos, to_uci(m, CastlingText::chess960)), m) << fen << " " << to_uci(m);
      EXPECT_EQ(find_move(pos, m.from(), m.to(), m.promotion()), m) << fen << " " << to_uci(m);
    }
  }
}

}  // namespace
}  // namespace vitrine::notation
