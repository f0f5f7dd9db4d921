#include "engines/evil/evil.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "engines/exhibit_support.h"
#include "notation/fen.h"
#include "notation/uci_move.h"

namespace vitrine::engines {

namespace {

chess::Position position(const char* fen) { return notation::parse_fen(fen).value(); }

// Everything that Evil plays here, over many seeds.
std::set<std::string> choices(const chess::Position& pos) {
  std::set<std::string> moves;
  for (std::uint64_t seed = 0; seed < 300; ++seed) moves.insert(notation::to_uci(Evil(seed).choose(pos)));
  return moves;
}

struct Row {
  const char* fen;
  const char* move;
};

}  // namespace

TEST(Evil, MatesInOne) {
  for (const auto& [fen, move] : {
           Row{"rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2", "d8h4"},  // fool's mate
           Row{"6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", "a1a8"},
           Row{"6k1/5ppp/8/8/8/8/q7/R3R1K1 w - - 0 1", "e1e8"},  // rather than take the queen
           Row{"5K1k/6pp/7N/8/8/8/8/8 w - - 0 1", "h6f7"},
       })
    EXPECT_EQ(choices(position(fen)), std::set<std::string>{move}) << fen;
}

TEST(Evil, TakesTheMostValuableMan) {
  for (const auto& [fen, move] : {
           Row{"4k3/8/8/2q1r3/3P4/8/8/7K w - - 0 1", "d4c5"},    // a queen before a rook
           Row{"4k3/8/8/2n1r3/3P4/8/8/7K w - - 0 1", "d4e5"},    // a rook before a knight
           Row{"4k3/8/8/2p1b3/3P4/8/8/7K w - - 0 1", "d4e5"},    // a bishop before a pawn
           Row{"4k3/8/2p5/3p4/8/8/3Q4/7K w - - 0 1", "d2d5"},    // what happens next is none of its business
           Row{"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6"},     // the original did not see en passant
           Row{"4k3/8/8/3pPn2/6P1/8/8/4K3 w - d6 0 1", "g4f5"},  // but a knight is worth more
       })
    EXPECT_EQ(choices(position(fen)), std::set<std::string>{move}) << fen;
}

TEST(Evil, PlaysAnythingElseAtRandom) {
  EXPECT_EQ(choices(chess::Position::initial()).size(), 20u);
  // Castling takes no rook.
  const auto castling = position("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
  const auto moves = choices(castling);
  EXPECT_EQ(static_cast<int>(moves.size()), castling.legal_move_count());
  EXPECT_TRUE(moves.contains("e1g1"));
}

TEST(Evil, TheSameSeedPlaysTheSameGame) {
  const auto play = [](std::uint64_t seed) {
    Evil evil(seed);
    chess::Game game;
    while (!game.outcome(chess::DrawClaims::made)) game.play_unchecked(evil.choose(game.position()));
    return game.moves();
  };
  EXPECT_EQ(play(1), play(1));
  EXPECT_NE(play(1), play(2));
}

TEST(Evil, SaysWhatItThinksItHasWon) {
  const auto engine = make_evil();
  const struct {
    const char* fen;
    Score score;
  } rows[] = {
      {"6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", Score::mate_in_plies(1)},
      {"4k3/8/2p5/3p4/8/8/3Q4/7K w - - 0 1", Score::centipawns(100)},
      {"4k3/8/8/2q1r3/3P4/8/8/7K w - - 0 1", Score::centipawns(900)},
      {"4k3/8/8/8/8/8/8/4K2R w K - 0 1", Score::centipawns(0)},
  };
  for (const auto& [fen, score] : rows) {
    const chess::Game game = game_from(fen);
    const Thought thought = think(*engine, game, {});
    expect_sound(game, thought);
    EXPECT_EQ(thought.reports.back().score, score) << fen;
  }
}

TEST(Evil, ConsidersOnlyTheMovesAskedFor) {
  const auto engine = make_evil();
  const chess::Game game = game_from("4k3/8/8/2q1r3/3P4/8/8/7K w - - 0 1");
  EXPECT_EQ(chosen(*engine, game, {.search_moves = {chess::move(game.position(), "d4e5")}}), "d4e5");
}

TEST(Evil, TheOptionSeedRepeatsAGame) {
  const auto play = [](Engine& evil) {
    chess::Game game;
    evil.new_game();
    while (!game.outcome(chess::DrawClaims::made)) game.play_unchecked(*think(evil, game, {}).choice.move);
    return game.moves();
  };
  const auto one = make_evil();
  const auto two = make_evil();
  EXPECT_NE(play(*one), play(*two));  // without a seed every game is new
  EXPECT_EQ(one->options().set("Seed", "7"), "");
  EXPECT_EQ(two->options().set("Seed", "7"), "");
  const auto first = play(*one);
  EXPECT_EQ(first, play(*two));
  EXPECT_EQ(first, play(*one));
}

}  // namespace vitrine::engines
