#include "engines/vitrine/win_chances.h"

#include <algorithm>
#include <cmath>

#include "engines/vitrine/score.h"

namespace vitrine::engines::flagship {

namespace {

using chess::PieceType;

// Pawn 1, minor 3, rook 5, queen 9, of both sides: 78 at the start.
int material(const chess::Position& pos) {
  return pos.pieces(PieceType::pawn).count() +
         3 * (pos.pieces(PieceType::knight) | pos.pieces(PieceType::bishop)).count() +
         5 * pos.pieces(PieceType::rook).count() + 9 * pos.pieces(PieceType::queen).count();
}

// A win has the chance 1 / (1 + exp((a - score) / b)); a and b depend on the material.
struct Curve {
  double even_chance;  // the score that wins every second game
  double slope;
};

Curve curve_for(int material) {
  const double m = std::clamp(material, 17, 78) / 58.0;
  return {150.0 + 30.0 * m, 60.0 + 20.0 * m};
}

int thousandths(double score, const Curve& curve) {
  return static_cast<int>(std::lround(1000.0 / (1.0 + std::exp((curve.even_chance - score) / curve.slope))));
}

}  // namespace

WinDrawLoss win_chances(int score, const chess::Position& pos) {
  if (is_win(score)) return {1000, 0, 0};
  if (is_loss(score)) return {0, 0, 1000};
  const Curve curve = curve_for(material(pos));
  const int win = thousandths(score, curve);
  const int loss = thousandths(-score, curve);
  return {win, 1000 - win - loss, loss};
}

Score to_report_score(int score, const chess::Position& pos) {
  Score result = is_mate(score) ? Score::mate_in_plies(plies_to_mate(score)) : Score::centipawns(score);
  result.chances = win_chances(score, pos);
  return result;
}

}  // namespace vitrine::engines::flagship
