#pragma once

// The danger a king is in: who attacks the squares around him, what checks wait, who defends. The pieces have
// already told the ledger which of them attack his ring, and the pawns how they shelter him.

#include "eval/classical/ledger.h"
#include "eval/classical/scene.h"
#include "eval/classical/weights.h"

namespace vitrine::eval::classical {

namespace detail {

// The files on which a king lives: a to d, c to f or e to h, less one at the very edge.
[[nodiscard]] constexpr Bitboard flank_of(int file) {
  if (file == 0) return kQueenSide & ~Bitboard::file(3);
  if (file == 7) return kKingSide & ~Bitboard::file(4);
  if (file < 3) return kQueenSide;
  if (file > 4) return kKingSide;
  return kCentralFiles;
}

// Checks the enemy could give, by kind; a square counts for the kind that makes most of it.
template <Color us, class Ledger>
void add_checks(const Scene& scene, const DangerWeights& w, Ledger& ledger, Bitboard weak) {
  const Position& pos = scene.pos;
  const Square king = pos.king(us);
  const Bitboard through = scene.occupied ^ pos.pieces(us, PieceType::queen);
  const Bitboard lines = rook_attacks(king, through);
  const Bitboard diagonals = bishop_attacks(king, through);
  const Bitboard safe = ~pos.pieces(!us) & (~scene.attacked[index(us)] | (weak & scene.twice[index(!us)]));

  Bitboard unsafe;
  const auto count = [&](PieceType type, Bitboard squares, Bitboard not_here) {
    const Bitboard checks = squares & scene.by(!us, type);
    const Bitboard good = checks & safe & ~not_here;
    const int kind = index(type) - 1;
    if (good.has_several())
      ledger.template endanger<us>(w.safe_checks[kind]);
    else if (good.any())
      ledger.template endanger<us>(w.safe_check[kind]);
    unsafe |= checks & ~safe;
    return good;
  };
  const Bitboard by_rook = count(PieceType::rook, lines, Bitboard());
  const Bitboard by_queen =
      count(PieceType::queen, lines | diagonals, by_rook | scene.by(us, PieceType::queen));
  count(PieceType::bishop, diagonals, by_queen);
  count(PieceType::knight, chess::knight_attacks(king), Bitboard());
  ledger.template endanger<us>(w.unsafe_check, (unsafe & ~pos.pieces(!us)).count());
}

}  // namespace detail

template <Color us, class Ledger>
[[gnu::always_inline]] inline void add_king(const Scene& scene, const Weights& w, Ledger& ledger) {
  const Position& pos = scene.pos;
  const Square king = pos.king(us);
  const Bitboard attacked = scene.attacked[index(!us)];
  const Bitboard defended = scene.attacked[index(us)];

  // His flank, as deep as the enemy's pieces can bother him.
  const Bitboard flank = detail::flank_of(king.file());
  const Bitboard camp =
      flank & ~(Bitboard::rank_for(us, 5) | Bitboard::rank_for(us, 6) | Bitboard::rank_for(us, 7));
  const int attacks = (attacked & camp).count() + (attacked & camp & scene.twice[index(!us)]).count();
  const int defences = (defended & camp).count();
  ledger.template add<us>(Term::king, king, w.king.flank_attack, attacks);
  ledger.template add<us>(Term::king, king, w.king.flank_defence, defences);
  if (((scene.pawns[0] | scene.pawns[1]) & flank).is_empty())
    ledger.template add<us>(Term::king, king, w.king.pawnless_flank);

  // Attacked, and held by nobody or only by those who'd rather not take back.
  const Bitboard weak = attacked & ~scene.twice[index(us)] &
                        (~defended | scene.by(us, PieceType::king) | scene.by(us, PieceType::queen));
  const DangerWeights& d = w.danger;
  detail::add_checks<us>(scene, d, ledger, weak);
  ledger.template endanger<us>(d.base);
  ledger.template endanger<us>(d.attackers[std::min(scene.ring_attackers[index(!us)], 7)]);
  ledger.template endanger<us>(d.touch, scene.touches[index(!us)]);
  ledger.template endanger<us>(d.weak_ring, (scene.ring[index(us)] & weak).count());
  ledger.template endanger<us>(d.pinned, scene.pinned[index(us)].count());
  ledger.template endanger<us>(d.flank_attack, attacks * attacks / 8);
  ledger.template endanger<us>(d.flank_defence, defences);
  if (pos.pieces(!us, PieceType::queen).is_empty()) ledger.template endanger<us>(d.no_queen);
  if ((scene.by(us, PieceType::knight) & scene.by(us, PieceType::king)).any())
    ledger.template endanger<us>(d.knight_defender);
  if ((scene.by(us, PieceType::bishop) & scene.by(us, PieceType::king)).any())
    ledger.template endanger<us>(d.bishop_defender);
}

}  // namespace vitrine::eval::classical
