#pragma once

// The classical evaluation, from what stands on the board to a number. It is written once, for any ledger:
//
//   men and imbalance, pawns (or what the cache knows of them), pieces, kings, threats, passed pawns, space
//
// and then concluded: the dangers of both kings are charged, complexity moves the endgame value, the ending's
// drawishness scales it, and the phase blends the two.

#include <algorithm>
#include <cstdlib>

#include "eval/classical/endings.h"
#include "eval/classical/king.h"
#include "eval/classical/ledger.h"
#include "eval/classical/passed.h"
#include "eval/classical/pawns.h"
#include "eval/classical/pieces.h"
#include "eval/classical/placement.h"
#include "eval/classical/scene.h"
#include "eval/classical/threats.h"
#include "eval/classical/weights.h"

namespace vitrine::eval::classical {

inline constexpr int kMaxValue = 19'999;

// How a position's number comes about; White's minus Black's.
struct Conclusion {
  Tapered sum;     // with danger and complexity
  int complexity;  // its part of the endgame value
  int phase;       // of kFullPhase
  int scale;       // of kFullScale
  int value;       // for White
};

namespace detail {

template <Color us, class Ledger>
void add_imbalance(const Position& pos, const MaterialWeights& w, Ledger& ledger) {
  const int pawns = std::min(pos.pieces(us, PieceType::pawn).count(), 8);
  const int knights = pos.pieces(us, PieceType::knight).count();
  const int bishops = pos.pieces(us, PieceType::bishop).count();
  const int rooks = pos.pieces(us, PieceType::rook).count();
  if (bishops > 1) ledger.template add<us>(Term::imbalance, w.bishop_pair);
  if (knights > 1) ledger.template add<us>(Term::imbalance, w.knight_pair);
  if (rooks > 1) ledger.template add<us>(Term::imbalance, w.rook_pair);
  if (pos.pieces(us, PieceType::queen).any())
    ledger.template add<us>(Term::imbalance, w.queen_with_rook, rooks);
  ledger.template add<us>(Term::imbalance, w.knight_pawns[pawns], knights);
  ledger.template add<us>(Term::imbalance, w.bishop_pawns[pawns], bishops);
  ledger.template add<us>(Term::imbalance, w.rook_pawns[pawns], rooks);
}

template <Color us, class Ledger>
void add_men(const Position& pos, const Weights& w, Ledger& ledger) {
  for (const Square sq : pos.pieces(us)) {
    const PieceType type = pos.piece_at(sq)->type;
    const int seen = us == Color::white ? sq.index() : sq.flipped().index();
    if (type != PieceType::king) ledger.template add<us>(Term::material, sq, w.material.value[index(type)]);
    ledger.template add<us>(Term::squares, sq, w.squares.man[index(type)][seen]);
  }
}

template <class Ledger>
void add_complexity(const Position& pos, const PawnFacts& facts, const ComplexityWeights& w, Ledger& ledger) {
  const Bitboard pawns = pos.pieces(PieceType::pawn);
  const Square white = pos.king(Color::white);
  const Square black = pos.king(Color::black);
  const int outflanking = std::abs(white.file() - black.file()) - std::abs(white.rank() - black.rank());
  const bool on_both_flanks = (pawns & kQueenSide).any() && (pawns & kKingSide).any();
  ledger.complicate(w.base);
  ledger.complicate(w.pawn, pawns.count());
  ledger.complicate(w.passed, (facts.passed[0] | facts.passed[1]).count());
  ledger.complicate(w.outflanking, outflanking);
  if (on_both_flanks) ledger.complicate(w.both_flanks);
  if (white.rank() > 3 || black.rank() < 4) ledger.complicate(w.infiltration);
  if ((pos.occupied() & ~pawns) == pos.pieces(PieceType::king)) ledger.complicate(w.pawns_only);
  if (!on_both_flanks && outflanking < 0) ledger.complicate(w.unwinnable);
}

}  // namespace detail

// All men by kind and square; a search carries their sum along instead.
template <class Ledger>
void add_men(const Position& pos, const Weights& w, Ledger& ledger) {
  detail::add_men<Color::white>(pos, w, ledger);
  detail::add_men<Color::black>(pos, w, ledger);
}

// All but men and pawns.
template <class Ledger>
void add_terms(const Position& pos, const PawnFacts& pawns, const Weights& w, Ledger& ledger) {
  using enum Color;
  detail::add_imbalance<white>(pos, w.material, ledger);
  detail::add_imbalance<black>(pos, w.material, ledger);
  Scene scene(pos);
  add_all_pieces<white>(scene, pawns, w, ledger);
  add_all_pieces<black>(scene, pawns, w, ledger);
  add_king<white>(scene, w, ledger);
  add_king<black>(scene, w, ledger);
  add_threats<white>(scene, w.threats, ledger);
  add_threats<black>(scene, w.threats, ledger);
  add_passed<white>(scene, pawns, w.passed, ledger);
  add_passed<black>(scene, pawns, w.passed, ledger);
  add_space<white>(scene, w.space, ledger);
  add_space<black>(scene, w.space, ledger);
  detail::add_complexity(pos, pawns, w.complexity, ledger);
  if (pos.turn() == white)
    ledger.template add<white>(Term::tempo, w.other.tempo);
  else
    ledger.template add<black>(Term::tempo, w.other.tempo);
}

[[nodiscard]] inline Conclusion conclude(const Position& pos, const PawnFacts& pawns, const SumLedger& sums,
                                         int phase) {
  const Tapered men =
      sums.value() - danger_cost(sums.danger(Color::white)) + danger_cost(sums.danger(Color::black));
  const int shift = complexity_shift(men.endgame(), sums.complexity());
  const Tapered sum = men + Tapered(0, shift);
  const Color stronger = sum.endgame() >= 0 ? Color::white : Color::black;
  const int scale = drawish_scale(pos, stronger, pawns.passed[index(stronger)]);
  const int blend = sum.middlegame() * phase * kFullScale + sum.endgame() * (kFullPhase - phase) * scale;
  const int value = std::clamp(blend / (kFullPhase * kFullScale), -kMaxValue, kMaxValue);
  return {.sum = sum, .complexity = shift, .phase = phase, .scale = scale, .value = value};
}

// The whole, with any weights and no memory. For the side to move. Contract: not in check.
[[nodiscard]] int evaluate(const Position& pos, const Weights& w);

}  // namespace vitrine::eval::classical
