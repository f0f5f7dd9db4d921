#include "engines/turochamp/men.h"

namespace vitrine::engines::turochamp {

using chess::Bitboard;
using chess::Color;
using chess::PieceType;
using chess::Position;
using chess::Square;

Men::Men(const Position& pos, Color own)
    : pos_(pos), own_(own), king_(pos.king(own)), pinned_(pos.pinned(own)), answers_(Bitboard::all()) {
  const Bitboard checkers = pos.attackers_to(king_, !own);
  if (checkers.has_several())
    answers_ = Bitboard();
  else if (checkers.any())
    answers_ = chess::between(king_, checkers.first()) | checkers;
}

Bitboard Men::targets(PieceType type, Square sq) const {
  if (type == PieceType::king) return king_targets();
  const Bitboard reached = chess::piece_attacks(type, sq, pos_.occupied()) & ~pos_.pieces(own_) & answers_;
  return pinned_.contains(sq) ? reached & chess::line_through(king_, sq) : reached;
}

Bitboard Men::king_targets() const {
  const Bitboard without_king = pos_.occupied() ^ Bitboard(king_);
  Bitboard safe;
  for (const Square to : chess::king_attacks(king_) & ~pos_.pieces(own_))
    if ((pos_.attackers_to(to, without_king) & pos_.pieces(!own_)).is_empty()) safe |= Bitboard(to);
  return safe;
}

bool Men::can_castle() const {
  if (pos_.is_attacked(king_, !own_)) return false;
  for (const Square rook : pos_.castling_rooks() & pos_.pieces(own_))
    if (can_castle_with(rook)) return true;
  return false;
}

bool Men::can_castle_with(Square rook) const {
  const bool is_king_side = rook.file() > king_.file();
  const Square king_to = Square::at(is_king_side ? 6 : 2, king_.rank());
  const Square rook_to = Square::at(is_king_side ? 5 : 3, king_.rank());
  const Bitboard king_path = chess::between(king_, king_to) | Bitboard(king_to);
  const Bitboard rook_path = chess::between(rook, rook_to) | Bitboard(rook_to);
  const Bitboard others = pos_.occupied() ^ Bitboard(king_) ^ Bitboard(rook);
  if (((king_path | rook_path | chess::between(king_, rook)) & others).any()) return false;
  for (const Square step : king_path)
    if ((pos_.attackers_to(step, others | Bitboard(rook)) & pos_.pieces(!own_)).any()) return false;
  // In Chess960 the rook may leave a line open to where the king ends.
  return (pos_.attackers_to(king_to, others | Bitboard(rook_to)) & pos_.pieces(!own_)).is_empty();
}

namespace {

// Those behind others on the same line too: a rook behind a rook, a bishop behind a pawn; never through the
// king, who takes last.
Bitboard with_x_rays(Bitboard defenders, Square sq, Bitboard men, const Position& pos) {
  for (;;) {
    const Bitboard out_of_the_way = defenders & ~pos.pieces(PieceType::king);
    const Bitboard more = pos.attackers_to(sq, pos.occupied() & ~out_of_the_way) & men;
    if ((more & ~defenders).is_empty()) return defenders;
    defenders |= more;
  }
}

// Those who could take back there: no pinned man off his line, and no king where the enemy guards.
Bitboard legal_only(Bitboard defenders, Square sq, Color color, const Position& pos) {
  const Square king = pos.king(color);
  Bitboard result;
  for (const Square from : defenders) {
    const bool may = from == king
                         ? !pos.is_attacked(sq, !color)
                         : !pos.pinned(color).contains(from) || chess::line_through(king, from).contains(sq);
    if (may) result |= Bitboard(from);
  }
  return result;
}

}  // namespace

Bitboard defenders_of(Square sq, Color color, const Position& pos, const Rules& rules) {
  Bitboard men = pos.pieces(color);
  if (!rules.king_defends) men &= ~pos.pieces(PieceType::king);
  const Bitboard defenders = pos.attackers_to(sq) & men;
  if (rules.defenders == Defenders::x_ray) return with_x_rays(defenders, sq, men, pos);
  if (rules.defenders == Defenders::legal) return legal_only(defenders, sq, color, pos);
  return defenders;
}

}  // namespace vitrine::engines::turochamp
