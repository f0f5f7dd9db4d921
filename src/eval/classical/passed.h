#pragma once

// Passed pawns: how far they are, and who helps or stops them.

#include "eval/classical/ledger.h"
#include "eval/classical/pawns.h"
#include "eval/classical/scene.h"
#include "eval/classical/weights.h"

namespace vitrine::eval::classical {

namespace detail {

// Without pieces the enemy's king must step into the pawn's square to catch it.
template <Color us>
[[nodiscard]] bool is_unstoppable(const Scene& scene, Square sq) {
  const Position& pos = scene.pos;
  const Bitboard enemy = pos.pieces(!us);
  if ((enemy & ~(pos.pieces(PieceType::pawn) | pos.pieces(PieceType::king))).any()) return false;
  if ((path_ahead<us>(sq) & scene.occupied).any()) return false;
  const int rank = sq.rank_for(us);
  const int steps = std::min(5, 7 - rank);  // from its home square it may jump
  const Square goal = Square::at(sq.file(), us == Color::white ? 7 : 0);
  return distance(pos.king(!us), goal) - (pos.turn() == us ? 0 : 1) > steps;
}

template <Color us, class Ledger>
void add_passed_pawn(const Scene& scene, const PawnFacts& pawns, const PassedWeights& w, Ledger& ledger,
                     Square sq) {
  const Position& pos = scene.pos;
  const int rank = sq.rank_for(us);
  const Bitboard stop = Bitboard(sq).forward(us);
  const Square stop_square = stop.first();
  ledger.template add<us>(Term::passed, sq, w.rank[rank]);
  ledger.template add<us>(Term::passed, sq, w.file[edge_distance(sq.file())]);
  ledger.template add<us>(Term::passed, sq, w.own_king[rank], distance(pos.king(us), stop_square));
  ledger.template add<us>(Term::passed, sq, w.enemy_king[rank], distance(pos.king(!us), stop_square));

  const Bitboard path = path_ahead<us>(sq);
  const Bitboard behind = path_ahead<!us>(sq);
  const Bitboard rooks = (pos.pieces(PieceType::rook) | pos.pieces(PieceType::queen)) & behind;
  Bitboard attacked = scene.attacked[index(!us)];
  if (rooks.any()) {
    // A rook behind a pawn holds its whole way, ours or theirs.
    const Bitboard seen = rooks & rook_attacks(sq, scene.occupied);
    if ((seen & pos.pieces(!us)).any()) {
      ledger.template add<us>(Term::passed, sq, w.enemy_rook_behind);
      attacked |= path;
    } else if (seen.any()) {
      ledger.template add<us>(Term::passed, sq, w.rook_behind);
    }
  }
  if ((stop & scene.occupied).is_empty()) {
    ledger.template add<us>(Term::passed, sq, w.free_stop[rank]);
    if ((path & scene.occupied).is_empty()) ledger.template add<us>(Term::passed, sq, w.free_path[rank]);
  }
  if ((stop & attacked).is_empty()) {
    ledger.template add<us>(Term::passed, sq, w.safe_stop[rank]);
    if ((path & attacked).is_empty()) ledger.template add<us>(Term::passed, sq, w.safe_path[rank]);
  }
  if ((stop & scene.attacked[index(us)]).any()) ledger.template add<us>(Term::passed, sq, w.supported[rank]);
  // Side by side, or one step apart: king_attacks is just these squares and those on the own file.
  if ((king_attacks(sq) & files_beside(sq) & pawns.passed[index(us)]).any())
    ledger.template add<us>(Term::passed, sq, w.connected[rank]);
}

}  // namespace detail

template <Color us, class Ledger>
[[gnu::always_inline]] inline void add_passed(const Scene& scene, const PawnFacts& pawns,
                                              const PassedWeights& w, Ledger& ledger) {
  bool has_runner = false;
  for (const Square sq : pawns.passed[index(us)]) {
    detail::add_passed_pawn<us>(scene, pawns, w, ledger, sq);
    if (!has_runner && detail::is_unstoppable<us>(scene, sq)) {
      ledger.template add<us>(Term::passed, sq, w.unstoppable);
      has_runner = true;
    }
  }
}

}  // namespace vitrine::eval::classical
