#pragma once

// Men that can be taken or soon could be, squares that both sides contest, and the room behind the pawns.

#include "eval/classical/ledger.h"
#include "eval/classical/scene.h"
#include "eval/classical/weights.h"

namespace vitrine::eval::classical {

namespace detail {

// Squares from which one of our pieces would attack the enemy's queen next move and live.
template <Color us, class Ledger>
void add_threats_to_queen(const Scene& scene, const ThreatWeights& w, Ledger& ledger, Bitboard held) {
  const Bitboard queens = scene.pos.pieces(!us, PieceType::queen);
  if (queens.is_empty() || queens.has_several()) return;
  const Square queen = queens.first();
  const Bitboard safe = scene.mobility_area[index(us)] & ~held;
  ledger.template add<us>(Term::threats, w.knight_on_queen,
                          (scene.by(us, PieceType::knight) & chess::knight_attacks(queen) & safe).count());
  const Bitboard sliders = (scene.by(us, PieceType::bishop) & bishop_attacks(queen, scene.occupied)) |
                           (scene.by(us, PieceType::rook) & rook_attacks(queen, scene.occupied));
  ledger.template add<us>(Term::threats, w.slider_on_queen,
                          (sliders & safe & scene.twice[index(us)]).count());
}

template <Color us, class Ledger>
void add_threats_by_pawns(const Scene& scene, const ThreatWeights& w, Ledger& ledger, Bitboard pieces) {
  const Bitboard safe = ~scene.attacked[index(!us)] | scene.attacked[index(us)];
  const Bitboard own = scene.pawns[index(us)];
  ledger.template add<us>(Term::threats, w.by_safe_pawn, (pawn_attacks(us, own & safe) & pieces).count());

  Bitboard pushes = own.forward(us) & ~scene.occupied;
  pushes |= (pushes & Bitboard::rank_for(us, 2)).forward(us) & ~scene.occupied;
  pushes &= ~scene.by(!us, PieceType::pawn) & safe;
  ledger.template add<us>(Term::threats, w.by_pawn_push, (pawn_attacks(us, pushes) & pieces).count());
}

}  // namespace detail

template <Color us, class Ledger>
[[gnu::always_inline]] inline void add_threats(const Scene& scene, const ThreatWeights& w, Ledger& ledger) {
  const Position& pos = scene.pos;
  const Bitboard attacked = scene.attacked[index(us)];
  const Bitboard pieces = pos.pieces(!us) & ~pos.pieces(PieceType::pawn);
  // Held by a pawn, or by two where we have one.
  const Bitboard held = scene.by(!us, PieceType::pawn) | (scene.twice[index(!us)] & ~scene.twice[index(us)]);
  const Bitboard weak = pos.pieces(!us) & ~held & attacked;

  const Bitboard by_minor = scene.by(us, PieceType::knight) | scene.by(us, PieceType::bishop);
  for (const Square sq : ((pieces & held) | weak) & by_minor)
    ledger.template add<us>(Term::threats, w.by_minor[index(pos.piece_at(sq)->type)]);
  if (weak.any()) {
    for (const Square sq : weak& scene.by(us, PieceType::rook))
      ledger.template add<us>(Term::threats, w.by_rook[index(pos.piece_at(sq)->type)]);
    if ((weak & scene.by(us, PieceType::king)).any()) ledger.template add<us>(Term::threats, w.by_king);
    const Bitboard undefended = ~scene.attacked[index(!us)] | (pieces & scene.twice[index(us)]);
    ledger.template add<us>(Term::threats, w.hanging, (weak & undefended).count());
    ledger.template add<us>(Term::threats, w.overloaded, (weak & scene.by(!us, PieceType::queen)).count());
  }
  ledger.template add<us>(Term::threats, w.restricted,
                          (scene.attacked[index(!us)] & ~held & attacked).count());
  detail::add_threats_by_pawns<us>(scene, w, ledger, pieces);
  detail::add_threats_to_queen<us>(scene, w, ledger, held);
}

// Safe squares behind and between the central pawns; worth more the more men want to use them.
template <Color us, class Ledger>
[[gnu::always_inline]] inline void add_space(const Scene& scene, const SpaceWeights& w, Ledger& ledger) {
  constexpr Bitboard kHome =
      kCentralFiles & (Bitboard::rank_for(us, 1) | Bitboard::rank_for(us, 2) | Bitboard::rank_for(us, 3));
  const Bitboard own = scene.pawns[index(us)];
  const Bitboard safe = kHome & ~own & ~scene.by(!us, PieceType::pawn);
  Bitboard behind = own | own.forward(!us);
  behind |= behind.forward(!us).forward(!us);
  const int squares = safe.count() + (behind & safe & ~scene.attacked[index(!us)]).count();
  const int men = scene.pos.pieces(us).count() - 2;
  ledger.template add<us>(Term::space, w.square, squares * men * men / 64);
}

}  // namespace vitrine::eval::classical
