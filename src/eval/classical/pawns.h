#pragma once

// What pawns are worth among themselves, and how they shelter their king. All of it follows from the places
// of pawns and kings, so a search looks it up (pawn_cache.h).

#include "eval/classical/ledger.h"
#include "eval/classical/scene.h"
#include "eval/classical/weights.h"

namespace vitrine::eval::classical {

// What other terms want to know about the pawns, by colour.
struct PawnFacts {
  std::array<Bitboard, 2> passed;
  std::array<Bitboard, 2> attack_span;  // squares that a pawn attacks, or could after some steps
};

namespace detail {

template <Color us>
[[nodiscard]] constexpr Bitboard filled_ahead(Bitboard squares) {
  for (const int steps : {8, 16, 32})
    squares |= Bitboard(us == Color::white ? squares.bits() << steps : squares.bits() >> steps);
  return squares;
}

[[nodiscard]] constexpr int count_islands(Bitboard pawns) {
  std::uint64_t files = pawns.bits();
  files |= files >> 32;
  files |= files >> 16;
  files |= files >> 8;
  files &= 0xFF;
  return Bitboard(files & ~(files << 1)).count();
}

template <Color us, class Ledger>
void add_pawn(Square sq, Bitboard own, Bitboard enemy, const PawnWeights& w, Ledger& ledger,
              PawnFacts& facts) {
  const int rank = sq.rank_for(us);
  const Bitboard here(sq);
  const Bitboard stop = here.forward(us);
  const Bitboard beside = own & files_beside(sq);
  const Bitboard phalanx = beside & Bitboard::rank(sq.rank());
  const Bitboard support = own & chess::pawn_attacks(!us, sq);
  const Bitboard stoppers = enemy & (path_ahead<us>(sq) | (ranks_ahead<us>(sq) & files_beside(sq)));
  const Bitboard levers = enemy & chess::pawn_attacks(us, sq);
  const Bitboard levers_after_push = enemy & pawn_attacks(us, stop);
  const bool is_blocked = (stop & enemy).any();
  const int is_open = (enemy & path_ahead<us>(sq)).is_empty() ? 1 : 0;

  if (phalanx.any()) ledger.template add<us>(Term::pawns, sq, w.phalanx[rank]);
  if (support.any()) ledger.template add<us>(Term::pawns, sq, w.supported[rank], support.count());
  if (beside.is_empty())
    ledger.template add<us>(Term::pawns, sq, w.isolated[is_open]);
  else if ((beside & ~ranks_ahead<us>(sq)).is_empty() && (is_blocked || levers_after_push.any()))
    ledger.template add<us>(Term::pawns, sq, w.backward[is_open]);
  if ((own & path_ahead<!us>(sq)).any()) {
    ledger.template add<us>(Term::pawns, sq, w.doubled);
    if (support.is_empty()) ledger.template add<us>(Term::pawns, sq, w.doubled_unsupported);
  }
  if (levers.has_several() && support.is_empty()) ledger.template add<us>(Term::pawns, sq, w.attacked_twice);
  if (is_blocked) ledger.template add<us>(Term::pawns, sq, w.blocked[rank]);

  if ((own & path_ahead<us>(sq)).any()) return;
  if (stoppers.is_empty()) facts.passed[index(us)] |= here;
  // Whoever stops it can be exchanged by as many helpers.
  else if (stoppers == (levers | levers_after_push) && phalanx.count() >= levers_after_push.count() &&
           support.count() + 1 >= levers.count())
    ledger.template add<us>(Term::pawns, sq, w.candidate[rank]);
}

template <Color us, class Ledger>
void add_shelter(const Position& pos, Bitboard own, Bitboard enemy, const Weights& w, Ledger& ledger) {
  const Square king = pos.king(us);
  const Bitboard before_king = ~ranks_ahead<!us>(king);
  const int centre = std::clamp(king.file(), 1, 6);
  for (int file = centre - 1; file <= centre + 1; ++file) {
    const int edge = edge_distance(file);
    const Bitboard ours = own & before_king & Bitboard::file(file);
    const Bitboard theirs = enemy & before_king & Bitboard::file(file);
    const int our_rank = ours.any() ? ours.first_for(us).rank_for(us) : 0;
    const int their_rank = theirs.any() ? theirs.first_for(us).rank_for(us) : 0;
    ledger.template add<us>(Term::king, king, w.king.shelter[edge][our_rank]);
    ledger.template endanger<us>(w.danger.shelter[edge][our_rank]);
    if (our_rank > 0 && our_rank == their_rank - 1) {
      ledger.template add<us>(Term::king, king, w.king.blocked_storm[their_rank]);
    } else {
      ledger.template add<us>(Term::king, king, w.king.storm[edge][their_rank]);
      ledger.template endanger<us>(w.danger.storm[edge][their_rank]);
    }
  }
  const Bitboard king_file = Bitboard::file(king.file());
  if ((own & king_file).is_empty())
    ledger.template add<us>(Term::king, king,
                            (enemy & king_file).is_empty() ? w.king.open_file : w.king.half_open_file);

  if (own.is_empty()) return;
  int nearest = 8;
  for (const Square sq : own) nearest = std::min(nearest, distance(king, sq));
  ledger.template add<us>(Term::king, king, w.king.pawn_distance, nearest);
}

template <Color us, class Ledger>
void add_side_of_pawns(const Position& pos, const Weights& w, Ledger& ledger, PawnFacts& facts) {
  const Bitboard own = pos.pieces(us, PieceType::pawn);
  const Bitboard enemy = pos.pieces(!us, PieceType::pawn);
  facts.attack_span[index(us)] = filled_ahead<us>(pawn_attacks(us, own));
  for (const Square sq : own) add_pawn<us>(sq, own, enemy, w.pawns, ledger, facts);
  ledger.template add<us>(Term::pawns, w.pawns.island, count_islands(own));
  add_shelter<us>(pos, own, enemy, w, ledger);
}

}  // namespace detail

template <class Ledger>
[[nodiscard]] PawnFacts add_pawns(const Position& pos, const Weights& w, Ledger& ledger) {
  PawnFacts facts;
  detail::add_side_of_pawns<Color::white>(pos, w, ledger, facts);
  detail::add_side_of_pawns<Color::black>(pos, w, ledger, facts);
  return facts;
}

}  // namespace vitrine::eval::classical
