#include "pawnrace/perfect_player.h"

#include <algorithm>

#include "pawnrace/judge.h"
#include "pawnrace/solution.h"

namespace vitrine::pawnrace {

PerfectPlayer::PerfectPlayer(const PerfectSettings& settings)
    : settings_(settings), solver_({.threads = 1, .table_bytes = kPlayerTableBytes}) {}

Gaps PerfectPlayer::choose_gaps(std::span<const Gaps> chosen) { return best_setup_for_black(chosen); }

void PerfectPlayer::start(Gaps gaps, Color side) {
  book_.reset();
  if (settings_.has_book) book_.emplace(gaps, side);
  solver_.table().clear();
  last_.reset();
}

Decision PerfectPlayer::decide(const Position& pos) {
  const std::uint64_t nodes_before = solver_.nodes();
  const SolveLimits limits{.deadline = std::chrono::steady_clock::now() + settings_.longest};
  Decision decision{.move = pos.legal_moves()[0]};
  if (const auto found = book_ ? book_->find(pos) : std::nullopt) {
    decision = {.move = found->move, .outcome = found->outcome, .source = Source::book};
  } else if (decision.outcome = solver_.outcome(pos, limits, known_floor(pos)); decision.outcome) {
    refine(pos, decision, limits);
  } else {
    decision.source = Source::guess;
    for (const Move move : pos.legal_moves())
      if (judge(pos.after(move)).at_least < Outcome::win) decision.move = move;
  }
  last_ = pos.after(decision.move);
  secured_ = decision.outcome.value_or(Outcome::loss);
  decision.nodes = solver_.nodes() - nodes_before;
  return decision;
}

// What our last move has secured still holds, if this is the same game: that saves a question.
Outcome PerfectPlayer::known_floor(const Position& pos) const {
  if (!last_) return Outcome::loss;
  for (const Move reply : last_->legal_moves())
    if (last_->after(reply) == pos) return secured_;
  return Outcome::loss;
}

void PerfectPlayer::refine(const Position& pos, Decision& decision, const SolveLimits& limits) {
  SolveLimits few = limits;
  few.nodes = settings_.distance_nodes;
  if (*decision.outcome != Outcome::draw) {
    const auto plies = solver_.distance(pos, *decision.outcome, few);
    const auto move = plies ? solver_.keep_value(pos, {*decision.outcome, *plies}, few) : std::nullopt;
    if (move) {
      decision.move = *move;
      decision.plies = plies;
      return;
    }
  }
  if (const auto move = solver_.keep_outcome(pos, *decision.outcome, limits)) {
    decision.move = *move;
    return;
  }
  decision.source = Source::guess;
}

}  // namespace vitrine::pawnrace
