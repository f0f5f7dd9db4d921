#include "eval/evaluator.h"

#include "eval/classical/evaluation.h"

namespace vitrine::eval {

using namespace classical;

namespace {

// With everything inlined into one function the sums stay in registers.
[[gnu::flatten]] SumLedger sum_of_terms(const chess::Position& pos, const PawnFacts& pawns) {
  SumLedger ledger;
  add_terms(pos, pawns, kBuiltInWeights, ledger);
  return ledger;
}

}  // namespace

void Evaluator::start(const chess::Position& root) {
  ply_ = 0;
  line_[0] = Placement(root);
}

int Evaluator::evaluate(const chess::Position& pos) {
  if (const auto known = known_value(pos)) return *known;
  const Placement& men = line_[ply_];
  const PawnCache::Entry& pawns = pawns_.find(pos, kBuiltInWeights);
  SumLedger ledger = sum_of_terms(pos, pawns.facts);
  ledger.merge(SumLedger(men.value()));
  ledger.merge(pawns.sums);
  const int value = conclude(pos, pawns.facts, ledger, men.phase()).value;
  return pos.turn() == Color::white ? value : -value;
}

}  // namespace vitrine::eval
