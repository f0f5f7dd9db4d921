#include "engines/mailbox/board.h"

#include <gtest/gtest.h>

#include "chess/perft.h"
#include "engines/exhibit_support.h"
#include "engines/mailbox/board_support.h"

namespace vitrine::engines::mailbox {

namespace {

Board board(std::string_view fen) { return Board(chess::setup(fen)); }

std::string moves_of(Board& board) {
  MoveList moves;
  board.generate(moves);
  chess::MoveList legal;
  for (const Move move : moves)
    if (board.make(move)) {
      legal.push_back(to_chess(move));
      board.unmake();
    }
  return chess::to_text(legal);
}

}  // namespace

TEST(MailboxBoard, CountsLikeTheLibrary) {
  for (const auto& [fen, depth, nodes] : kPerftRows) {
    const chess::Position pos = chess::position(fen);
    Board own(pos.to_setup());
    EXPECT_EQ(perft(own, depth - 2), chess::perft(pos, depth - 2).nodes) << fen;
  }
}

// Chess960 too: half of these games begin with one of its arrays.
TEST(MailboxBoard, HasTheMovesOfTheLibraryInRandomGames) {
  for (const chess::Position& pos : chess::random_positions(7, chess::scaled(4000))) {
    Board own(pos.to_setup());
    EXPECT_EQ(moves_of(own), chess::to_text(pos.legal_moves())) << notation::to_fen(pos);
    EXPECT_EQ(own.is_check(), pos.is_check()) << notation::to_fen(pos);
    EXPECT_EQ(own.has_legal_move(), pos.has_legal_moves()) << notation::to_fen(pos);
    EXPECT_EQ(own.is_insufficient_material(), pos.is_insufficient_material()) << notation::to_fen(pos);
  }
}

TEST(MailboxBoard, TakesEveryMoveBack) {
  for (const chess::Position& pos : chess::random_positions(8, chess::scaled(1000))) {
    Board own(pos.to_setup());
    const int before = own.evaluate();
    const std::string moves = moves_of(own);
    (void)perft(own, 2);
    EXPECT_EQ(own.evaluate(), before) << notation::to_fen(pos);
    EXPECT_EQ(moves_of(own), moves) << notation::to_fen(pos);
  }
}

TEST(MailboxBoard, CountsMenAndTheCentre) {
  const struct {
    const char* fen;
    int value;
  } rows[] = {
      {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0},
      {"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", -40},
      {"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", 0},
      {"4k3/8/8/8/8/8/P7/4K3 w - - 0 1", 100},
      {"4k3/8/8/8/8/8/P7/4K3 b - - 0 1", -100},
      {"4k3/8/8/8/8/8/N7/4K3 w - - 0 1", 350},
      {"4k3/8/8/8/8/8/B7/4K3 w - - 0 1", 300},  // a bishop is less than a knight here
      {"4k3/8/8/8/8/8/R7/4K3 w - - 0 1", 500},
      {"4k3/8/8/8/8/8/Q7/4K3 w - - 0 1", 900},
      {"4k3/q7/8/8/8/8/8/4K3 w - - 0 1", -900},
      {"8/8/8/3K4/8/8/8/7k w - - 0 1", 40},  // kings stand in the centre too
      {"4k3/8/8/3pP3/3Nn3/8/8/4K3 w - - 0 1", 0},
      {"4k3/8/8/3qP3/3N4/8/8/4K3 w - - 0 1", 100 + 350 - 900 + 40},
  };
  for (const auto& [fen, value] : rows) EXPECT_EQ(board(fen).evaluate(), value) << fen;
}

// The faults of its ancestor, each with a position.
TEST(MailboxBoard, KnowsTheRulesOfCastling) {
  const struct {
    const char* fen;
    const char* move;
    bool is_legal;
  } rows[] = {
      {"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1h1", true},
      {"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1a1", true},
      {"4k3/8/8/8/8/8/8/R3K2R w Q - 0 1", "e1h1", false},
      {"k3r3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1h1", false},  // out of check
      {"k4r2/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1h1", false},  // through check
      {"k4r2/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1a1", true},
      {"k5r1/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1h1", false},  // into check
      {"kr6/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1a1", true},    // the rook may pass
  };
  for (const auto& [fen, move, is_legal] : rows) {
    Board own = board(fen);
    EXPECT_EQ(moves_of(own).find(move) != std::string::npos, is_legal) << fen << ' ' << move;
  }
}

TEST(MailboxBoard, AQueenMoveCancelsNoCastling) {
  Board own(game_from("4k3/7p/8/8/3Q4/8/8/R3K2R w KQ - 0 1", "d4a4 e8f8 a4e4 f8g8 e4h4 g8g7 h4d4 g7g8"));
  EXPECT_NE(moves_of(own).find("e1h1"), std::string::npos);
  EXPECT_NE(moves_of(own).find("e1a1"), std::string::npos);
}

TEST(MailboxBoard, TriesTheBestCapturesFirst) {
  const Board own = board("4k3/P6q/3n2P1/4P3/8/8/8/3RK3 w - - 0 1");
  MoveList moves;
  own.generate(moves);
  std::string first;
  for (const Move* move = moves.begin(); move != moves.begin() + 4; ++move)
    first += notation::to_uci(to_chess(*move)) + ' ';
  EXPECT_EQ(first, "a7a8q g6h7 e5d6 d1d6 ");
}

TEST(MailboxBoard, KnowsRepetitions) {
  const char* const start = "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1";
  const char* const there = "a1b1 e8d8 b1a1 d8e8";
  // Castling is lost on the way: the second time is the first of its kind.
  EXPECT_FALSE(Board(game_from(start, there)).is_repetition(4));
  const std::string twice = std::string(there) + " a1b1 e8d8 b1a1 d8e8";
  EXPECT_TRUE(Board(game_from(start, twice)).is_repetition(4));   // once within the search
  EXPECT_FALSE(Board(game_from(start, twice)).is_repetition(3));  // once before it
  EXPECT_TRUE(Board(game_from(start, twice + " a1b1 e8d8 b1a1 d8e8")).is_repetition(0));
  // A pawn that may be taken en passant makes another position.
  EXPECT_FALSE(
      Board(game_from("4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1", "d7d5 e1d1 e8d8 d1e1 d8e8")).is_repetition(4));
  EXPECT_TRUE(
      Board(game_from("4k3/3p4/8/8/8/8/8/4K3 b - - 0 1", "d7d5 e1d1 e8d8 d1e1 d8e8")).is_repetition(4));
}

TEST(MailboxBoard, KnowsTheOtherDraws) {
  EXPECT_TRUE(board("4k3/8/8/8/8/8/8/R3K3 w - - 100 80").is_fifty_moves());
  EXPECT_FALSE(board("4k3/8/8/8/8/8/8/R3K3 w - - 99 80").is_fifty_moves());
  const struct {
    const char* fen;
    bool is_draw;
  } rows[] = {
      {"4k3/8/8/8/8/8/8/4K3 w - - 0 1", true},      {"4k3/8/8/8/8/8/8/4KN2 w - - 0 1", true},
      {"4kb2/8/8/8/8/8/8/4K3 w - - 0 1", true},     {"4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1", true},
      {"2b1k3/8/8/8/8/8/8/2B1K3 w - - 0 1", false}, {"4k3/8/8/8/8/8/8/3NKN2 w - - 0 1", false},
      {"4k3/8/8/8/8/8/P7/4K3 w - - 0 1", false},
  };
  for (const auto& [fen, is_draw] : rows) EXPECT_EQ(board(fen).is_insufficient_material(), is_draw) << fen;
}

}  // namespace vitrine::engines::mailbox
