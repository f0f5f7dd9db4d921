#include "notation/fen.h"

#include "notation/support.h"

namespace vitrine::notation {
namespace {

using chess::Bitboard;
using chess::Color;
using chess::PositionError;
using chess::Setup;
using chess::Square;
using chess::Wing;
using Kind = PositionError::Kind;

Square square(std::string_view name) { return *Square::parse(name); }

TEST(Fen, ReadsTheInitialPosition) {
  EXPECT_EQ(position(kStartFen), chess::Position::initial());
  EXPECT_EQ(to_fen(chess::Position::initial()), kStartFen);
  EXPECT_EQ(*parse_fen_setup(kStartFen, FenMode::strict), Setup::initial());
}

TEST(Fen, ReadsEveryField) {
  const auto pos = position("r3k3/8/8/8/3Pp3/8/8/4K2R b Kq d3 0 57");
  EXPECT_EQ(pos.turn(), Color::black);
  EXPECT_EQ(pos.piece_at(square("h1")), (chess::Piece{Color::white, chess::PieceType::rook}));
  EXPECT_TRUE(pos.is_empty(square("a1")));
  EXPECT_EQ(pos.castling_rook(Color::white, Wing::king_side), square("h1"));
  EXPECT_EQ(pos.castling_rook(Color::black, Wing::queen_side), square("a8"));
  EXPECT_FALSE(pos.has_castling_right(Color::white, Wing::queen_side));
  EXPECT_EQ(pos.en_passant(), square("d3"));
  EXPECT_EQ(pos.halfmove_clock(), 0);
  EXPECT_EQ(pos.fullmove_number(), 57);
}

TEST(Fen, WritesBackWhatItRead) {
  for (const std::string_view fen : {
           "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
           "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 31 99",
           "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
           "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
           "r3k3/8/8/8/8/8/8/4K3 b q - 100 32767",
           "k7/8/8/8/8/8/8/K7 w - - 32767 1",
           // The inner rook castles: X-FEN names its file.
           "4k3/8/8/8/8/8/8/R1RK2R1 w KC - 0 1",
           "1rk2r1r/8/8/8/8/8/8/4K3 b fq - 0 1",
       })
    EXPECT_EQ(to_fen(position(fen)), fen);
}

struct CastlingRow {
  std::string_view fen;
  std::string_view rooks;  // squares of the rooks that may castle
  std::string_view x_fen;
  std::string_view shredder;
};

TEST(Fen, ReadsAndWritesBothCastlingAlphabets) {
  for (const auto& [fen, rooks, x_fen, shredder] : {
           CastlingRow{"r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", "a1h1a8h8", "KQkq", "HAha"},
           CastlingRow{"r3k2r/8/8/8/8/8/8/R3K2R w KAhq - 0 1", "a1h1a8h8", "KQkq", "HAha"},
           CastlingRow{"1r2k1r1/8/8/8/8/8/8/1R2K1R1 w KQkq - 0 1", "b1g1b8g8", "KQkq", "GBgb"},
           // Two rooks on a wing: K is the outer one, G the inner one.
           CastlingRow{"4k3/8/8/8/8/8/8/4K1RR w K - 0 1", "h1", "K", "H"},
           CastlingRow{"4k3/8/8/8/8/8/8/4K1RR w G - 0 1", "g1", "G", "G"},
           CastlingRow{"4k3/8/8/8/8/8/8/RR2K3 w B - 0 1", "b1", "B", "B"},
           CastlingRow{"rr2k3/8/8/8/8/8/8/4K3 b a - 0 1", "a8", "q", "a"},
           CastlingRow{"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", "f1h1f8h8",
                       "KQkq", "HFhf"},
       }) {
    const auto pos = position(fen);
    Bitboard expected;
    for (std::size_t i = 0; i < rooks.size(); i += 2) expected |= Bitboard(square(rooks.substr(i, 2)));
    EXPECT_EQ(pos.castling_rooks(), expected) << fen;
    EXPECT_NE(to_fen(pos).find(" " + std::string(x_fen) + " "), std::string::npos) << to_fen(pos);
    const std::string text = to_fen(pos, CastlingStyle::shredder);
    EXPECT_NE(text.find(" " + std::string(shredder) + " "), std::string::npos) << text;
    EXPECT_EQ(position(to_fen(pos)), pos);
    EXPECT_EQ(position(text), pos);
  }
}

TEST(Fen, KeepsAnEnPassantSquareOnlyIfSomebodyCanTakeThere) {
  struct Row {
    std::string_view fen, usable;
  };
  for (const auto& [fen, usable] : {
           Row{"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", "-"},  // nobody beside
           Row{"4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "e3"},                           // legal
           Row{"8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1", "-"},   // both pawns shield the king
           Row{"3k4/8/8/8/3pP3/8/8/3RK3 b - e3 0 1", "-"},  // pinned on the file
           Row{"8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1", "d3"},  // takes the checker
       }) {
    const auto pos = position(fen);
    EXPECT_EQ(pos.en_passant(), Square::parse(usable)) << fen;
    // A setup holds what the text said, for exact interchange.
    EXPECT_EQ(to_fen(*parse_fen_setup(fen, FenMode::strict)), fen);
  }
}

struct BadRow {
  std::string_view fen;
  FenField field;
  int column;
  std::string_view message;  // part of it
};

TEST(Fen, SaysWhatIsWrongAndWhere) {
  using enum FenField;
  for (const auto& [fen, field, column, message] : {
           BadRow{"", whole, 1, "empty"},
           BadRow{"blah", placement, 2, "'l' is not a piece"},
           BadRow{"rnbqKbnr/pppppppp/8/8/PPPPPPPP/RNBQKBNR", placement, 40, "only 6 of 8 ranks"},
           BadRow{"8/8/8/8/8/8/8/8/8 w - - 0 1", placement, 16, "more than 8 ranks"},
           BadRow{"8/8/8/8/8/8/8/8/ w - - 0 1", placement, 16, "more than 8 ranks"},
           BadRow{"k7/7/8/8/8/8/8/K7 w - - 0 1", placement, 5, "rank 7 has 7 squares"},
           BadRow{"k7/8/8/8/8/8/8/K6 w - - 0 1", placement, 18, "rank 1 has 7 squares"},
           BadRow{"k7/p8/8/8/8/8/8/K7 w - - 0 1", placement, 5, "rank 7 has more than 8 squares"},
           BadRow{"k7p/8/8/8/8/8/8/K7 w - - 0 1", placement, 3, "rank 8 has more than 8 squares"},
           BadRow{"k7/9/8/8/8/8/8/K7 w - - 0 1", placement, 4, "'9' is not a number of empty squares"},
           BadRow{"k7/0p7/8/8/8/8/8/K7 w - - 0 1", placement, 4, "'0' is not a number of empty squares"},
           BadRow{"k7/44/8/8/8/8/8/K7 w - - 0 1", placement, 5, "two numbers in a row"},
           BadRow{"rnk2bnr/p3p2p/5p2/1BQP2pP/3PP3/5PB1/PP5P/RN2K1NR w", castling, 51, "found 2 of 6 fields"},
           BadRow{"k7/8/8/8/8/8/8/K7 x - - 0 1", turn, 19, "'x' is neither w nor b"},
           BadRow{"k7/8/8/8/8/8/8/K7 W - - 0 1", turn, 19, "'W' is neither w nor b"},
           BadRow{"k7/8/8/8/8/8/8/K7 w x - 0 1", castling, 21, "'x' is not a castling letter"},
           BadRow{"r3k2r/8/8/8/8/8/8/R3K2R w KQ-kq - 0 1", castling, 29, "'-' is not a castling letter"},
           BadRow{"r3k2r/8/8/8/8/8/8/R3K2R w QK - 0 1", castling, 28, "out of order"},
           BadRow{"r3k2r/8/8/8/8/8/8/R3K2R w kK - 0 1", castling, 28, "out of order"},
           BadRow{"r3k2r/8/8/8/8/8/8/R3K2R w KK - 0 1", castling, 28, "second time"},
           BadRow{"r3k2r/8/8/8/8/8/8/R3K2R w KH - 0 1", castling, 28, "second time"},
           BadRow{"k7/8/8/8/8/8/8/K7 w - e9 0 1", en_passant, 23, "'e9' is neither a square nor -"},
           BadRow{"k7/8/8/8/8/8/8/K7 w - e 0 1", en_passant, 23, "'e' is neither"},
           BadRow{"k7/8/8/8/8/8/8/K7 w - - x 1", halfmove_clock, 25, "'x' is not a whole number"},
           BadRow{"k7/8/8/8/8/8/8/K7 w - - -1 1", halfmove_clock, 25, "'-1' is negative"},
           BadRow{"k7/8/8/8/8/8/8/K7 w - - 0 1.5", fullmove_number, 27, "'1.5' is not a whole number"},
           BadRow{"k7/8/8/8/8/8/8/K7 w - - 0 99999999999", fullmove_number, 27, "too large"},
           BadRow{"k7/8/8/8/8/8/8/K7 w - - 0", fullmove_number, 26, "found 5 of 6 fields"},
           BadRow{"k7/8/8/8/8/8/8/K7 w - - 0 1 junk", whole, 29, "after the sixth field"},
           BadRow{" k7/8/8/8/8/8/8/K7 w - - 0 1", whole, 1, "one space too many"},
           BadRow{"k7/8/8/8/8/8/8/K7  w - - 0 1", whole, 19, "one space too many"},
           BadRow{"k7/8/8/8/8/8/8/K7 w - - 0 1 ", whole, 29, "a space at the end"},
           BadRow{"k7/8/8/8/8/8/8/K7\tw - - 0 1", placement, 18, "'?' is not a piece"},
           BadRow{"k7/8/8/8/8/8/8/K7 w \xE2\x80\x93 - 0 1", whole, 21, "write the plain '-'"},
           BadRow{"k7/8/8/8/8/8/8/K7 w - \xE2\x88\x92 0 1", whole, 23, "write the plain '-'"},
           BadRow{"k7/8/8/8/\xC3\xA9/8/8/K7 w - - 0 1", whole, 10, "outside ASCII"},
       }) {
    const auto setup = parse_fen_setup(fen, FenMode::strict);
    ASSERT_FALSE(setup.has_value()) << fen;
    EXPECT_EQ(setup.error().field, field) << fen << "\n" << setup.error().to_string();
    EXPECT_EQ(setup.error().column, column) << fen << "\n" << setup.error().to_string();
    EXPECT_NE(setup.error().message.find(message), std::string::npos) << fen << "\n"
                                                                      << setup.error().to_string();
    EXPECT_FALSE(setup.error().position_error) << fen;
    EXPECT_FALSE(parse_fen(fen).has_value()) << fen;
  }
}

TEST(Fen, AnErrorReadsAsASentence) {
  EXPECT_EQ(parse_fen("k7/8/8/8/8/8/8/K7 w x - 0 1").error().to_string(),
            "castling, column 21: 'x' is not a castling letter (KQkq, A-H, a-h, or - for none)");
}

struct RefusedRow {
  std::string_view fen;
  Kind kind;
  FenField field;
  int column;
};

TEST(Fen, NamesTheRuleThatRefusesAPosition) {
  using enum FenField;
  for (const auto& [fen, kind, field, column] : {
           RefusedRow{"8/8/8/8/8/8/8/8 w - - 0 1", Kind::no_king, placement, 1},
           RefusedRow{"k7/8/8/8/8/8/8/8 w - - 0 1", Kind::no_king, placement, 1},
           RefusedRow{"k6k/8/8/8/8/8/8/K7 w - - 0 1", Kind::several_kings, placement, 3},
           RefusedRow{"2P5/8/8/3p4/4bK2/8/4k1p1/2Q5 w - - 12 81", Kind::pawn_on_back_rank, placement, 2},
           RefusedRow{"k7/8/8/8/8/8/8/K6p w - - 0 1", Kind::pawn_on_back_rank, placement, 18},
           RefusedRow{"k7/8/8/8/P7/8/PPPPPPPP/K7 w - - 0 1", Kind::too_many_pawns, placement, 1},
           RefusedRow{"k7/8/8/8/8/7Q/PPPPPPPP/K6Q w - - 0 1", Kind::too_many_promoted, placement, 1},
           RefusedRow{"k7/8/8/8/8/B1B5/PPPPPPPP/K7 w - - 0 1", Kind::too_many_promoted, placement, 1},
           RefusedRow{"k6R/8/8/8/8/8/8/K7 w - - 0 1", Kind::opponent_in_check, placement, 1},
           RefusedRow{"k7/8/8/8/8/8/1k6/K7 w - - 0 1", Kind::several_kings, placement, 1},
           RefusedRow{"8/8/8/8/8/8/1k6/K7 w - - 0 1", Kind::opponent_in_check, placement, 14},
           RefusedRow{"4k3/8/8/8/4r3/6n1/r3K3/8 w - - 0 1", Kind::too_many_checkers, placement, 21},
           RefusedRow{"4k3/8/8/8/8/3p2n1/4K3/8 w - - 0 1", Kind::impossible_check, placement, 20},
           RefusedRow{"4k3/3p4/4K3/8/8/8/8/8 w - - 0 1", Kind::impossible_check, placement, 10},
           RefusedRow{"4k3/8/8/8/8/8/8/R3K3 w K - 0 1", Kind::castling_without_rook, castling, 24},
           RefusedRow{"4k3/8/8/8/8/8/4K3/R6R w KQ - 0 1", Kind::castling_without_king, castling, 26},
           RefusedRow{"4k3/8/8/8/8/8/8/K6R w K - 0 1", Kind::castling_without_king, castling, 23},
           RefusedRow{"4k3/8/8/8/8/8/8/4K1RR w HG - 0 1", Kind::castling_rooks_on_one_wing, castling, 25},
           RefusedRow{"4k3/8/8/8/4P3/8/8/4K3 b - e4 0 1", Kind::en_passant_wrong_rank, en_passant, 27},
           RefusedRow{"4k3/8/8/8/4P3/8/8/4K3 w - e3 0 1", Kind::en_passant_wrong_rank, en_passant, 27},
           RefusedRow{"4k3/8/8/8/4P3/4N3/8/4K3 b - e3 0 1", Kind::en_passant_occupied, en_passant, 29},
           RefusedRow{"4k3/8/8/8/8/8/8/4K3 b - e3 0 1", Kind::en_passant_without_pawn, en_passant, 25},
           RefusedRow{"4k3/8/8/8/4P3/8/4N3/4K3 b - e3 0 1", Kind::en_passant_origin_occupied, en_passant, 29},
           RefusedRow{"4k3/8/3N4/8/3pP3/8/8/4K3 b - e3 0 1", Kind::en_passant_impossible_check, en_passant,
                      30},
           RefusedRow{"k7/8/8/8/8/8/8/K7 w - - 32768 1", Kind::halfmove_clock_out_of_range, halfmove_clock,
                      25},
           RefusedRow{"k7/8/8/8/8/8/8/K7 w - - 0 0", Kind::fullmove_number_out_of_range, fullmove_number, 27},
           RefusedRow{"k7/8/8/8/8/8/8/K7 w - - 0 100000", Kind::fullmove_number_out_of_range, fullmove_number,
                      27},
       }) {
    const auto pos = parse_fen(fen);
    ASSERT_FALSE(pos.has_value()) << fen;
    ASSERT_TRUE(pos.error().position_error) << fen << "\n" << pos.error().to_string();
    EXPECT_EQ(pos.error().position_error->kind, kind) << fen << "\n" << pos.error().to_string();
    EXPECT_EQ(pos.error().field, field) << fen << "\n" << pos.error().to_string();
    EXPECT_EQ(pos.error().column, column) << fen << "\n" << pos.error().to_string();
    EXPECT_TRUE(parse_fen_setup(fen, FenMode::strict).has_value()) << fen;
  }
}

// FENs that have crashed other engines.
TEST(Fen, RefusesWhatCrashedOthers) {
  for (const auto& [fen, kind, field, column] : {
           RefusedRow{"q3kb2/rbpppppr/p1n4p/1p1n4/P4PB1/NP2P3/1RPP2PP/2B1QKNR b kq - 1 1",
                      Kind::castling_without_rook, FenField::castling, 0},
           RefusedRow{"2b1k1nB/1p3p1p/n4b2/1NPp4/P7/8/2r1PPPP/R3KBNR b KQk - 0 14",
                      Kind::castling_without_rook, FenField::castling, 0},
           RefusedRow{"2b1kbnQ/rpq1pp1p/2n3p1/8/8/2P5/PP3PPP/RN2KBNR b KQk - 0 9",
                      Kind::castling_without_rook, FenField::castling, 0},
           RefusedRow{"2k5/8/3K4/1p6/p7/P7/1B6/8 b KQkq - 0 1", Kind::castling_without_king,
                      FenField::castling, 0},
           RefusedRow{"2Nq4/2K5/1b6/8/7R/3k4/7P/8 w - - 0 1", Kind::impossible_check, FenField::placement, 0},
           RefusedRow{"5R2/2P5/8/4k3/8/3rK2r/8/8 w - - 0 1", Kind::impossible_check, FenField::placement, 0},
           RefusedRow{"2N5/8/1B1R4/q7/1K6/8/3b4/5k2 w - - 0 1", Kind::impossible_check, FenField::placement,
                      0},
           RefusedRow{"5k1r/2q3p1/p3p2p/1B3p1Q/n4P2/6P1/bbP2N1P/1K1RR3 b - - 0 1", Kind::opponent_in_check,
                      FenField::placement, 0},
           RefusedRow{"rnbqkbnr/pppppppp/8/8/8/N2NNNNN/PPPPPPPP/RNBQKBNR w KQkq - 0 1", Kind::too_many_men,
                      FenField::placement, 0},
           RefusedRow{"rnbqkbnr/nnnnnnnn/8/8/8/8/nnnnnnnn/RNBQKBNR w KQkq - 0 1", Kind::too_many_men,
                      FenField::placement, 0},
           RefusedRow{"2P5/8/8/3p4/4bK2/8/4k1p1/2Q5 w - - 12 81", Kind::pawn_on_back_rank,
                      FenField::placement, 0},
           RefusedRow{"8/8/8/8/8/8/8/8 w - - 0 1", Kind::no_king, FenField::placement, 0},
       }) {
    const auto pos = parse_fen(fen);
    ASSERT_FALSE(pos.has_value()) << fen << " column " << column;
    ASSERT_TRUE(pos.error().position_error) << fen << "\n" << pos.error().to_string();
    EXPECT_EQ(pos.error().position_error->kind, kind) << fen << "\n" << pos.error().to_string();
    EXPECT_EQ(pos.error().field, field) << fen << "\n" << pos.error().to_string();
  }
  for (const std::string_view malformed : {"rnk2bnr/p3p2p/5p2/1BQP2pP/3PP3/5PB1/PP5P/RN2K1NR w",
                                           "rnbqKbnr/pppppppp/8/8/PPPPPPPP/RNBQKBNR", "blah", ""})
    for (const FenMode mode : {FenMode::strict, FenMode::lenient})
      EXPECT_FALSE(parse_fen(malformed, mode)) << malformed;
}

TEST(Fen, LenientReadsWhatPeopleType) {
  struct Row {
    std::string_view typed, meant;
  };
  for (const auto& [typed, meant] : {
           Row{"k7/8/8/8/8/8/8/K7 w - -", "k7/8/8/8/8/8/8/K7 w - - 0 1"},
           Row{"k7/8/8/8/8/8/8/K7 w - - 7", "k7/8/8/8/8/8/8/K7 w - - 7 1"},
           Row{"k7/8/8/8/8/8/8/K7 w - - 7 0", "k7/8/8/8/8/8/8/K7 w - - 7 1"},
           Row{"  k7/8/8/8/8/8/8/K7   B\t-  - 0  1\r\n", "k7/8/8/8/8/8/8/K7 b - - 0 1"},
           Row{"k7/44/8/8/8/8/8/K7 W - - 0 1", "k7/8/8/8/8/8/8/K7 w - - 0 1"},
           Row{"r3k2r/8/8/8/8/8/8/R3K2R w qkQK - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"},
           Row{"r3k2r/8/8/8/8/8/8/R3K2R w KKHA - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQ - 0 1"},
           // Rights that the position cannot have are dropped.
           Row{"4k3/8/8/8/8/8/8/R3K3 w KQkq - 0 1", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"},
           Row{"2k5/8/3K4/1p6/p7/P7/1B6/8 b KQkq - 0 1", "2k5/8/3K4/1p6/p7/P7/1B6/8 b - - 0 1"},
           Row{"4k3/8/8/8/8/8/8/4K3 b - e3 0 1", "4k3/8/8/8/8/8/8/4K3 b - - 0 1"},
           Row{"4k3/8/8/8/8/8/8/4K3 b - h8 0 1", "4k3/8/8/8/8/8/8/4K3 b - - 0 1"},
       }) {
    const auto pos = parse_fen(typed, FenMode::lenient);
    ASSERT_TRUE(pos.has_value()) << typed << "\n" << pos.error().to_string();
    EXPECT_EQ(to_fen(*pos), meant);
    EXPECT_FALSE(parse_fen(typed, FenMode::strict)) << typed;
  }
}

TEST(Fen, LenientStillRefusesNonsense) {
  for (const std::string_view fen : {
           "k7/8/8/8/8/8/8/K7 w -",
           "k7/8/8/8/8/8/8/K7 w - - 0 1 2",
           "k7/8/8/8/8/8/8/K7 w \xE2\x80\x93 - 0 1",
           "k7/8/8/8/8/8/8/8 w - - 0 1",
           "k6R/8/8/8/8/8/8/K7 w - - 0 1",
           "k7/8/8/8/8/8/8/K7 white - - 0 1",
           "k7/8/8/8/8/8/8/K7 w - - -3 1",
           "   ",
       })
    EXPECT_FALSE(parse_fen(fen, FenMode::lenient)) << fen;
}

TEST(Fen, ASetupNeedNotBeLegal) {
  for (const std::string_view fen :
       {"8/8/8/8/8/8/8/8 w - - 0 1", "kkkkkkkk/8/8/8/8/8/8/PPPPPPPP b KQkq a8 99999 0",
        "8/8/8/8/8/8/8/4K3 w KEDQ - 0 1"}) {
    const auto setup = parse_fen_setup(fen, FenMode::strict);
    ASSERT_TRUE(setup.has_value()) << setup.error().to_string();
    EXPECT_EQ(to_fen(*setup), fen);
    EXPECT_EQ(*parse_fen_setup(to_fen(*setup, CastlingStyle::shredder), FenMode::strict), *setup);
  }
}

}  // namespace
}  // namespace vitrine::notation
