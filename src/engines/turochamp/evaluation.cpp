#include "engines/turochamp/evaluation.h"

#include <algorithm>
#include <array>

#include "engines/turochamp/men.h"

namespace vitrine::engines::turochamp {

namespace {

using chess::Bitboard;
using chess::Color;
using chess::PieceType;
using chess::Position;
using chess::Square;

constexpr std::array<int, 6> kMaterial = {100, 300, 350, 500, 1000, 0};
constexpr int kDefended = 100;
constexpr int kTwiceDefended = 150;
constexpr int kPerRank = 20;
constexpr int kDefendedPawn = 30;

// The whole part of 100 times the root. A man has 28 targets at most, a queen may take eight of them.
constexpr std::array<int, 64> make_roots() {
  std::array<int, 64> roots{};
  for (int count = 0; count < 64; ++count)
    while ((roots[count] + 1) * (roots[count] + 1) <= 10'000 * count) ++roots[count];
  return roots;
}
constexpr std::array<int, 64> kRoots = make_roots();
static_assert(kRoots[2] == 141 && kRoots[9] == 300);

int mobility(const Men& men, PieceType type, Square sq, const Position& pos, Color own) {
  const Bitboard targets = men.targets(type, sq) & ~Bitboard(pos.king(!own));
  return kRoots[targets.count() + (targets & pos.pieces(!own)).count()];
}

int defence(Square sq, const Position& pos, Color own) {
  const Bitboard defenders = pos.attackers_to(sq, own) & ~pos.pieces(PieceType::king);
  return defenders.has_several() ? kTwiceDefended : defenders.any() ? kDefended : 0;
}

int king_safety(const Position& pos, Color own) {
  return -kRoots[chess::queen_attacks(pos.king(own), pos.occupied()).count()];
}

int defended_pawn(Square sq, const Position& pos, Color own) {
  const Bitboard pieces = ~pos.pieces(PieceType::king) & ~pos.pieces(PieceType::pawn);
  return (pos.attackers_to(sq, own) & pieces).any() ? kDefendedPawn : 0;
}

}  // namespace

Evaluation evaluate_side(const Position& pos, Color own) {
  const Men men(pos, own);
  Evaluation result;
  for (const PieceType type : chess::kPieceTypes) {
    result.material += kMaterial[index(type)] * pos.pieces(own, type).count();
    if (type == PieceType::pawn) continue;
    for (const Square sq : pos.pieces(own, type)) {
      result.mobility += mobility(men, type, sq, pos, own);
      if (type < PieceType::queen) result.defence += defence(sq, pos, own);
    }
  }
  result.king_safety = king_safety(pos, own);
  for (const Square sq : pos.pieces(own, PieceType::pawn)) {
    result.pawn_advance += kPerRank * (sq.rank_for(own) - 1);
    result.pawn_defence += defended_pawn(sq, pos, own);
  }
  return result;
}

int evaluate(const Position& pos, int material_weight) {
  return evaluate_side(pos, pos.turn()).total(material_weight) -
         evaluate_side(pos, !pos.turn()).total(material_weight);
}

int castling_bonus(const Position& pos, chess::Move move) {
  if (move.is_castling()) return 300;
  if (move.piece() != PieceType::king && move.piece() != PieceType::rook) return 0;
  const Position next = pos.after(move);
  if ((next.castling_rooks() & next.pieces(pos.turn())).is_empty()) return 0;
  return Men(next, pos.turn()).can_castle() ? 200 : 100;
}

}  // namespace vitrine::engines::turochamp
