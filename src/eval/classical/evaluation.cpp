#include "eval/classical/evaluation.h"

namespace vitrine::eval::classical {

int evaluate(const Position& pos, const Weights& w) {
  if (const auto known = known_value(pos)) return *known;
  SumLedger ledger;
  add_men(pos, w, ledger);
  const PawnFacts pawns = add_pawns(pos, w, ledger);
  add_terms(pos, pawns, w, ledger);
  const int value = conclude(pos, pawns, ledger, phase_of(pos)).value;
  return pos.turn() == Color::white ? value : -value;
}

}  // namespace vitrine::eval::classical
