#include "notation/san.h"

#include <algorithm>

#include "notation/support.h"
#include "notation/uci_move.h"

namespace vitrine::notation {
namespace {

using chess::Move;
using Kind = SanError::Kind;

Move move(const chess::Position& pos, std::string_view uci) { return *parse_uci_move(pos, uci); }

constexpr std::string_view kKiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

struct Row {
  std::string_view fen, uci, san;
};

TEST(San, WritesTheCanonicalText) {
  for (const auto& [fen, uci, san] : {
           Row{kStartFen, "e2e4", "e4"},
           Row{kStartFen, "g1f3", "Nf3"},
           Row{kKiwipete, "e1h1", "O-O"},
           Row{kKiwipete, "e1a1", "O-O-O"},
           Row{kKiwipete, "d5e6", "dxe6"},
           Row{kKiwipete, "e5f7", "Nxf7"},
           Row{kKiwipete, "f3f6", "Qxf6"},
           Row{kKiwipete, "g2h3", "gxh3"},
           Row{kKiwipete, "e1f1", "Kf1"},
           // En passant looks like any capture.
           Row{"4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "d4e3", "dxe3"},
           // Promotion, with capture, with check, with mate.
           Row{"8/4P1k1/8/8/8/8/8/4K3 w - - 0 1", "e7e8r", "e8=R"},
           Row{"3r4/4P1k1/8/8/8/8/8/4K3 w - - 0 1", "e7d8n", "exd8=N"},
           Row{"6k1/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7e8q", "e8=Q+"},
           Row{"6k1/4Pppp/8/8/8/8/8/4K3 w - - 0 1", "e7e8r", "e8=R#"},
           // Check and mate marks: plain, discovered, by castling. None for stalemate or for two checks.
           Row{"7k/8/8/8/8/8/8/K6R b - - 0 1", "h8g8", "Kg8"},
           Row{"4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", "Ra8+"},
           Row{"6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", "Ra8#"},
           Row{"4k3/8/8/8/4N3/8/8/K3R3 w - - 0 1", "e4c5", "Nc5+"},
           Row{"4k3/8/8/8/4N3/8/8/K3R3 w - - 0 1", "e4f6", "Nf6+"},
           Row{"5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1", "O-O+"},
           Row{"8/8/8/8/8/4R3/8/R3K1k1 w Q - 0 1", "e3g3", "Rg3+"},
           Row{"7k/8/5K2/6Q1/8/8/8/8 w - - 0 1", "g5g6", "Qg6"},
           Row{"r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 0 1", "h5f7", "Qxf7#"},
       }) {
    const auto pos = position(fen);
    EXPECT_EQ(to_san(pos, move(pos, uci)), san) << fen << " " << uci;
    EXPECT_EQ(*parse_san(pos, san), move(pos, uci)) << fen << " " << san;
  }
}

TEST(San, DisambiguatesAmongLegalMoves) {
  for (const auto& [fen, uci, san] : {
           // The file, if it is unique among all twins; else the rank; else both.
           Row{"6k1/8/8/8/8/Q7/8/Q1Q4K w - - 0 1", "a1c3", "Qa1c3"},
           Row{"6k1/8/8/8/8/Q7/8/Q1Q4K w - - 0 1", "a3c3", "Q3c3"},
           Row{"6k1/8/8/8/8/Q7/8/Q1Q4K w - - 0 1", "c1c3", "Qcc3"},
           Row{"1k6/8/8/8/8/8/8/R5RK w - - 0 1", "a1d1", "Rad1"},
           Row{"1k6/8/8/R7/8/8/8/R6K w - - 0 1", "a1a3", "R1a3"},
           Row{"k7/8/8/8/1N3N2/8/8/K7 w - - 0 1", "b4d5", "Nbd5"},
           Row{"7k/8/1N6/8/1N3N2/8/8/K7 w - - 0 1", "b4d5", "Nb4d5"},
           Row{"7k/8/1N6/8/1N3N2/8/8/K7 w - - 0 1", "b6d5", "N6d5"},
           Row{"7k/8/1N6/8/1N3N2/8/8/K7 w - - 0 1", "f4d5", "Nfd5"},
           // Bishops of one colour, by promotion.
           Row{"k7/8/8/8/8/8/1B3B2/K7 w - - 0 1", "b2d4", "Bbd4"},
           // A pinned twin doesn't count.
           Row{"k3r3/8/8/8/8/8/4N3/1N2K3 w - - 0 1", "b1c3", "Nc3"},
           Row{"4r2k/8/8/8/8/8/N3N3/4K3 w - - 0 1", "a2c3", "Nc3"},
           // A pinned twin that can move along its line does.
           Row{"4r2k/8/8/8/4R3/8/8/R3K3 w - - 0 1", "a1a4", "Ra4"},
           Row{"4r2k/8/8/8/4R3/8/R7/4K3 w - - 0 1", "a2e2", "Rae2"},
       }) {
    const auto pos = position(fen);
    EXPECT_EQ(to_san(pos, move(pos, uci)), san) << fen << " " << uci;
    EXPECT_EQ(*parse_san(pos, san), move(pos, uci)) << fen << " " << san;
  }
}

TEST(San, ReadsWhatOthersWrite) {
  constexpr std::string_view kPromotion = "3r3k/4P3/8/8/8/8/8/4K3 w - - 0 1";
  constexpr std::string_view kEnPassant = "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3";
  for (const auto& [fen, uci, san] : {
           // Long forms.
           Row{kStartFen, "g1f3", "Ng1-f3"},
           Row{kStartFen, "g1f3", "Ng1f3"},
           Row{kStartFen, "g1f3", "g1f3"},
           Row{kStartFen, "g1f3", "g1-f3"},
           Row{kStartFen, "e2e4", "e2-e4"},
           Row{kStartFen, "e2e4", "e2e4"},
           Row{kStartFen, "e2e4", "Pe4"},
           Row{kStartFen, "e2e4", "Pe2-e4"},
           Row{kPromotion, "e7e8q", "e7e8q"},
           Row{kPromotion, "e7d8q", "e7xd8=Q"},
           Row{kKiwipete, "e1h1", "e1g1"},
           Row{kKiwipete, "e1h1", "e1h1"},
           Row{kKiwipete, "e1a1", "e1c1"},
           Row{kKiwipete, "d5e6", "d5xe6"},
           Row{kKiwipete, "f3f6", "Qf3xf6"},
           // More disambiguation than needed.
           Row{kStartFen, "g1f3", "Ngf3"},
           Row{kStartFen, "g1f3", "N1f3"},
           Row{kKiwipete, "e1f1", "Ke1f1"},
           // Missing or superfluous marks.
           Row{kKiwipete, "e5f7", "Nf7"},
           Row{kKiwipete, "d5e6", "de6"},
           Row{kKiwipete, "d5e6", "d:e6"},
           Row{kKiwipete, "e5f7", "N:f7"},
           Row{kStartFen, "g1f3", "Nxf3"},
           Row{kStartFen, "e2e4", "e4+"},
           Row{kStartFen, "e2e4", "e4#"},
           Row{"4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", "Ra8"},
           Row{"6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", "Ra8++"},
           Row{"6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", "Ra8 +"},
           Row{kStartFen, "e2e4", "e4!"},
           Row{kStartFen, "e2e4", "e4?!"},
           Row{"6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", "Ra8#!!"},
           // Promotions.
           Row{kPromotion, "e7e8q", "e8Q"},
           Row{kPromotion, "e7e8q", "e8(Q)"},
           Row{kPromotion, "e7e8q", "e8/Q"},
           Row{kPromotion, "e7e8q", "e8=q"},
           Row{kPromotion, "e7e8q", "e8q+"},
           Row{kPromotion, "e7d8b", "exd8=B"},
           Row{kPromotion, "e7d8b", "ed8b"},
           Row{kPromotion, "e7d8b", "exd8(b)"},
           // Castling with zeros and small letters.
           Row{kKiwipete, "e1h1", "0-0"},
           Row{kKiwipete, "e1a1", "0-0-0"},
           Row{kKiwipete, "e1a1", "o-o-o"},
           Row{kKiwipete, "e1h1", "O-O+!?"},
           // En passant.
           Row{kEnPassant, "e5f6", "exf6"},
           Row{kEnPassant, "e5f6", "exf6e.p."},
           Row{kEnPassant, "e5f6", "exf6 e.p."},
           Row{kEnPassant, "e5f6", "exf6ep"},
           Row{kEnPassant, "e5f6", "exf6+ e.p.!"},
           Row{kEnPassant, "e5f6", "ef6"},
           // Small letters.
           Row{kStartFen, "g1f3", "nf3"},
           Row{kKiwipete, "f3f6", "qxf6"},
       }) {
    const auto pos = position(fen);
    const auto parsed = parse_san(pos, san);
    ASSERT_TRUE(parsed.has_value()) << fen << " " << parsed.error().message;
    EXPECT_EQ(*parsed, move(pos, uci)) << fen << " " << san;
  }
}

TEST(San, ASmallBIsAFileBeforeItIsABishop) {
  for (const auto& [fen, uci, san] : {
           Row{"4k3/8/8/8/2p5/1P6/4B3/4K3 w - - 0 1", "b3c4", "bxc4"},  // pawn and bishop could
           Row{"4k3/8/8/8/2p5/1P6/4B3/4K3 w - - 0 1", "e2c4", "Bxc4"},
           Row{"4k3/8/8/8/2p5/8/1P2B3/4K3 w - - 0 1", "e2c4", "bxc4"},  // only the bishop can
           Row{"4k3/8/8/8/8/8/1P6/4KB2 w - - 0 1", "b2b4", "b4"},
           Row{"4k3/8/8/8/8/8/1P6/4KB2 w - - 0 1", "f1b5", "bb5"},
           Row{"4k3/8/8/8/8/1P6/8/4KB2 w - - 0 1", "f1c4", "bc4"},
           Row{"4k3/8/8/8/8/5B2/8/3BK3 w - - 0 1", "d1e2", "bde2"},
       }) {
    const auto pos = position(fen);
    const auto parsed = parse_san(pos, san);
    ASSERT_TRUE(parsed.has_value()) << fen << " " << parsed.error().message;
    EXPECT_EQ(*parsed, move(pos, uci)) << fen << " " << san;
  }
}

TEST(San, SaysWhyNot) {
  struct BadRow {
    std::string_view fen, text;
    Kind kind;
    std::string_view reason;
  };
  constexpr std::string_view kPinned = "4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1";
  for (const auto& [fen, text, kind, reason] : {
           BadRow{kStartFen, "", Kind::syntax, "not a move such as"},
           BadRow{kStartFen, "N", Kind::syntax, "not a move such as"},
           BadRow{kStartFen, "Nf9", Kind::syntax, "'Nf9' is not a move"},
           BadRow{kStartFen, "Nz3", Kind::syntax, "not a move such as"},
           BadRow{kStartFen, "Xf3", Kind::syntax, "not a move such as"},
           BadRow{kStartFen, "NNf3", Kind::syntax, "not a move such as"},
           BadRow{kStartFen, "1e4", Kind::syntax, "not a move such as"},
           BadRow{kStartFen, "e4=", Kind::syntax, "not a move such as"},
           BadRow{kStartFen, "-e4", Kind::syntax, "not a move such as"},
           BadRow{kStartFen, "e8=K", Kind::syntax, "not a move such as"},
           BadRow{kStartFen, "e8(Q", Kind::syntax, "not a move such as"},
           BadRow{kStartFen, "e8Q)", Kind::syntax, "not a move such as"},
           BadRow{kStartFen, ")", Kind::syntax, "not a move such as"},
           BadRow{kStartFen, "+", Kind::syntax, "not a move such as"},
           BadRow{kStartFen, "O-O-O-O", Kind::syntax, "not a move such as"},
           BadRow{kStartFen, "0", Kind::syntax, "not a move such as"},
           BadRow{kStartFen, "1-0", Kind::syntax, "not a move such as"},
           BadRow{kStartFen, "e4\x01\xFF", Kind::syntax, "is not a move"},
           BadRow{kStartFen, "--", Kind::null_move, "null move"},
           BadRow{kStartFen, "Z0", Kind::null_move, "null move"},
           BadRow{kStartFen, "0000", Kind::null_move, "null move"},
           BadRow{kStartFen, "@@@@", Kind::null_move, "null move"},
           BadRow{kStartFen, "Nd5", Kind::illegal, "no knight of White can go to d5"},
           BadRow{kStartFen, "e5", Kind::illegal, "no pawn of White can go to e5"},
           BadRow{kStartFen, "ee4", Kind::illegal, "is not legal"},
           BadRow{kStartFen, "exd3", Kind::illegal, "no pawn of White can go to d3"},
           BadRow{kStartFen, "Nd2", Kind::illegal, "White has a man on d2 already"},
           BadRow{kStartFen, "e7e5", Kind::illegal, "White has no man on e7"},
           BadRow{kStartFen, "e2e5", Kind::illegal, "no pawn of White can go to e5"},
           BadRow{kStartFen, "Nf3=Q", Kind::illegal, "only a pawn that reaches the last rank promotes"},
           BadRow{kStartFen, "e4=Q", Kind::illegal, "only a pawn that reaches the last rank promotes"},
           BadRow{kStartFen, "O-O", Kind::illegal, "a man is in the way"},
           BadRow{"7k/4P3/8/8/8/8/8/4K3 w - - 0 1", "e8", Kind::illegal, "needs a piece, as in e8=Q"},
           BadRow{"7k/8/8/8/8/8/8/4K3 w - - 0 1", "Qd1", Kind::illegal, "White has no queen"},
           BadRow{"7k/8/8/8/8/8/8/4K3 w - - 0 1", "O-O", Kind::illegal,
                  "no right to castle on the king's side"},
           BadRow{"4r2k/8/8/8/8/8/8/R3K3 w Q - 0 1", "O-O-O", Kind::illegal,
                  "White is in check and may not castle"},
           BadRow{"3r3k/8/8/8/8/8/8/R3K3 w Q - 0 1", "O-O-O", Kind::illegal, "attacked square"},
           BadRow{kPinned, "Nc3", Kind::illegal, "the knight on e2 is pinned"},
           BadRow{"4r2k/8/8/8/8/8/8/N3K3 w - - 0 1", "Nb3", Kind::illegal,
                  "White is in check, and this does not end it"},
           BadRow{"3r3k/8/8/8/8/8/8/4K3 w - - 0 1", "Kd1", Kind::illegal, "the king would be in check on d1"},
           BadRow{"R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", "Kf8", Kind::illegal, "the game is over by checkmate"},
           BadRow{"7k/5Q2/5K2/8/8/8/8/8 b - - 0 1", "Kg8", Kind::illegal, "the game is over by stalemate"},
           BadRow{"k7/8/8/8/1N3N2/8/8/K7 w - - 0 1", "Nd5", Kind::ambiguous,
                  "the knights on b4 and f4 can go there"},
           BadRow{"6k1/8/8/8/8/Q7/8/Q1Q4K w - - 0 1", "Qc3", Kind::ambiguous, "the queens on a1, c1 and a3"},
           BadRow{"6k1/8/8/8/8/Q7/8/Q1Q4K w - - 0 1", "Qac3", Kind::ambiguous, "the queens on a1 and a3"},
           BadRow{"7k/8/8/3p4/2P1P3/8/8/K7 w - - 0 1", "xd5", Kind::ambiguous, "the pawns on c4 and e4"},
       }) {
    const auto parsed = parse_san(position(fen), text);
    ASSERT_FALSE(parsed.has_value()) << fen << " " << text;
    EXPECT_EQ(parsed.error().kind, kind) << fen << " " << parsed.error().message;
    EXPECT_NE(parsed.error().message.find(reason), std::string::npos) << fen << " " << parsed.error().message;
  }
}

TEST(San, KnowsNullMoves) {
  for (const std::string_view text : {"--", "Z0", "0000", "@@@@"})
    EXPECT_TRUE(is_null_move_text(text)) << text;
  for (const std::string_view text : {"", "-", "e4", "O-O", "---"})
    EXPECT_FALSE(is_null_move_text(text)) << text;
}

TEST(San, Chess960CastlingGoesByWing) {
  for (const auto& [fen, uci, san] : {
           Row{"4k3/8/8/8/8/8/8/5K1R w K - 0 1", "f1h1", "O-O"},
           Row{"4k3/8/8/8/8/8/8/5K1R w K - 0 1", "f1g1", "Kg1"},  // looks like castling, is a step
           Row{"4k3/8/8/8/8/8/8/1RK5 w Q - 0 1", "c1b1", "O-O-O"},
           Row{"4k3/8/8/8/8/8/8/RK6 w Q - 0 1", "b1a1", "O-O-O"},
           Row{"4k3/8/8/8/8/8/8/RK6 w Q - 0 1", "b1c1", "Kc1"},
       }) {
    const auto pos = position(fen);
    EXPECT_EQ(to_san(pos, move(pos, uci)), san) << fen << " " << uci;
    EXPECT_EQ(*parse_san(pos, san), move(pos, uci)) << fen << " " << san;
  }
}

// Plays through the tree: what is written is read back, and no two moves have the same text.
void check_round_trips(const chess::Position& pos, int depth) {
  std::vector<std::string> texts;
  for (const Move m : pos.legal_moves()) {
    const std::string san = to_san(pos, m);
    const auto parsed = parse_san(pos, san);
    ASSERT_TRUE(parsed.has_value()) << to_fen(pos) << " " << parsed.error().message;
    ASSERT_EQ(*parsed, m) << to_fen(pos) << " " << san;
    ASSERT_LE(san.size(), 7u) << to_fen(pos) << " " << san;
    texts.push_back(san);
    if (depth > 1) check_round_trips(pos.after(m), depth - 1);
  }
  std::sort(texts.begin(), texts.end());
  EXPECT_EQ(std::adjacent_find(texts.begin(), texts.end()), texts.end()) << to_fen(pos);
}

TEST(San, EveryLegalMoveComesBack) {
  for (const std::string_view fen : {
           kStartFen,
           kKiwipete,
           std::string_view("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"),
           std::string_view("r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1"),
           std::string_view("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 0 1"),
           std::string_view("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1"),
           std::string_view("r1k1r2q/p1ppp1pp/8/8/8/8/P1PPP1PP/R1K1R2Q w KQkq - 0 1"),
       })
    check_round_trips(position(fen), 2);
}

}  // namespace
}  // namespace vitrine::notation
