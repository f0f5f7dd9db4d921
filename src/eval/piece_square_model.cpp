#include "eval/piece_square_model.h"

#include <algorithm>
#include <array>

namespace vitrine::eval {

using chess::Color;
using chess::PieceType;
using chess::Square;

PieceSquareModel::PieceSquareModel(ModelKind kind, bool is_tapered)
    : kind_(kind),
      middlegame_(kind == ModelKind::piece_square ? 6 * 64 : 6 * 64 * 64),
      endgame_(is_tapered ? middlegame_.size() : 0) {}

// Single weights have 24 bits, their sum 53: it is exact, whatever the order.
double PieceSquareModel::white_minus_black(const chess::Position& pos, Phase phase) const {
  const std::span<const float> table = weights(phase);
  std::array<double, 2> total = {0, 0};
  for (const Color color : {Color::white, Color::black}) {
    const int mirror = color == Color::white ? 0 : 56;
    const Square king = Square::from_index(pos.king(color).index() ^ mirror);
    for (const PieceType type : chess::kPieceTypes)
      for (const Square sq : pos.pieces(color, type))
        total[index(color)] += table[slot(type, king, Square::from_index(sq.index() ^ mirror))];
  }
  return total[0] - total[1];
}

double PieceSquareModel::evaluate(const chess::Position& pos) const {
  double white = white_minus_black(pos, Phase::middlegame);
  if (is_tapered()) {
    const double share = middlegame_share(pos);
    white = share * white + (1 - share) * white_minus_black(pos, Phase::endgame);
  }
  return pos.turn() == Color::white ? white : -white;
}

double middlegame_share(const chess::Position& pos) {
  const int minors = pos.pieces(PieceType::knight).count() + pos.pieces(PieceType::bishop).count();
  const int pieces =
      minors + 2 * pos.pieces(PieceType::rook).count() + 4 * pos.pieces(PieceType::queen).count();
  return std::min(pieces, 24) / 24.0;
}

}  // namespace vitrine::eval
