// Questions about one move: may it be played, does it give check?

#include "chess/position.h"

namespace vitrine::chess {

namespace {

// A pawn's step or capture, whatever its kind, without regard to pins and checks.
template <Color us>
bool is_pawn_like(const Position& pos, Move move) {
  constexpr int kUp = us == Color::white ? 1 : -1;
  const Square from = move.from();
  const Square to = move.to();
  if ((to.rank_for(us) == 7) != move.is_promotion()) return false;
  if (move.kind() == MoveKind::double_push)
    return from.rank_for(us) == 1 && to == from.up(2 * kUp) && pos.is_empty(from.up(kUp)) && pos.is_empty(to);
  if (pawn_attacks(us, from).contains(to)) return pos.pieces(!us).contains(to);
  return to == from.up(kUp) && pos.is_empty(to);
}

template <Color us>
bool is_legal_for(const Position& pos, Move move) {
  const Square from = move.from();
  const Square to = move.to();
  if (move.kind() > MoveKind::en_passant) return false;
  if (!pos.pieces(us, move.piece()).contains(from)) return false;
  if (move.is_castling())
    return !pos.is_check() && (pos.castling_rooks() & pos.pieces(us)).contains(to) &&
           pos.is_castling_free<us>(move, pos.danger<us>());
  if (move.is_en_passant())
    return pos.en_passant() == to && pawn_attacks(us, from).contains(to) &&
           pos.is_en_passant_safe<us>(from, to);
  if (pos.pieces(us).contains(to)) return false;
  if (move.kind() == MoveKind::king)
    return king_attacks(from).contains(to) && !pos.is_dangerous<us>(to, pos.occupied() ^ Bitboard(from));

  const bool is_reachable = move.piece() == PieceType::pawn
                                ? is_pawn_like<us>(pos, move)
                                : piece_attacks(move.piece(), from, pos.occupied()).contains(to);
  if (!is_reachable || pos.checkers().has_several()) return false;
  const Square our_king = pos.king(us);
  if (pos.pinned().contains(from) && !line_through(our_king, from).contains(to)) return false;
  if (!pos.is_check()) return true;
  const Square checker = pos.checkers().first();
  return to == checker || between(our_king, checker).contains(to);
}

}  // namespace

bool Position::is_legal(Move move) const {
  return turn_ == Color::white ? is_legal_for<Color::white>(*this, move)
                               : is_legal_for<Color::black>(*this, move);
}

bool Position::gives_check(Move move) const {
  const Color us = turn_;
  const Square their_king = king(!us);
  const Square to = move.king_target();
  Bitboard vacated = Bitboard(move.from());
  Bitboard arrived = Bitboard(to);
  Bitboard orthogonal = pieces(us) & (pieces(PieceType::rook) | pieces(PieceType::queen));
  Bitboard diagonal = pieces(us) & (pieces(PieceType::bishop) | pieces(PieceType::queen));

  if (move.is_castling()) {
    const Bitboard rook_to(Square::at(move.wing() == Wing::king_side ? 5 : 3, to.rank()));
    vacated |= Bitboard(move.to());
    arrived |= rook_to;
    orthogonal = (orthogonal & ~vacated) | rook_to;
  } else {
    const PieceType arriving = move.promotion().value_or(move.piece());
    if (arriving == PieceType::knight && knight_attacks(to).contains(their_king)) return true;
    if (arriving == PieceType::pawn && pawn_attacks(us, to).contains(their_king)) return true;
    orthogonal &= ~vacated;
    diagonal &= ~vacated;
    if (arriving == PieceType::rook || arriving == PieceType::queen) orthogonal |= arrived;
    if (arriving == PieceType::bishop || arriving == PieceType::queen) diagonal |= arrived;
    if (move.is_en_passant()) vacated |= arrived.forward(!us);
  }
  const Bitboard occupied_after = (occupied() & ~vacated) | arrived;
  return ((rook_attacks(their_king, occupied_after) & orthogonal) |
          (bishop_attacks(their_king, occupied_after) & diagonal))
      .any();
}

}  // namespace vitrine::chess
