#include "chess/movegen.h"

#include <set>

#include "chess/support.h"

namespace vitrine::chess {
namespace {

TEST(Movegen, CountsKnownPositions) {
  struct Row {
    std::string_view fen;
    std::size_t count;
  };
  for (const auto& [fen, count] : {
           Row{notation::kStartFen, 20},
           Row{"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 48},
           Row{"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 14},
           Row{"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 6},
           Row{"rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 44},
           // The most that any legal position has: Petrović 1964, and a relative.
           Row{"R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1", 218},
           Row{"3Q4/1Q4Q1/4Q3/2Q4R/Q4Q2/3Q4/1Q4Rp/1K1BBNNk w - - 0 1", 218},
           Row{"8/8/8/8/8/8/8/K6k w - - 0 1", 3},
       }) {
    EXPECT_EQ(position(fen).legal_moves().size(), count) << fen;
    EXPECT_EQ(mirrored(position(fen)).legal_moves().size(), count) << "mirrored " << fen;
  }
}

TEST(Movegen, ListsTheMovesOfOneMan) {
  struct Row {
    std::string_view fen, from, targets;
  };
  for (const auto& [fen, from, targets] : {
           // Pinned men stay on the line to their king, and knights never can.
           Row{"4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1", "e2", ""},
           Row{"4r2k/8/8/8/8/8/4R3/4K3 w - - 0 1", "e2", "e3 e4 e5 e6 e7 e8"},
           Row{"4r2k/8/8/8/8/8/4B3/4K3 w - - 0 1", "e2", ""},
           Row{"4r2k/8/8/8/8/8/4Q3/4K3 w - - 0 1", "e2", "e3 e4 e5 e6 e7 e8"},
           Row{"4r2k/8/8/8/8/3p4/4P3/4K3 w - - 0 1", "e2", "e3 e4"},
           Row{"7k/8/8/8/7b/6P1/8/4K3 w - - 0 1", "g3", "h4"},
           Row{"7k/8/8/8/7b/8/5P2/4K3 w - - 0 1", "f2", ""},
           Row{"7k/8/8/8/7b/8/5B2/4K3 w - - 0 1", "f2", "g3 h4"},
           Row{"7k/8/8/8/8/8/8/K2R3r w - - 0 1", "d1", "b1 c1 e1 f1 g1 h1"},
           // Two men between king and slider: neither is pinned.
           Row{"4r2k/8/8/8/4P3/8/4N3/4K3 w - - 0 1", "e2", "c1 g1 c3 g3 d4 f4"},
           // Pawns: blocked, beside an edge, from the start rank only.
           Row{"7k/8/8/8/4p3/8/4P3/4K3 w - - 0 1", "e2", "e3"},
           Row{"7k/8/8/8/8/4p3/4P3/4K3 w - - 0 1", "e2", ""},
           Row{"7k/8/8/8/8/p6p/P6P/4K3 w - - 0 1", "a2", ""},
           Row{"7k/8/8/1p5p/P7/8/8/4K3 w - - 0 1", "a4", "a5 b5"},
           Row{"7k/8/8/8/8/4P3/8/4K3 w - - 0 1", "e3", "e4"},
           // The king does not hide behind himself on a slider's line, nor take what is guarded.
           Row{"7k/8/8/8/r3K3/8/8/8 w - - 0 1", "e4", "d3 e3 f3 d5 e5 f5"},
           Row{"7k/8/8/8/8/8/3nr3/4K3 w - - 0 1", "e1", "d1 e2"},
           Row{"7k/8/8/8/8/3b4/4r3/4K3 w - - 0 1", "e1", "d1 f1"},
           Row{"8/8/8/8/8/3k4/8/3K4 w - - 0 1", "d1", "c1 e1"},
       }) {
    Bitboard found;
    for (const Move m : position(fen).legal_moves())
      if (m.from() == square(from)) found |= Bitboard(m.to());
    EXPECT_EQ(to_text(found), targets) << fen << " " << from;
  }
}

TEST(Movegen, AnswersChecks) {
  struct Row {
    std::string_view fen, moves;
  };
  for (const auto& [fen, moves] : {
           // Double check: the king must move, whatever else could take or block.
           Row{"4r1k1/8/8/8/8/5n2/3P1PPQ/4K3 w - - 0 1", "e1d1 e1f1"},
           Row{"4r1k1/8/8/8/7b/8/3P2PR/3QK3 w - - 0 1", "e1f1"},
           // One checker: take, block or step aside.
           Row{"4r1k1/8/8/8/8/8/3P1P2/3QKB2 w - - 0 1", "d1e2 f1e2"},
           Row{"6k1/8/8/8/8/5n2/3P2P1/3QKB2 w - - 0 1", "d1f3 e1e2 e1f2 g2f3"},
           // A knight's check can't be blocked, nor that of a neighbour.
           Row{"6k1/8/8/8/8/3n4/8/R3K2R w KQ - 0 1", "e1d1 e1d2 e1e2 e1f1"},
           Row{"6k1/8/8/8/8/8/4q3/R3K2R w - - 0 1", "e1e2"},
           // The pinned man can't help.
           Row{"4r1k1/8/8/8/7b/6N1/8/4K3 w - - 0 1", "e1d1 e1d2 e1f1 e1f2"},
           // The pawn's double step blocks, and so does the promotion.
           Row{"6k1/8/8/8/r3K3/8/1P6/8 w - - 0 1", "b2b4 e4d3 e4d5 e4e3 e4e5 e4f3 e4f5"},
           Row{"K5r1/3P4/8/8/8/8/8/1r5k w - - 0 1", "a8a7 d7d8b d7d8n d7d8q d7d8r"},
       }) {
    const Position pos = position(fen);
    ASSERT_TRUE(pos.is_check()) << fen;
    EXPECT_EQ(to_text(pos.legal_moves()), moves) << fen;
    EXPECT_EQ(to_text(pos.legal_evasions()), moves) << fen;
  }
}

TEST(Movegen, PromotesToFourPieces) {
  EXPECT_EQ(to_text(position("1n6/P6k/8/8/8/8/8/K7 w - - 0 1").legal_captures()), "a7b8b a7b8n a7b8q a7b8r");
  const Position quiet = position("8/P6k/8/8/8/8/8/K7 w - - 0 1");
  EXPECT_EQ(to_text(quiet.legal_quiets()), "a1a2 a1b1 a1b2 a7a8b a7a8n a7a8q a7a8r");
}

std::set<std::uint16_t> as_set(const MoveList& moves) {
  std::set<std::uint16_t> raw;
  for (const Move m : moves) raw.insert(m.raw());
  return raw;
}

TEST(Movegen, CapturesAndQuietsAreAllMovesAndShareNone) {
  int checks = 0;
  for (const Position& pos : random_positions(11, scaled(20'000))) {
    const MoveList all = pos.legal_moves();
    const MoveList captures = pos.legal_captures();
    const MoveList quiets = pos.legal_quiets();
    ASSERT_EQ(captures.size() + quiets.size(), all.size()) << notation::to_fen(pos);
    auto together = as_set(captures);
    together.merge(as_set(quiets));
    ASSERT_EQ(together, as_set(all)) << notation::to_fen(pos);
    for (const Move m : captures) ASSERT_TRUE(pos.is_capture(m)) << notation::to_fen(pos);
    for (const Move m : quiets) ASSERT_FALSE(pos.is_capture(m)) << notation::to_fen(pos);
    if (!pos.is_check()) continue;
    ++checks;
    ASSERT_EQ(as_set(pos.legal_evasions()), as_set(all)) << notation::to_fen(pos);
  }
  EXPECT_GT(checks, scaled(200));
}

// A move is legal if and only if the own king is safe afterwards. So the other moves of the men, which the
// test finds square by square, must all leave him in check.
TEST(Movegen, LeavesOutOnlyMovesThatLoseTheKing) {
  for (const Position& pos : random_positions(12, scaled(3'000))) {
    const Color us = pos.turn();
    for (const Square from : pos.pieces(us) & ~pos.pieces(PieceType::pawn)) {
      const PieceType type = pos.piece_at(from)->type;
      for (const Square to : pos.attacks_from(from) & ~pos.pieces(us)) {
        chess::Setup after = pos.to_setup();
        after.put(to, *after.piece_at(from));
        after.remove(from);
        after.castling_rooks = Bitboard();
        after.en_passant.reset();
        after.turn = !us;
        const auto next = Position::from_setup(after);
        const bool loses_king = !next && (next.error().kind == PositionError::Kind::opponent_in_check ||
                                          next.error().kind == PositionError::Kind::no_king);
        const Move m(from, to, static_cast<MoveKind>(type));
        ASSERT_EQ(pos.legal_moves().contains(m), !loses_king)
            << notation::to_fen(pos) << " " << notation::to_uci(m);
      }
    }
  }
}

TEST(Movegen, FindsTheEnd) {
  struct Row {
    std::string_view fen;
    bool is_checkmate, is_stalemate;
  };
  for (const auto& [fen, is_checkmate, is_stalemate] : {
           Row{notation::kStartFen, false, false},
           Row{"rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", true, false},  // fool's mate
           Row{"r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4", true,
               false},                                             // scholar's mate
           Row{"6rk/5Npp/8/8/8/8/8/6K1 b - - 0 1", true, false},   // smothered
           Row{"R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", true, false},  // back rank
           Row{"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", false, true},
           Row{"k7/P7/K7/8/8/8/8/8 b - - 0 1", false, true},
           Row{"5bnr/4p1pq/4Qpkr/7p/7P/4P3/PPPP1PP1/RNB1KBNR b KQ - 2 10", false, true},  // Loyd, ten moves
           Row{"8/8/8/8/8/4k3/4p3/4K3 w - - 0 1", false, true},
           // The only move is en passant; without it, stalemate.
           Row{"7k/5Q2/8/8/pP6/P7/8/6K1 b - b3 0 1", false, false},
           Row{"7k/5Q2/8/8/pP6/P7/8/6K1 b - - 0 1", false, true},
       }) {
    const Position pos = position(fen);
    EXPECT_EQ(pos.is_checkmate(), is_checkmate) << fen;
    EXPECT_EQ(pos.is_stalemate(), is_stalemate) << fen;
    EXPECT_EQ(pos.has_legal_moves(), !is_checkmate && !is_stalemate) << fen;
    EXPECT_EQ(pos.legal_move_count() > 0, pos.has_legal_moves()) << fen;
  }
}

}  // namespace
}  // namespace vitrine::chess
