// Every item of the framework's list, on known positions; and perft, which needs most of them to be right.

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "chess/game.h"
#include "notation/fen.h"
#include "notation/uci_move.h"
#include "workshop/api/vitrine/bot.h"

namespace vitrine::bot {
namespace {

constexpr std::string_view kKiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

Board initial() { return Board::from_fen(notation::kStartFen); }

// The game that these moves lead to from the start position.
chess::Game game_of(std::initializer_list<std::string_view> moves) {
  chess::Game game;
  for (const std::string_view text : moves)
    game.play_unchecked(*notation::parse_uci_move(game.position(), text));
  return game;
}

Move move_of(const Board& board, std::string_view text) { return Move(text, board); }

std::uint64_t perft(Board& board, int depth) {
  if (depth == 0) return 1;
  std::uint64_t count = 0;
  for (const Move move : board.legal_moves()) {
    board.make_move(move);
    count += perft(board, depth - 1);
    board.undo_move();
  }
  return count;
}

TEST(BotApi, PerftCountsKnownPositions) {
  struct Row {
    std::string_view fen;
    int depth;
    std::uint64_t count;
  };
  for (const auto& [fen, depth, count] : {
           Row{notation::kStartFen, 4, 197'281},
           Row{kKiwipete, 3, 97'862},
           Row{"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 5, 674'624},
           Row{"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 4, 422'333},
           Row{"rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 3, 62'379},
       }) {
    Board board = Board::from_fen(fen);
    const std::string before = board.fen();
    EXPECT_EQ(perft(board, depth), count) << fen;
    EXPECT_EQ(board.fen(), before);
  }
}

TEST(BotApi, CapturesAreTheLegalMovesThatTake) {
  for (const std::string_view fen : {kKiwipete, std::string_view("8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1"),
                                     std::string_view("n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1")}) {
    const Board board = Board::from_fen(fen);
    std::multiset<std::string> taking, listed;
    for (const Move move : board.legal_moves())
      if (move.is_capture()) taking.insert(move.to_string());
    for (const Move move : board.legal_moves(true)) listed.insert(move.to_string());
    EXPECT_EQ(taking, listed) << fen;
    EXPECT_FALSE(listed.empty());
  }
}

TEST(BotApi, AMoveKnowsWhatItDoes) {
  const Board board = Board::from_fen("r3k2r/1P6/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1");
  const Move castling = move_of(board, "e1g1");
  EXPECT_TRUE(castling.is_castling());
  EXPECT_EQ(castling.target(), Square("g1"));
  EXPECT_EQ(castling.start(), Square("e1"));
  EXPECT_EQ(castling.piece(), PieceType::king);
  EXPECT_FALSE(castling.is_capture());
  EXPECT_EQ(castling.to_string(), "e1g1");

  const Move en_passant = move_of(board, "e5d6");
  EXPECT_TRUE(en_passant.is_en_passant() && en_passant.is_capture());
  EXPECT_EQ(en_passant.captured(), PieceType::pawn);

  const Move promotion = move_of(board, "b7a8n");
  EXPECT_TRUE(promotion.is_promotion() && promotion.is_capture());
  EXPECT_EQ(promotion.promotion(), PieceType::knight);
  EXPECT_EQ(promotion.captured(), PieceType::rook);
  EXPECT_EQ(promotion.piece(), PieceType::pawn);
  EXPECT_EQ(promotion.to_string(), "b7a8n");
  EXPECT_EQ(move_of(board, "a1a5").promotion(), PieceType::none);

  EXPECT_EQ(promotion, move_of(board, "b7a8n"));
  EXPECT_NE(promotion, move_of(board, "b7a8q"));
  EXPECT_NE(promotion.raw(), move_of(board, "b7a8q").raw());
  EXPECT_THROW(move_of(board, "e1e3"), std::invalid_argument);
  EXPECT_THROW(move_of(board, "castle"), std::invalid_argument);
}

TEST(BotApi, TheNullMoveIsNoMove) {
  const Move null;
  EXPECT_TRUE(null.is_null());
  EXPECT_EQ(null, Move::null());
  EXPECT_EQ(null.raw(), 0);
  EXPECT_EQ(null.piece(), PieceType::none);
  EXPECT_EQ(null.to_string(), "0000");
  for (const Move move : initial().legal_moves()) EXPECT_FALSE(move.is_null() || move == null);
}

TEST(BotApi, TurnsCanBeSkippedAndTakenBack) {
  Board board = initial();
  const std::string before = board.fen();
  ASSERT_TRUE(board.try_skip_turn());
  EXPECT_FALSE(board.is_white_to_move());
  board.force_skip_turn();
  EXPECT_TRUE(board.is_white_to_move());
  board.undo_skip_turn();
  board.undo_skip_turn();
  EXPECT_EQ(board.fen(), before);

  Board in_check = Board::from_fen("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1");
  EXPECT_FALSE(in_check.try_skip_turn());
  EXPECT_TRUE(in_check.is_white_to_move());
}

// The framework lets a bot that counts the opponent's moves skip its turn in check too. The king who then
// could be taken is not: the rest of the opponent's moves are there.
TEST(BotApi, ByForceATurnIsSkippedInCheckToo) {
  struct Row {
    std::string_view fen;
    std::string checker;
    int moves, captures;  // of the side that gave check, and now moves again
  };
  for (const auto& [fen, checker, moves, captures] : {
           Row{"4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", "e2", 17, 0},    // rook 12, king 5
           Row{"7k/8/8/8/8/3n4/8/4K3 w - - 0 1", "d3", 10, 0},     // knight 7, king 3
           Row{"7k/8/8/8/8/8/3p4/4K3 w - - 0 1", "d2", 7, 0},      // promotions on d1 4, king 3
           Row{"4r2k/8/8/8/8/3n4/8/R3K3 w Q - 0 1", "e8", 22, 0},  // twice: rook 12, knight 7, king 3
           Row{"8/8/8/8/4k3/2N5/8/4K3 b - - 0 1", "c3", 12, 0},    // the other side: knight 7, king 5
           Row{"7k/8/8/8/1b6/8/3P4/r3K3 w - - 0 1", "a1", 21, 1},  // rook 10, bishop 8 with Bxd2, king 3
       }) {
    Board board = Board::from_fen(fen);
    const bool white = board.is_white_to_move();
    ASSERT_TRUE(board.is_in_check()) << fen;
    board.force_skip_turn();
    EXPECT_EQ(board.is_white_to_move(), !white) << fen;
    EXPECT_FALSE(board.is_checkmate() || board.is_stalemate()) << fen;
    EXPECT_EQ(board.legal_moves().size(), moves) << fen;
    EXPECT_EQ(board.legal_moves(true).size(), captures) << fen;
    EXPECT_THROW(move_of(board, checker + board.king_square(white).name()), std::invalid_argument) << fen;
    for (const Move move : board.legal_moves()) {
      EXPECT_NE(move.captured(), PieceType::king) << fen << move.to_string();
      board.make_move(move);
      EXPECT_EQ(board.king_square(white), Board::from_fen(fen).king_square(white));
      for (const Move reply : board.legal_moves()) {
        board.make_move(reply);
        board.undo_move();
      }
      board.undo_move();
    }
    board.undo_skip_turn();
    EXPECT_EQ(board.fen(), Board::from_fen(fen).fen());
    EXPECT_TRUE(board.is_in_check()) << fen;
  }
}

// What the framework leaves undefined, or where its bots would crash: nothing breaks here.
TEST(BotApi, MistakesAreHarmless) {
  Board board = Board::from_fen(kKiwipete);
  const std::string before = board.fen();
  EXPECT_THROW(board.undo_move(), std::logic_error);
  EXPECT_THROW(board.undo_skip_turn(), std::logic_error);
  board.make_move(Move());  // no move changes nothing, and is taken back like any
  EXPECT_EQ(board.fen(), before);
  board.undo_move();
  EXPECT_EQ(board.fen(), before);
  EXPECT_THROW(board.undo_move(), std::logic_error);

  Board later(game_of({"e2e4", "e7e5"}));  // moves of the game are not the bot's to take back
  EXPECT_THROW(later.undo_move(), std::logic_error);

  EXPECT_EQ(board.pieces(PieceType::none, true), 0u);
  EXPECT_EQ(board.piece_list(PieceType::none, false).size(), 0);
#ifndef NDEBUG
  EXPECT_THROW(board.make_move(initial().legal_moves()[0]), std::invalid_argument);
  EXPECT_EQ(board.fen(), before);
#endif
}

TEST(BotApi, TheStateOfTheGame) {
  struct Row {
    std::string_view fen;
    bool check, mate, stalemate, bare, fifty, draw;
  };
  for (const auto& [fen, check, mate, stalemate, bare, fifty, draw] : {
           Row{notation::kStartFen, false, false, false, false, false, false},
           Row{"rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", true, true, false, false,
               false, false},
           Row{"4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", true, false, false, false, false, false},
           Row{"7k/5Q2/8/8/8/8/8/K7 b - - 0 1", false, false, true, false, false, true},
           Row{"8/8/4k3/8/8/3BK3/8/8 w - - 0 1", false, false, false, true, false, true},
           Row{"4k3/8/8/8/8/8/4R3/4K3 b - - 99 80", true, false, false, false, false, false},
           Row{"4k3/8/8/8/8/8/3R4/4K3 b - - 100 80", false, false, false, false, true, true},
           // Mate comes before the fifty moves.
           Row{"R3k3/8/4K3/8/8/8/8/8 b - - 100 80", true, true, false, false, false, false},
       }) {
    const Board board = Board::from_fen(fen);
    EXPECT_EQ(board.is_in_check(), check) << fen;
    EXPECT_EQ(board.is_checkmate(), mate) << fen;
    EXPECT_EQ(board.is_stalemate(), stalemate) << fen;
    EXPECT_EQ(board.is_insufficient_material(), bare) << fen;
    EXPECT_EQ(board.is_fifty_move_draw(), fifty) << fen;
    EXPECT_EQ(board.is_draw(), draw) << fen;
  }
}

TEST(BotApi, RepetitionsOfTheGameAndOfTheSearch) {
  Board board(game_of({"e2e4", "e7e5", "g1f3", "b8c6", "f3g1"}));
  EXPECT_FALSE(board.is_repeated_position());
  EXPECT_EQ(board.repetition_history().size(), 4u);  // e5, Nf3, Nc6, Ng1
  EXPECT_EQ(board.repetition_history().back(), board.zobrist_key());
  const std::uint64_t after_e5 = board.repetition_history().front();
  board.make_move(move_of(board, "c6b8"));
  EXPECT_EQ(board.zobrist_key(), after_e5);
  EXPECT_TRUE(board.is_repeated_position());
  EXPECT_TRUE(board.is_draw());
  EXPECT_EQ(board.repetition_history().size(), 4u);  // moves made here are no game
  board.undo_move();
  board.make_move(move_of(board, "a7a6"));
  EXPECT_FALSE(board.is_repeated_position());
}

TEST(BotApi, TheHistoryOfTheGame) {
  Board board(game_of({"e2e4", "d7d5", "e4d5"}));
  ASSERT_EQ(board.move_history().size(), 3u);
  EXPECT_EQ(board.move_history()[2].to_string(), "e4d5");
  EXPECT_EQ(board.move_history()[2].captured(), PieceType::pawn);
  EXPECT_EQ(board.start_fen(), notation::kStartFen);
  EXPECT_EQ(board.fen(), "rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2");
  EXPECT_EQ(board.ply_count(), 3);
  board.make_move(move_of(board, "g8f6"));
  EXPECT_EQ(board.ply_count(), 4);
  EXPECT_EQ(board.fifty_move_counter(), 1);
  EXPECT_EQ(board.move_history().size(), 3u);
}

TEST(BotApi, CastlingRights) {
  const Board board = Board::from_fen("r3k2r/8/8/8/8/8/8/R3K2R w Kq - 0 1");
  EXPECT_TRUE(board.has_kingside_castle_right(true));
  EXPECT_FALSE(board.has_queenside_castle_right(true));
  EXPECT_FALSE(board.has_kingside_castle_right(false));
  EXPECT_TRUE(board.has_queenside_castle_right(false));
}

TEST(BotApi, TheMen) {
  const Board board = Board::from_fen(kKiwipete);
  EXPECT_EQ(board.king_square(true), Square("e1"));
  EXPECT_EQ(board.king_square(false), Square("e8"));
  EXPECT_EQ(board.piece_at(Square("e5")), Piece(PieceType::knight, true, Square("e5")));
  EXPECT_TRUE(board.piece_at(Square("e5")).is_knight());
  EXPECT_TRUE(board.piece_at(Square("e3")).is_none());
  EXPECT_EQ(board.piece_at(Square("b6")).letter(), 'n');

  const PieceList knights = board.piece_list(PieceType::knight, true);
  ASSERT_EQ(knights.size(), 2);
  EXPECT_EQ(knights[0].square(), Square("c3"));
  EXPECT_EQ(knights[1].square(), Square("e5"));
  EXPECT_TRUE(knights.is_white() && knights.type() == PieceType::knight);
  std::vector<std::string> names;
  for (const Piece piece : knights) names.push_back(piece.square().name());
  EXPECT_EQ(names, (std::vector<std::string>{"c3", "e5"}));

  int men = 0;
  std::uint64_t all = 0;
  for (const PieceList list : board.all_piece_lists()) {
    men += list.size();
    all |= list.bitboard();
  }
  EXPECT_EQ(men, 32);
  EXPECT_EQ(all, board.all_pieces());
  EXPECT_EQ(board.all_piece_lists()[0].type(), PieceType::pawn);
  EXPECT_EQ(board.all_piece_lists()[11].type(), PieceType::king);
  EXPECT_FALSE(board.all_piece_lists()[11].is_white());
  EXPECT_EQ(board.white_pieces() | board.black_pieces(), board.all_pieces());
  EXPECT_EQ(board.white_pieces() & board.black_pieces(), 0u);
  EXPECT_EQ(count_squares(board.pieces(PieceType::pawn, true)), 8);
  EXPECT_TRUE(board.is_attacked_by_opponent(Square("d5")));
  EXPECT_FALSE(board.is_attacked_by_opponent(Square("e1")));
}

TEST(BotApi, Squares) {
  EXPECT_EQ(Square("a1").index(), 0);
  EXPECT_EQ(Square("h8").index(), 63);
  EXPECT_EQ(Square(4, 3), Square("e4"));
  EXPECT_EQ(Square("e4").file(), 4);
  EXPECT_EQ(Square("e4").rank(), 3);
  EXPECT_EQ(Square(28).name(), "e4");
  EXPECT_THROW(Square("i9"), std::invalid_argument);
  EXPECT_EQ(PieceType::none, 0);
  EXPECT_EQ(PieceType::pawn, 1);
  EXPECT_EQ(PieceType::king, 6);
}

TEST(BotApi, SetsOfSquares) {
  std::uint64_t set = 0;
  set_square(set, Square("c3"));
  set_square(set, Square("a1"));
  EXPECT_TRUE(has_square(set, Square("c3")));
  toggle_square(set, Square("h8"));
  EXPECT_EQ(count_squares(set), 3);
  EXPECT_EQ(pop_lowest(set), Square("a1"));
  clear_square(set, Square("c3"));
  EXPECT_EQ(set, 1ULL << 63);
}

TEST(BotApi, Attacks) {
  EXPECT_EQ(knight_attacks(Square("a1")), 1ULL << Square("b3") | 1ULL << Square("c2"));
  EXPECT_EQ(count_squares(king_attacks(Square("e4"))), 8);
  EXPECT_EQ(pawn_attacks(Square("e4"), true), 1ULL << Square("d5") | 1ULL << Square("f5"));
  EXPECT_EQ(pawn_attacks(Square("a4"), false), 1ULL << Square("b3"));
  EXPECT_EQ(count_squares(slider_attacks(PieceType::rook, Square("e4"), 0)), 14);
  EXPECT_EQ(count_squares(slider_attacks(PieceType::bishop, Square("e4"), 0)), 13);
  EXPECT_EQ(count_squares(slider_attacks(PieceType::queen, Square("e4"), 1ULL << Square("e5"))), 24);

  const Board board = initial();
  EXPECT_EQ(slider_attacks(PieceType::rook, Square("a1"), board),
            1ULL << Square("a2") | 1ULL << Square("b1"));
  for (int type = PieceType::bishop; type <= PieceType::queen; ++type)
    EXPECT_EQ(piece_attacks(type, Square("e4"), board, true), slider_attacks(type, Square("e4"), board));
  EXPECT_EQ(piece_attacks(PieceType::pawn, Square("e4"), board, false), pawn_attacks(Square("e4"), false));
  EXPECT_EQ(piece_attacks(PieceType::knight, Square("e4"), board, true), knight_attacks(Square("e4")));
  EXPECT_EQ(piece_attacks(PieceType::king, Square("e4"), board, true), king_attacks(Square("e4")));
}

TEST(BotApi, TheBoardAsText) {
  const Board board = Board::from_fen("4k3/8/8/8/8/8/4P3/4K3 b - - 3 9");
  EXPECT_EQ(board.fen(), "4k3/8/8/8/8/8/4P3/4K3 b - - 3 9");
  const std::string diagram = board.diagram({.marked = Square("e2")});
  EXPECT_NE(diagram.find("|   |   |   |   | k |   |   |   | 8\n"), std::string::npos);
  EXPECT_NE(diagram.find("|(P)|"), std::string::npos);
  EXPECT_LT(diagram.find('k'), diagram.find('K'));
  EXPECT_NE(diagram.find("FEN: " + board.fen()), std::string::npos);
  EXPECT_NE(diagram.find("Key: " + std::to_string(board.zobrist_key())), std::string::npos);
  const std::string flipped = board.diagram({.black_at_top = false, .fen = false, .key = false});
  EXPECT_GT(flipped.find('k'), flipped.find('K'));
  EXPECT_EQ(flipped.find("FEN"), std::string::npos);
  EXPECT_THROW(Board::from_fen("nonsense"), std::invalid_argument);
}

TEST(BotApi, AMoveListCanBeSortedCopiedAndCut) {
  MoveList moves = Board::from_fen(kKiwipete).legal_moves();
  std::sort(moves.begin(), moves.end(), [](Move a, Move b) { return a.captured() > b.captured(); });
  EXPECT_TRUE(moves[0].is_capture());
  EXPECT_FALSE(moves[moves.size() - 1].is_capture());
  MoveList copy = moves;
  copy.resize(3);
  EXPECT_EQ(copy.size(), 3);
  EXPECT_EQ(moves.size(), 48);
  EXPECT_EQ(copy[2], moves[2]);
}

class Watcher : public Host {
 public:
  bool is_move_wanted() override { return wanted; }
  void show(std::optional<std::uint64_t> squares) override { shown.push_back(squares); }
  bool wanted = false;
  std::vector<std::optional<std::uint64_t>> shown;
};

TEST(BotApi, TheTimerRunsDownAndIsEmptyWhenTheMoveIsWanted) {
  Watcher watcher;
  const auto start = Timer::Clock::now() - std::chrono::seconds(2);
  const Timer::Settings settings{.start_ms = 60'000,
                                 .increment_ms = 100,
                                 .remaining_ms = 30'000,
                                 .opponent_remaining_ms = 25'000,
                                 .turn_start = start};
  const Timer timer(settings, &watcher);
  EXPECT_EQ(timer.start_ms(), 60'000);
  EXPECT_EQ(timer.increment_ms(), 100);
  EXPECT_EQ(timer.opponent_remaining_ms(), 25'000);
  EXPECT_GE(timer.elapsed_ms(), 2'000);
  EXPECT_LE(timer.remaining_ms(), 28'000);
  EXPECT_GT(timer.remaining_ms(), 0);

  watcher.wanted = true;
  const Timer stopped(settings, &watcher);
  EXPECT_GE(stopped.elapsed_ms(), 30'000);
  EXPECT_LE(stopped.remaining_ms(), 0);
}

TEST(BotApi, SquaresAreShownToWhoeverWatches) {
  Watcher watcher;
  const Board board(chess::Game(), &watcher);
  board.visualize(0xFF00);
  board.stop_visualizing();
  ASSERT_EQ(watcher.shown.size(), 2u);
  EXPECT_EQ(watcher.shown[0], 0xFF00u);
  EXPECT_FALSE(watcher.shown[1].has_value());
  initial().visualize(1);  // nobody watches: nothing happens
}

}  // namespace
}  // namespace vitrine::bot
