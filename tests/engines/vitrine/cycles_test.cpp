#include "engines/vitrine/cycles.h"

#include <gtest/gtest.h>

#include "chess/attacks.h"
#include "chess/support.h"

namespace vitrine::engines::flagship {

namespace {

using chess::Move;
using chess::Position;
using chess::Square;

bool is_same(const ReversibleMove& found, Square a, Square b) {
  return (found.from == a && found.to == b) || (found.from == b && found.to == a);
}

// The move that can be taken back and is all that makes two positions differ, found by looking at the boards.
std::optional<ReversibleMove> difference(const Position& a, const Position& b) {
  if (a.turn() == b.turn() || a.castling_rooks() != b.castling_rooks() || a.en_passant() != b.en_passant())
    return {};
  std::vector<Square> squares;
  for (int i = 0; i < 64; ++i)
    if (a.piece_at(Square::from_index(i)) != b.piece_at(Square::from_index(i)))
      squares.push_back(Square::from_index(i));
  if (squares.size() != 2) return {};
  const Square from = a.piece_at(squares[0]) ? squares[0] : squares[1];
  const Square to = from == squares[0] ? squares[1] : squares[0];
  const auto man = a.piece_at(from);
  if (!man || a.piece_at(to) || b.piece_at(from) || b.piece_at(to) != man) return {};
  if (man->type == chess::PieceType::pawn) return {};
  if (!chess::piece_attacks(man->type, from, chess::Bitboard()).contains(to)) return {};
  return ReversibleMove{from, to};
}

void expect_agreement(const Position& a, const Position& b, int& found_so_far) {
  const auto expected = difference(a, b);
  const auto found = find_reversible_move(a.key() ^ b.key());
  ASSERT_EQ(found.has_value(), expected.has_value()) << notation::to_fen(a) << " and " << notation::to_fen(b);
  if (!found) return;
  EXPECT_TRUE(is_same(*found, expected->from, expected->to))
      << notation::to_fen(a) << " and " << notation::to_fen(b) << ": " << found->from.to_string()
      << found->to.to_string();
  ++found_so_far;
}

}  // namespace

// Every legal move of many positions: those of pieces come back as themselves, captures, pawn moves, castling
// and what loses a right to castle or to take en passant do not.
TEST(VitrineCycles, FindsExactlyTheMovesThatCanBeTakenBack) {
  int found = 0;
  for (const Position& pos : chess::random_positions(11, std::max(chess::scaled(10'000), 300)))
    for (const Move move : pos.legal_moves()) {
      const Position next = pos.after(move);
      const bool is_reversible = !pos.is_zeroing(move) && !move.is_castling() &&
                                 pos.castling_rooks() == next.castling_rooks() && !pos.en_passant();
      const auto expected = difference(pos, next);
      ASSERT_EQ(expected.has_value(), is_reversible) << notation::to_fen(pos) << ' ' << move;
      if (expected) {
        ASSERT_TRUE(is_same(*expected, move.from(), move.to()));
      }
      expect_agreement(pos, next, found);
    }
  EXPECT_GT(found, 1000);
}

// Positions of one game that lie further apart, as the search compares them.
TEST(VitrineCycles, ComparesPositionsOfAGame) {
  constexpr std::size_t kApart = 9;
  int found = 0;
  std::vector<Position> game;
  chess::for_random_plies(12, std::max(chess::scaled(100'000), 5'000), [&](const Position& pos, Move) {
    const bool goes_on =
        !game.empty() &&
        pos.fullmove_number() == game.back().fullmove_number() + (pos.turn() == chess::Color::white ? 1 : 0);
    if (!goes_on) game.clear();
    game.push_back(pos);
    for (std::size_t back = 3; back <= kApart && back < game.size(); back += 2)
      expect_agreement(pos, game[game.size() - 1 - back], found);
  });
  EXPECT_GT(found, 50);
}

TEST(VitrineCycles, KnowsEveryMoveOfEveryMan) {
  // All moves of a piece on an empty board, each counted once for both directions: 168 of knights, 280 of
  // bishops, 448 of rooks, 728 of queens, 210 of kings, for two colours.
  int count = 0;
  for (const chess::Color color : {chess::Color::white, chess::Color::black})
    for (const auto type : {chess::PieceType::knight, chess::PieceType::bishop, chess::PieceType::rook,
                            chess::PieceType::queen, chess::PieceType::king})
      for (int a = 0; a < 64; ++a)
        for (int b = a + 1; b < 64; ++b) {
          const Square from = Square::from_index(a);
          const Square to = Square::from_index(b);
          const auto& keys = chess::detail::kZobrist.piece[index(color)][index(type)];
          const auto found = find_reversible_move(keys[a] ^ keys[b] ^ chess::detail::kZobrist.black_to_move);
          ASSERT_EQ(found.has_value(), chess::piece_attacks(type, from, chess::Bitboard()).contains(to));
          if (!found) continue;
          EXPECT_TRUE(is_same(*found, from, to));
          ++count;
        }
  EXPECT_EQ(count, 2 * (168 + 280 + 448 + 728 + 210));
  EXPECT_FALSE(find_reversible_move(0));
  EXPECT_FALSE(find_reversible_move(chess::detail::kZobrist.black_to_move));
}

}  // namespace vitrine::engines::flagship
