#include "engines/turochamp/value.h"

#include <cmath>
#include <numeric>

namespace vitrine::engines::turochamp {

namespace {

int half_pawns(const chess::Position& pos, chess::Color color) {
  int total = 0;
  for (const chess::PieceType type : chess::kPieceTypes)
    total += kHalfPawns[index(type)] * pos.pieces(color, type).count();
  return total;
}

}  // namespace

Material count_material(const chess::Position& pos, chess::Color own) {
  return {half_pawns(pos, own), half_pawns(pos, !own)};
}

Value Value::of(Material material, const Rules& rules) {
  const auto [own, other] = material;
  if (rules.material == MaterialRule::difference) return {own - other, 2};
  if (other > 0) return {own, other};
  return {std::int64_t{1000} * own, 2};
}

std::string Value::to_string() const {
  const std::int64_t divisor = std::gcd(numerator_, denominator_);
  const std::string top = std::to_string(numerator_ / divisor);
  return denominator_ == divisor ? top : top + '/' + std::to_string(denominator_ / divisor);
}

int to_centipawns(const Value& value, Material on_board, const Rules& rules) {
  const double number = value.to_double();
  if (rules.material == MaterialRule::difference) return static_cast<int>(std::lround(100 * number));
  const int total = 50 * (on_board.own + on_board.other);
  return static_cast<int>(std::lround(total * (number - 1) / (number + 1)));
}

}  // namespace vitrine::engines::turochamp
