#include "eval/evaluator.h"

#include <algorithm>
#include <cmath>

#include "eval/classical/evaluation.h"

namespace vitrine::eval {

using namespace classical;

namespace {

constexpr int kMost = 19'999;

// With everything inlined into one function the sums stay in registers.
[[gnu::flatten]] SumLedger sum_of_terms(const chess::Position& pos, const PawnFacts& pawns) {
  SumLedger ledger;
  add_terms(pos, pawns, kBuiltInWeights, ledger);
  return ledger;
}

// Out of the way of the usual case. A model may value men so highly that it would promise mates.
[[gnu::noinline, gnu::cold]] int value_by(const PieceSquareModel& model, const chess::Position& pos) {
  return static_cast<int>(std::lround(std::clamp(model.evaluate(pos) * 100, -double{kMost}, double{kMost})));
}

}  // namespace

void Evaluator::start(const chess::Position& root) {
  ply_ = 0;
  line_[0].placement = Placement(root);
  if (sums_) sums_->start(root);
}

void Evaluator::use(const nnue::Network* network) {
  if (network == network_) return;
  network_ = network;
  for (Watcher& ply : line_) ply.changes = nullptr;
  sums_ = network != nullptr ? std::make_unique<nnue::Accumulators>(*network) : nullptr;
}

int Evaluator::evaluate(const chess::Position& pos) {
  if (model_ != nullptr) return value_by(*model_, pos);
  if (const auto known = known_value(pos)) return *known;
  if (sums_) {
    const int value = std::clamp(sums_->evaluate(pos), -kMost, kMost);
    return is_dead_draw(pos, value >= 0 ? pos.turn() : !pos.turn()) ? 0 : value;
  }
  const Placement& men = line_[ply_].placement;
  const PawnCache::Entry& pawns = pawns_.find(pos, kBuiltInWeights);
  SumLedger ledger = sum_of_terms(pos, pawns.facts);
  ledger.merge(SumLedger(men.value()));
  ledger.merge(pawns.sums);
  const int value = conclude(pos, pawns.facts, ledger, men.phase()).value;
  return pos.turn() == Color::white ? value : -value;
}

}  // namespace vitrine::eval
