#include "eval/nnue/view.h"

#include <gtest/gtest.h>

#include <map>

#include "eval/nnue/accumulators.h"
#include "nnue_support.h"
#include "notation/fen.h"

namespace vitrine::eval::nnue {
namespace {

using chess::Color;
using chess::PieceType;
using chess::Position;
using chess::Setup;
using chess::Square;

constexpr const char* kStart = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
constexpr const char* kQueenLess = "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
constexpr const char* kBusy = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
constexpr const char* kEnding = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 b - - 0 1";
constexpr const char* kCheck = "rnb1kbnr/pppp1ppp/8/4p3/5PPq/8/PPPPP2P/RNBQKBNR w KQkq - 1 3";  // mate, even

Position position(std::string_view fen) {
  return notation::parse_fen(fen, notation::FenMode::lenient).value();
}

std::map<std::string, int> worths(const PositionView& view) {
  std::map<std::string, int> worths;
  for (const auto& man : view.men) worths[man.square.to_string()] = man.worth;
  return worths;
}

// A network that can be computed by head: a side has 400 centipawns if it has a queen, or several, and for k
// pawns 25 * k^2, of which five count.
Network counting_network(int output_buckets = 1) {
  Network network({.width = 32, .output_buckets = output_buckets}, "counting");
  const auto feel = [&](PieceType type, std::size_t neuron, int weight) {
    const auto kind = static_cast<std::size_t>(index(type));  // a view's own men come first
    for (std::size_t sq = 0; sq < 64; ++sq)
      network.first_layer()[(kind * 64 + sq) * 32 + neuron] = static_cast<std::int16_t>(weight);
  };
  feel(PieceType::queen, 0, kFirstUnit);
  feel(PieceType::pawn, 1, kFirstUnit / 5);
  for (std::size_t bucket = 0; bucket < static_cast<std::size_t>(output_buckets); ++bucket)
    for (const auto& [neuron, weight] : {std::pair{0, kLastUnit}, {1, 100}}) {
      const std::size_t own = bucket * 64 + static_cast<std::size_t>(neuron);
      network.last_layer()[own] = static_cast<std::int16_t>(weight);
      network.last_layer()[own + 32] = static_cast<std::int16_t>(-weight);
    }
  return network;
}

// Ranks turned round, colours and turn exchanged: the same game for the other side.
Position mirrored(const Position& pos) {
  const Setup from = pos.to_setup();
  Setup to;
  to.turn = !from.turn;
  for (const Square sq : from.occupied()) {
    const chess::Piece man = *from.piece_at(sq);
    to.put(sq.flipped(), {!man.color, man.type});
  }
  return Position::from_setup(to, chess::Unreachable::allowed).value();
}

TEST(NetworkView, TellsWhatEachManIsWorthToHisSide) {
  const Network network = counting_network();
  const PositionView white = view_of(network, position("4k3/8/8/8/8/8/PPPP4/3QK3 b - - 0 1"));
  EXPECT_EQ(white.value, 400 + 25 * 16);
  EXPECT_EQ(worths(white),
            (std::map<std::string, int>{{"a2", 175}, {"b2", 175}, {"c2", 175}, {"d2", 175}, {"d1", 400}}));
  const PositionView black = view_of(network, position("3qk3/pp6/8/8/8/8/8/4KN2 w - - 0 1"));
  EXPECT_EQ(black.value, -400 - 25 * 4);
  EXPECT_EQ(worths(black), (std::map<std::string, int>{{"f1", 0}, {"a7", 75}, {"b7", 75}, {"d8", 400}}));
  for (const auto& man : black.men)
    EXPECT_EQ(man.worth_to_white(), man.piece.color == Color::white ? man.worth : -man.worth);
}

TEST(NetworkView, KnowsAQueenLess) {
  const Network network = counting_network();
  const PositionView start = view_of(network, position(kStart));
  const PositionView less = view_of(network, position(kQueenLess));
  EXPECT_EQ(start.value, 0);
  EXPECT_EQ(worths(start).at("d1"), 400);
  EXPECT_EQ(worths(start).at("d8"), 400);
  EXPECT_EQ(less.value, 400);
  EXPECT_EQ(worths(less).at("d1"), 400);
  EXPECT_EQ(worths(less).count("d8"), 0U);
  EXPECT_EQ(start.men.size(), 30U);  // no king
  EXPECT_EQ(less.men.size(), 29U);
}

// One of two queens is not missed by a network that only asks whether there is one.
TEST(NetworkView, IsNoSum) {
  const PositionView view = view_of(counting_network(), position("4k3/8/8/8/8/8/8/2QQK3 w - - 0 1"));
  EXPECT_EQ(view.value, 400);
  EXPECT_EQ(worths(view), (std::map<std::string, int>{{"c1", 0}, {"d1", 0}}));
}

// Twenty-six men are judged by neuron 6 of 0 to 7, twenty-five by neuron 5. If the first gives who moves a
// pawn, every man's going costs that pawn, too.
TEST(NetworkView, SeesTheLastNeuronChange) {
  Network network = counting_network(8);
  network.last_biases()[6] = kFirstUnit * kLastUnit / 4;
  const PositionView view =
      view_of(network, position("rnbqkbnr/ppppp3/8/8/8/8/PPPPP3/RNBQKBNR w KQkq - 0 1"));
  EXPECT_EQ(view.output_bucket, 6);
  EXPECT_EQ(view.output_buckets, 8);
  EXPECT_EQ(view.men_on_board, 26);
  EXPECT_EQ(view.value, 100);
  const auto worth = worths(view);
  EXPECT_EQ(worth.at("b1"), 100);
  EXPECT_EQ(worth.at("b8"), -100);
  EXPECT_EQ(worth.at("d1"), 500);
  EXPECT_EQ(worth.at("d8"), 300);
}

TEST(NetworkView, ChoosesTheLastNeuronByMen) {
  const Network network = counting_network(8);
  struct Row {
    const char* fen;
    int men;
    int bucket;
  };
  for (const auto& [fen, men, bucket] :
       {Row{kStart, 32, 7}, Row{kQueenLess, 31, 7}, Row{kEnding, 10, 2},
        Row{"4k3/8/8/8/8/8/3PPP2/4K3 w - - 0 1", 5, 0}, Row{"4k3/8/8/8/8/8/2PPPP2/4K3 w - - 0 1", 6, 1},
        Row{"8/8/4k3/8/8/3K4/8/8 w - - 0 1", 2, 0}}) {
    const PositionView view = view_of(network, position(fen));
    EXPECT_EQ(view.men_on_board, men) << fen;
    EXPECT_EQ(view.output_bucket, bucket) << fen;
    EXPECT_EQ(view.name, "counting");
    EXPECT_EQ(view.architecture, "(768 -> 32)x2 -> 8");
  }
}

// Without the pawn Black's king could be taken: no position, but a board.
TEST(NetworkView, TakesOffMenThatShieldAKing) {
  const char* const shielded = "4k3/4p3/8/8/8/8/8/K3R3 w - - 0 1";
  ASSERT_FALSE(notation::parse_fen("4k3/8/8/8/8/8/8/K3R3 w - - 0 1"));
  const PositionView view = view_of(counting_network(), position(shielded));
  EXPECT_EQ(worths(view), (std::map<std::string, int>{{"e1", 0}, {"e7", 25}}));
}

TEST(NetworkView, HasTheValueThatASearchWouldAskFor) {
  for (const Architecture& architecture : some_architectures()) {
    const Network network = random_network(architecture, 3);
    for (const char* const fen : {kStart, kQueenLess, kBusy, kEnding, kCheck}) {
      const Position pos = position(fen);
      const int value = view_of(network, pos).value;
      const int for_mover = pos.turn() == Color::white ? value : -value;
      EXPECT_EQ(for_mover, evaluate(network, pos)) << fen;
      EXPECT_EQ(for_mover, plain_value(network, pos)) << fen;
    }
  }
}

// Where the board without a man is a position, plain arithmetic can say what it is worth.
TEST(NetworkView, AgreesWithPositionsWithoutTheMan) {
  int compared = 0;
  for (const Architecture& architecture : some_architectures()) {
    const Network network = random_network(architecture, 17);
    for (const char* const fen : {kStart, kBusy, kEnding, kCheck}) {
      const Position pos = position(fen);
      for (const auto& man : view_of(network, pos).men) {
        chess::Setup setup = pos.to_setup();
        setup.remove(man.square);
        const auto without = Position::from_setup(without_impossible_rights(setup));
        if (!without) continue;
        const int for_mover = plain_value(network, pos) - plain_value(network, *without);
        EXPECT_EQ(man.worth, man.piece.color == pos.turn() ? for_mover : -for_mover)
            << fen << " without " << man.square.to_string();
        ++compared;
      }
    }
  }
  EXPECT_GT(compared, 300);
}

TEST(NetworkView, IsTheSameForTheOtherSide) {
  for (const Architecture& architecture : some_architectures()) {
    const Network network = random_network(architecture, 8);
    for (const char* const fen : {kStart, kQueenLess, kBusy, kEnding, kCheck}) {
      const PositionView view = view_of(network, position(fen));
      const PositionView other = view_of(network, mirrored(position(fen)));
      EXPECT_EQ(view.value, -other.value) << fen;
      EXPECT_EQ(view.output_bucket, other.output_bucket) << fen;
      auto expected = worths(other);
      for (const auto& man : view.men)
        EXPECT_EQ(man.worth, expected.at(man.square.flipped().to_string())) << fen << man.square.to_string();
      EXPECT_EQ(view.men.size(), other.men.size()) << fen;
    }
  }
}

}  // namespace
}  // namespace vitrine::eval::nnue
