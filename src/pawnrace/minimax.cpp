#include "pawnrace/minimax.h"

namespace vitrine::pawnrace {

namespace {

// A win or loss in so many plies, or a draw, as a byte.
constexpr std::uint8_t pack(Value value) {
  return static_cast<std::uint8_t>(value.plies << 1 | (value.outcome == Outcome::win ? 1 : 0)) +
         (value.outcome == Outcome::draw ? 255 : 0);
}
constexpr Value unpack(std::uint8_t byte) {
  if (byte == 255) return {Outcome::draw, 0};
  return {(byte & 1) != 0 ? Outcome::win : Outcome::loss, byte >> 1};
}
static_assert(unpack(pack({Outcome::win, 21})) == Value{Outcome::win, 21});
static_assert(unpack(pack({Outcome::loss, 84})) == Value{Outcome::loss, 84});
static_assert(unpack(pack({Outcome::draw, 0})) == Value{Outcome::draw, 0});

}  // namespace

std::optional<Value> Minimax::value(const Position& pos) {
  if (const auto end = pos.end()) return Value{*end == End::no_move ? Outcome::draw : Outcome::loss, 0};
  if (const std::uint8_t* known = values_.find(pos)) return unpack(*known);
  if (values_.size() >= most_positions) return {};
  Value best{Outcome::loss, 0};
  for (const Move move : pos.legal_moves()) {
    const auto after = value(pos.after(move));
    if (!after) return {};
    if (const Value candidate = before_move(*after); is_better(candidate, best)) best = candidate;
  }
  values_.insert(pos, pack(best));
  if (on_value) on_value(pos, best);
  return best;
}

}  // namespace vitrine::pawnrace
