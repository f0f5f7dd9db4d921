#include "chess/game.h"

#include "chess/support.h"
#include "notation/san.h"

namespace vitrine::chess {
namespace {

using enum EndReason;

void play(Game& game, std::string_view san_moves) {
  for (const std::string& text : words(san_moves)) {
    const auto m = notation::parse_san(game.position(), text);
    ASSERT_TRUE(m.has_value()) << text << " in " << notation::to_fen(game.position());
    ASSERT_TRUE(game.play(*m));
  }
}

Game played(std::string_view fen, std::string_view san_moves) {
  Game game(position(fen));
  play(game, san_moves);
  return game;
}

void play_times(Game& game, int times, std::string_view san_moves) {
  for (int i = 0; i < times; ++i) play(game, san_moves);
}

TEST(Game, EndsInPublishedMates) {
  struct Row {
    std::string_view name, moves, final_fen;
    Color winner;
  };
  for (const auto& [name, moves, final_fen, winner] : {
           Row{"Morphy - Duke of Brunswick and Count Isouard, Paris 1858",
               "e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 Nxb5 cxb5 Bxb5+ Nbd7 "
               "O-O-O "
               "Rd8 Rxd7 Rxd7 Rd1 Qe6 Bxd7+ Nxd7 Qb8+ Nxb8 Rd8#",
               "1n1Rkb1r/p4ppp/4q3/4p1B1/4P3/8/PPP2PPP/2K5 b k - 1 17", Color::white},
           Row{"Anderssen - Kieseritzky, London 1851",
               "e4 e5 f4 exf4 Bc4 Qh4+ Kf1 b5 Bxb5 Nf6 Nf3 Qh6 d3 Nh5 Nh4 Qg5 Nf5 c6 g4 Nf6 Rg1 cxb5 h4 Qg6 "
               "h5 Qg5 "
               "Qf3 Ng8 Bxf4 Qf6 Nc3 Bc5 Nd5 Qxb2 Bd6 Bxg1 e5 Qxa1+ Ke2 Na6 Nxg7+ Kd8 Qf6+ Nxf6 Be7#",
               "r1bk3r/p2pBpNp/n4n2/1p1NP2P/6P1/3P4/P1P1K3/q5b1 b - - 1 23", Color::white},
           Row{"Lasker - Thomas, London 1912, with the castling mate that Lasker passed over",
               "d4 e6 Nf3 f5 Nc3 Nf6 Bg5 Be7 Bxf6 Bxf6 e4 fxe4 Nxe4 b6 Ne5 O-O Bd3 Bb7 Qh5 Qe7 Qxh7+ Kxh7 "
               "Nxf6+ Kh6 "
               "Neg4+ Kg5 h4+ Kf4 g3+ Kf3 Be2+ Kg2 Rh2+ Kg1 O-O-O#",
               "rn3r2/pbppq1p1/1p2pN2/8/3P2NP/6P1/PPP1BP1R/2KR2k1 b - - 6 18", Color::white},
           Row{"fool's mate", "f3 e5 g4 Qh4#",
               "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", Color::black},
       }) {
    const Game game = played(notation::kStartFen, moves);
    EXPECT_EQ(notation::to_fen(game.position()), final_fen) << name;
    EXPECT_EQ(game.outcome(), (Outcome{winner, checkmate})) << name;
    EXPECT_EQ(game.ply(), words(moves).size()) << name;
    EXPECT_EQ(game.outcome()->result(), winner == Color::white ? "1-0" : "0-1") << name;
  }
}

TEST(Game, EndsInLoydsStalemate) {
  const Game game = played(notation::kStartFen,
                           "e3 a5 Qh5 Ra6 Qxa5 h5 Qxc7 Rah6 h4 f6 Qxd7+ Kf7 Qxb7 Qd3 Qxb8 Qh7 Qxc8 Kg6 Qe6");
  EXPECT_EQ(game.outcome(), (Outcome{{}, stalemate}));
  EXPECT_EQ(game.outcome()->result(), "1/2-1/2");
}

TEST(Game, DoesNotEndEarly) {
  EXPECT_FALSE(Game().outcome());
  EXPECT_FALSE(Game().outcome(DrawClaims::made));
  EXPECT_FALSE(played(notation::kStartFen, "e4 e5 Qh5 Nc6 Bc4 g6").outcome(DrawClaims::made));
}

TEST(Game, IsDrawnByRepetition) {
  Game game;
  const std::string_view there_and_back = "Nf3 Nf6 Ng1 Ng8";
  EXPECT_EQ(game.repetitions(), 1);
  play(game, there_and_back);
  EXPECT_EQ(game.repetitions(), 2);
  EXPECT_FALSE(game.outcome(DrawClaims::made));
  play(game, there_and_back);
  EXPECT_TRUE(game.is_repetition(3));
  EXPECT_FALSE(game.is_repetition(4));
  EXPECT_EQ(game.outcome(DrawClaims::made), (Outcome{{}, threefold_repetition}));
  EXPECT_FALSE(game.outcome(DrawClaims::ignored)) << "a player has to claim it";
  play(game, there_and_back);
  EXPECT_FALSE(game.outcome());
  play(game, there_and_back);
  EXPECT_EQ(game.repetitions(), 5);
  EXPECT_EQ(game.outcome(), (Outcome{{}, fivefold_repetition}));
  EXPECT_EQ(game.outcome(DrawClaims::made), (Outcome{{}, fivefold_repetition}));
}

// The same position need not come back at equal distances, nor by the same moves.
TEST(Game, CountsRepetitionsByOtherWays) {
  const std::string_view fen = "6k1/8/8/8/8/8/8/R3K3 w - - 0 1";
  const Game game =
      played(fen, "Kd1 Kf8 Kd2 Ke8 Ke1 Kf8 Ra2 Kg8 Ra1 Kg7 Ke2 Kg8 Ke1 Kh8 Kd1 Kg8 Ke1 Kh8 Ke2 Kg8 Ke1");
  EXPECT_EQ(game.repetitions(), 4);  // after Ra1, and after each Ke1 that follows
}

TEST(Game, ComparesRightsAndNotOnlyMen) {
  // The rook's first step takes White's right to castle, Black's the other: the start never comes back.
  Game castling = played("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "Rb1 Rb8 Ra1 Ra8");
  EXPECT_EQ(castling.repetitions(), 1);
  play_times(castling, 2, "Rb1 Rb8 Ra1 Ra8");
  EXPECT_EQ(castling.outcome(DrawClaims::made), (Outcome{{}, threefold_repetition}));

  // An en-passant capture that was legal then and is gone now: another position.
  Game usable = played(notation::kStartFen, "e4 a6 e5 d5 Nf3 Nf6 Ng1 Ng8");
  EXPECT_EQ(usable.repetitions(), 1);
  play(usable, "Nf3 Nf6 Ng1 Ng8");
  EXPECT_EQ(usable.repetitions(), 2);

  // No pawn stands beside: nothing was ever lost.
  Game no_taker = played(notation::kStartFen, "e4");
  play_times(no_taker, 2, "Nf6 Nf3 Ng8 Ng1");
  EXPECT_EQ(no_taker.outcome(DrawClaims::made), (Outcome{{}, threefold_repetition}));

  // A pawn stands beside, but it is pinned: no right either.
  Game pinned = played("4r1k1/3p4/8/4P3/8/8/8/4K3 b - - 0 1", "d5");
  play_times(pinned, 2, "Ke2 Kg7 Ke1 Kg8");
  EXPECT_EQ(pinned.repetitions(), 3);
}

TEST(Game, CountsNothingFromBeforeItsStart) {
  const Game game = played("4k3/8/8/8/8/8/8/R3K3 w - - 40 60", "Ra2 Ke7 Ra1 Ke8");
  EXPECT_EQ(game.repetitions(), 2);
}

TEST(Game, IsDrawnByFiftyMoves) {
  Game game = played("4k3/8/8/8/8/8/8/R3K3 w - - 98 80", "Ra2");
  EXPECT_FALSE(game.outcome(DrawClaims::made));
  play(game, "Ke7");
  EXPECT_EQ(game.outcome(DrawClaims::made), (Outcome{{}, fifty_moves}));
  EXPECT_FALSE(game.outcome());

  Game longer = played("4k3/8/8/8/8/8/8/R3K3 w - - 148 105", "Ra2");
  EXPECT_FALSE(longer.outcome());
  play(longer, "Ke7");
  EXPECT_EQ(longer.outcome(), (Outcome{{}, seventy_five_moves}));

  // A pawn move or a capture starts the count again.
  EXPECT_FALSE(played("4k3/8/8/8/8/8/P7/R3K3 w - - 99 80", "a3").outcome(DrawClaims::made));
  EXPECT_FALSE(played("4k3/8/8/8/8/8/r7/R3K3 w - - 99 80", "Rxa2").outcome(DrawClaims::made));
}

// FIDE 9.2: the third time is on the board, or the player's next move makes it.
TEST(Game, MayBeClaimedDrawnByThreefoldRepetition) {
  Game game = played(notation::kStartFen, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6");
  EXPECT_FALSE(game.can_claim_threefold_repetition());
  EXPECT_FALSE(game.can_claim_draw());
  play(game, "Ng1");
  EXPECT_EQ(game.repetitions(), 2);
  EXPECT_TRUE(game.can_claim_threefold_repetition()) << "with Ng8";
  EXPECT_TRUE(game.can_claim_draw());
  EXPECT_FALSE(game.is_over(DrawClaims::made)) << "that move is not on the board yet";
  play(game, "Ng8");
  EXPECT_TRUE(game.can_claim_threefold_repetition());
  EXPECT_TRUE(game.is_over(DrawClaims::made));
  EXPECT_FALSE(game.is_over());
  play(game, "e4");
  EXPECT_FALSE(game.can_claim_draw());
}

// FIDE 9.3: the fifty moves are complete, or the player's next move completes them.
TEST(Game, MayBeClaimedDrawnByFiftyMoves) {
  struct Row {
    std::string_view fen;
    bool may_claim;
  };
  for (const auto& [fen, may_claim] : {
           Row{"4k3/8/8/8/8/8/8/R3K3 w - - 98 80", false},
           Row{"4k3/8/8/8/8/8/8/R3K3 w - - 99 80", true},
           Row{"4k3/8/8/8/8/8/8/R3K3 w - - 100 80", true},
           Row{"4k3/8/8/8/8/p7/P7/KBq5 w - - 99 80", false},  // stalemate
           Row{"7k/5Q2/6K1/8/8/8/8/8 b - - 100 80", false},   // stalemate too
           Row{"k7/8/8/8/8/8/4p3/4K3 b - - 99 80", true},
           // The only moves are a pawn's: they start the count again.
           Row{"8/8/3b4/8/8/8/P4k2/7K w - - 99 80", false},
       })
    EXPECT_EQ(Game(position(fen)).can_claim_fifty_moves(), may_claim) << fen;
}

TEST(Game, PutsMateBeforeEveryDraw) {
  EXPECT_EQ(played("7k/8/6K1/8/8/8/8/R7 w - - 99 80", "Ra8#").outcome(DrawClaims::made),
            (Outcome{Color::white, checkmate}));
  EXPECT_EQ(played("7k/8/6K1/8/8/8/8/R7 w - - 149 105", "Ra8#").outcome(),
            (Outcome{Color::white, checkmate}));
  EXPECT_EQ(played("7k/8/6K1/8/8/8/8/5Q2 w - - 149 105", "Qf7").outcome(), (Outcome{{}, stalemate}));
}

TEST(Game, IsDrawnWhenNobodyCanMate) {
  EXPECT_EQ(played("8/8/8/8/8/8/4kr2/6KN b - - 0 1", "Rf8").outcome(), std::nullopt);
  const Game bare = played("8/8/8/8/8/8/2k2r2/6K1 w - - 0 1", "Kxf2");
  EXPECT_EQ(bare.outcome(), (Outcome{{}, insufficient_material}));
}

TEST(Game, RefusesIllegalMoves) {
  Game game;
  EXPECT_FALSE(game.play(Move(square("e2"), square("e5"), MoveKind::pawn)));
  EXPECT_FALSE(game.play(Move::none()));
  EXPECT_EQ(game.ply(), 0u);
  EXPECT_EQ(game.position(), Position::initial());
}

TEST(Game, GoesBackAndForth) {
  Game game = played(notation::kStartFen, "e4 e5 Nf3");
  const Position after_three = game.position();
  EXPECT_FALSE(game.redo());
  EXPECT_TRUE(game.undo());
  EXPECT_TRUE(game.undo());
  EXPECT_EQ(game.ply(), 1u);
  EXPECT_EQ(game.moves().size(), 1u);
  EXPECT_EQ(notation::to_uci(*game.last_move()), "e2e4");
  EXPECT_TRUE(game.redo());
  EXPECT_TRUE(game.redo());
  EXPECT_EQ(game.position(), after_three);
  EXPECT_EQ(game.position_at(3), after_three);

  // A new move forgets the undone ones.
  EXPECT_TRUE(game.undo());
  play(game, "Nc3");
  EXPECT_FALSE(game.redo());
  EXPECT_EQ(notation::to_uci(*game.last_move()), "b1c3");

  while (game.undo()) {
  }
  EXPECT_EQ(game.ply(), 0u);
  EXPECT_FALSE(game.last_move());
  EXPECT_EQ(game.position(), game.start());
  EXPECT_TRUE(game.moves().empty());
}

TEST(Game, UndoTakesRepetitionsBack) {
  Game game = played(notation::kStartFen, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8");
  EXPECT_TRUE(game.outcome(DrawClaims::made));
  EXPECT_TRUE(game.undo());
  EXPECT_FALSE(game.outcome(DrawClaims::made));
  EXPECT_TRUE(game.redo());
  EXPECT_TRUE(game.outcome(DrawClaims::made));
}

TEST(Game, IsLongerThanAnyArray) {
  Game game;
  play_times(game, 600, "Nf3 Nf6 Ng1 Ng8");
  EXPECT_EQ(game.ply(), 2400u);
  EXPECT_EQ(game.repetitions(), 601);
  EXPECT_EQ(game.start(), Position::initial());
}

TEST(Outcome, HasWords) {
  EXPECT_EQ(to_string(checkmate), "checkmate");
  EXPECT_EQ(to_string(stalemate), "stalemate");
  EXPECT_EQ(to_string(insufficient_material), "insufficient material");
  EXPECT_EQ(to_string(threefold_repetition), "threefold repetition");
  EXPECT_EQ(to_string(fivefold_repetition), "fivefold repetition");
  EXPECT_EQ(to_string(fifty_moves), "fifty moves");
  EXPECT_EQ(to_string(seventy_five_moves), "seventy-five moves");
}

}  // namespace
}  // namespace vitrine::chess
