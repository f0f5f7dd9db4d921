#include "engines/vitrine/win_chances.h"

#include <algorithm>
#include <cmath>

#include "engines/vitrine/score.h"

namespace vitrine::engines::flagship {

using chess::PieceType;

int material_on_board(const chess::Position& pos) {
  return pos.pieces(PieceType::pawn).count() +
         3 * (pos.pieces(PieceType::knight) | pos.pieces(PieceType::bishop)).count() +
         5 * pos.pieces(PieceType::rook).count() + 9 * pos.pieces(PieceType::queen).count();
}

Chances chances_of(double score, int material, const ChanceModel& model) {
  const double m = std::clamp(material, 10, 78);
  const double even = model.even + model.even_by_material * m;
  const double slope = std::max(1.0, model.slope + model.slope_by_material * m);
  const auto chance = [&](double s) { return 1.0 / (1.0 + std::exp((even - s) / slope)); };
  return {.win = chance(score), .loss = chance(-score)};
}

WinDrawLoss win_chances(int score, const chess::Position& pos) {
  if (is_win(score)) return {1000, 0, 0};
  if (is_loss(score)) return {0, 0, 1000};
  const Chances chances = chances_of(score, material_on_board(pos), kChances);
  const auto win = static_cast<int>(std::lround(1000 * chances.win));
  const auto loss = std::min(static_cast<int>(std::lround(1000 * chances.loss)), 1000 - win);
  return {win, 1000 - win - loss, loss};
}

Score to_report_score(int score, const chess::Position& pos) {
  Score result = is_mate(score) ? Score::mate_in_plies(plies_to_mate(score)) : Score::centipawns(score);
  result.chances = win_chances(score, pos);
  return result;
}

}  // namespace vitrine::engines::flagship
