#include "chess/validation.h"

#include "chess/support.h"

namespace vitrine::chess {
namespace {

using Kind = PositionError::Kind;

struct Refusal {
  std::string_view fen;
  Kind kind;
  Color color;
  std::string_view square;  // "" if the fault is at no one place
};

void expect_refused(const Setup& board, const Refusal& expected) {
  const auto pos = Position::from_setup(board);
  ASSERT_FALSE(pos.has_value()) << expected.fen;
  const PositionError& error = pos.error();
  EXPECT_EQ(static_cast<int>(error.kind), static_cast<int>(expected.kind))
      << expected.fen << ": " << error.message();
  EXPECT_EQ(error.color, expected.color) << expected.fen << ": " << error.message();
  EXPECT_EQ(error.square ? error.square->to_string() : "", expected.square)
      << expected.fen << ": " << error.message();
  EXPECT_NE(error.message().find(expected.square), std::string::npos) << error.message();
}

TEST(Validation, RefusesMenThatCannotBe) {
  using enum Color;
  for (const Refusal& row : {
           Refusal{"8/8/8/8/8/8/8/8 w - - 0 1", Kind::no_king, white, ""},
           Refusal{"8/8/8/8/8/8/8/4K3 w - - 0 1", Kind::no_king, black, ""},
           Refusal{"4k3/8/8/8/8/8/8/K3K3 w - - 0 1", Kind::several_kings, white, "e1"},
           Refusal{"k3k3/8/8/8/8/8/8/4K3 w - - 0 1", Kind::several_kings, black, "e8"},
           Refusal{"4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1", Kind::too_many_pawns, white, ""},
           Refusal{"4k3/pppppppp/p7/8/8/8/8/4K3 w - - 0 1", Kind::too_many_pawns, black, ""},
           // Nobody has nine pawns to make these pieces from.
           Refusal{"4k3/8/8/8/8/8/PPPPPPPP/QQ2K3 w - - 0 1", Kind::too_many_promoted, white, ""},
           Refusal{"4k3/8/8/8/8/8/PPPPPPPP/B1B1K3 w - - 0 1", Kind::too_many_promoted, white, ""},
           Refusal{"nnn1k3/8/pppppppp/8/8/8/8/4K3 w - - 0 1", Kind::too_many_promoted, black, ""},
           Refusal{"4k3/8/8/8/8/8/8/P3K3 w - - 0 1", Kind::pawn_on_back_rank, white, "a1"},
           Refusal{"4k2p/8/8/8/8/8/8/4K3 w - - 0 1", Kind::pawn_on_back_rank, black, "h8"},
       })
    expect_refused(setup(row.fen), row);
}

TEST(Validation, RefusesChecksThatCannotBe) {
  using enum Color;
  for (const Refusal& row : {
           Refusal{"4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", Kind::opponent_in_check, black, "e8"},
           Refusal{"8/8/8/3kK3/8/8/8/8 w - - 0 1", Kind::opponent_in_check, black, "d5"},
           Refusal{"4r1k1/8/8/8/1b5q/8/8/4K3 w - - 0 1", Kind::too_many_checkers, white, "e1"},
           // A pawn gives check by arriving, and this one has not moved.
           Refusal{"4k3/3p4/4K3/8/8/8/8/8 w - - 0 1", Kind::impossible_check, white, "e6"},
           Refusal{"8/8/8/8/8/4k3/5P2/4K3 b - - 0 1", Kind::impossible_check, black, "e3"},
           // One of two checkers must be a slider whose line was opened.
           Refusal{"4k3/8/8/8/8/3n1n2/8/4K3 w - - 0 1", Kind::impossible_check, white, "e1"},
           Refusal{"4k3/8/8/8/8/5n2/3p4/4K3 w - - 0 1", Kind::impossible_check, white, "e1"},
           // Nobody steps through the king to the far side of a line.
           Refusal{"3R4/8/q4k2/2B5/1NK5/3b4/8/8 w - - 0 1", Kind::impossible_check, white, "c4"},
       })
    expect_refused(setup(row.fen), row);
}

TEST(Validation, RefusesCastlingThatCannotBe) {
  using enum Color;
  for (const Refusal& row : {
           Refusal{"4k3/8/8/8/8/8/8/4K3 w K - 0 1", Kind::castling_without_rook, white, "h1"},
           Refusal{"r3k3/8/8/8/8/8/8/4K3 w kq - 0 1", Kind::castling_without_rook, black, "h8"},
           Refusal{"4k3/8/8/8/8/8/4K3/R6R w KQ - 0 1", Kind::castling_without_king, white, "a1"},
           Refusal{"r6k/8/8/8/8/8/8/4K3 w q - 0 1", Kind::castling_without_king, black, "a8"},
           // The man on h1 is a rook, but the enemy's.
           Refusal{"4k3/8/8/8/8/8/5P2/4KB1r w K - 0 1", Kind::castling_without_rook, white, "h1"},
       })
    expect_refused(setup(row.fen), row);

  chess::Setup two_on_one_wing = setup("4k3/8/8/8/8/8/8/4K1RR w K - 0 1");
  two_on_one_wing.castling_rooks |= squares("g1");
  expect_refused(two_on_one_wing, {"two rooks", Kind::castling_rooks_on_one_wing, Color::white, "h1"});

  chess::Setup in_the_middle = setup("4k3/8/8/8/R7/8/8/4K3 w - - 0 1");
  in_the_middle.castling_rooks = squares("a4");
  expect_refused(in_the_middle, {"rook on a4", Kind::castling_without_rook, Color::white, "a4"});
}

TEST(Validation, RefusesEnPassantThatCannotBe) {
  using enum Color;
  for (const Refusal& row : {
           Refusal{"4k3/8/3n4/3pP3/8/8/8/4K3 w - d6 0 1", Kind::en_passant_occupied, black, "d6"},
           Refusal{"4k3/8/8/4P3/8/8/8/4K3 w - d6 0 1", Kind::en_passant_without_pawn, black, "d6"},
           Refusal{"4k3/8/8/3PP3/8/8/8/4K3 w - d6 0 1", Kind::en_passant_without_pawn, black, "d6"},
           Refusal{"4k3/3n4/8/3pP3/8/8/8/4K3 w - d6 0 1", Kind::en_passant_origin_occupied, black, "d6"},
           // The queen, the bishop and the pawn gave check before the double step already.
           Refusal{"8/8/8/1k6/3Pp3/8/8/4KQ2 b - d3 0 1", Kind::en_passant_impossible_check, black, "b5"},
           Refusal{"1b1k4/8/8/1rPpK3/8/8/8/8 w - d6 0 1", Kind::en_passant_impossible_check, white, "e5"},
           Refusal{"rnbqk1nr/bb3p1p/1q2r3/2pPp3/3P4/7P/1PP1NpPP/R1BQKBNR w KQ c6 0 1",
                   Kind::en_passant_impossible_check, white, "e1"},
       })
    expect_refused(setup(row.fen), row);

  chess::Setup wrong_rank = setup("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1");
  for (const std::string_view name : {"d3", "d5", "d7", "d1"}) {
    wrong_rank.en_passant = square(name);
    expect_refused(wrong_rank, {"4k3/8/8/3pP3/8/8/8/4K3 w", Kind::en_passant_wrong_rank, black, name});
  }
}

TEST(Validation, RefusesCountersOutOfRange) {
  chess::Setup board = Setup::initial();
  for (const int clock : {-1, kMaxHalfmoveClock + 1, 1'000'000}) {
    board.halfmove_clock = clock;
    expect_refused(board, {"halfmove clock", Kind::halfmove_clock_out_of_range, Color::white, ""});
  }
  board.halfmove_clock = kMaxHalfmoveClock;
  EXPECT_TRUE(Position::from_setup(board));
  for (const int number : {-1, 0, kMaxFullmoveNumber + 1}) {
    board.fullmove_number = number;
    expect_refused(board, {"fullmove number", Kind::fullmove_number_out_of_range, Color::white, ""});
  }
  board.fullmove_number = kMaxFullmoveNumber;
  EXPECT_TRUE(Position::from_setup(board));
}

// Positions that have crashed Stockfish and others.
TEST(Validation, RefusesWhatHasCrashedEngines) {
  using enum Color;
  for (const Refusal& row : {
           Refusal{"q3kb2/rbpppppr/p1n4p/1p1n4/P4PB1/NP2P3/1RPP2PP/2B1QKNR b kq - 1 1",
                   Kind::castling_without_rook, black, "a8"},
           Refusal{"2b1k1nB/1p3p1p/n4b2/1NPp4/P7/8/2r1PPPP/R3KBNR b KQk - 0 14", Kind::castling_without_rook,
                   black, "h8"},
           Refusal{"2b1kbnQ/rpq1pp1p/2n3p1/8/8/2P5/PP3PPP/RN2KBNR b KQk - 0 9", Kind::castling_without_rook,
                   black, "h8"},
           Refusal{"2k5/8/3K4/1p6/p7/P7/1B6/8 b KQkq - 0 1", Kind::castling_without_king, white, "a1"},
           Refusal{"2Nq4/2K5/1b6/8/7R/3k4/7P/8 w - - 0 1", Kind::impossible_check, white, "c7"},
           Refusal{"5R2/2P5/8/4k3/8/3rK2r/8/8 w - - 0 1", Kind::impossible_check, white, "e3"},
           Refusal{"2N5/8/1B1R4/q7/1K6/8/3b4/5k2 w - - 0 1", Kind::impossible_check, white, "b4"},
           Refusal{"5k1r/2q3p1/p3p2p/1B3p1Q/n4P2/6P1/bbP2N1P/1K1RR3 b - - 0 1", Kind::opponent_in_check,
                   white, "b1"},
           Refusal{"rnbqkbnr/pppppppp/8/8/8/N2NNNNN/PPPPPPPP/RNBQKBNR w KQkq - 0 1", Kind::too_many_men,
                   white, ""},
           Refusal{"rnbqkbnr/nnnnnnnn/8/8/8/8/nnnnnnnn/RNBQKBNR w KQkq - 0 1", Kind::too_many_men, black, ""},
           Refusal{"2P5/8/8/3p4/4bK2/8/4k1p1/2Q5 w - - 12 81", Kind::pawn_on_back_rank, white, "c8"},
       })
    expect_refused(setup(row.fen), row);

  // These do not even describe a board.
  for (const std::string_view fen : {"rnk2bnr/p3p2p/5p2/1BQP2pP/3PP3/5PB1/PP5P/RN2K1NR w",
                                     "rnbqKbnr/pppppppp/8/8/PPPPPPPP/RNBQKBNR", "blah", ""})
    EXPECT_FALSE(notation::parse_fen(fen)) << fen;
}

TEST(Validation, AcceptsWhatIsRareButPossible) {
  for (const std::string_view fen : {
           "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",  // nine queens
           "8/6kR/8/8/8/bq6/1rqqqqqq/K1nqnbrq b - - 0 1",           // nine black ones
           "4k3/8/8/8/8/8/PPPPPPP1/BB2K3 w - - 0 1",                // bishops of both colours
           "4r1k1/8/8/8/8/5n2/8/4K3 w - - 0 1",                     // double check, rook and knight
           "4r1k1/8/8/8/7b/8/8/4K3 w - - 0 1",                      // double check, rook and bishop
           "4k3/8/8/8/8/8/3p4/4K3 w - - 0 1",                       // check by a pawn about to promote
           "4k3/8/8/3pP3/4K3/8/8/8 w - d6 0 1",                     // check by the double step itself
           "4b1k1/8/8/3pP3/K7/8/8/8 w - d6 0 1",                    // check by the bishop behind it
           "6k1/8/8/8/8/8/8/RK5R w HA - 0 1",                       // the king on b1 may castle
           "4kq2/8/8/8/8/8/8/4K3 w - - 150 200",                    // no claim has been made
       })
    EXPECT_TRUE(Position::from_setup(setup(fen)))
        << fen << Position::from_setup(setup(fen)).error().message();
}

// Problems and test suites have checks that no game has; whoever wants them asks for them.
TEST(Validation, AllowsUnreachableOnRequest) {
  for (const std::string_view fen : {
           "4r1k1/8/8/8/1b5q/8/8/4K3 w - - 0 1",
           "4k3/3p4/4K3/8/8/8/8/8 w - - 0 1",
           "4k3/8/8/8/8/3n1n2/8/4K3 w - - 0 1",
           "2Nq4/2K5/1b6/8/7R/3k4/7P/8 w - - 0 1",
           "B6b/8/8/8/2K5/5k2/8/b6B b - - 0 1",
       }) {
    EXPECT_FALSE(Position::from_setup(setup(fen))) << fen;
    const auto pos = Position::from_setup(setup(fen), Unreachable::allowed);
    ASSERT_TRUE(pos) << fen << ": " << pos.error().message();
    EXPECT_TRUE(pos->is_check()) << fen;
  }
  // A king that can be captured is never allowed.
  EXPECT_FALSE(Position::from_setup(setup("4k3/8/8/8/8/8/4R3/4K3 w - - 0 1"), Unreachable::allowed));
}

TEST(Validation, AsksOneQuestionAtATime) {
  const chess::Setup bad_castling = setup("4k3/8/8/8/8/8/8/4K3 w K - 0 1");
  EXPECT_FALSE(find_error_in_men(Men(bad_castling)));
  EXPECT_FALSE(find_error_in_en_passant(bad_castling));
  EXPECT_FALSE(find_error_in_counters(bad_castling));
  EXPECT_EQ(find_error_in_castling(bad_castling, Men(bad_castling), Unreachable::refused)->kind,
            Kind::castling_without_rook);
}

}  // namespace
}  // namespace vitrine::chess
