#include "engines/vitrine/trace.h"

#include <algorithm>
#include <cassert>
#include <memory>
#include <utility>

#include "engines/vitrine/thinking.h"
#include "eval/nnue/builtin_network.h"

namespace vitrine::engines {

namespace flagship {

namespace {

constexpr int kTableMegabytes = 16;

std::int16_t narrow(int value) { return static_cast<std::int16_t>(value); }

TraceBound to_trace(Bound bound) {
  switch (bound) {
    case Bound::none: return TraceBound::none;
    case Bound::upper: return TraceBound::upper;
    case Bound::lower: return TraceBound::lower;
    case Bound::exact: return TraceBound::exact;
  }
  return TraceBound::none;
}

// Whose score decides about the parent's.
bool is_try(const TraceNode& node) {
  return node.role == TraceRole::move || node.role == TraceRole::again || node.role == TraceRole::full_window;
}

}  // namespace

void Tracer::enter(const Question& question, std::uint64_t nodes) {
  if (question.visit.role == TraceRole::root) {
    records_.clear();
    open_.clear();
  }
  const bool is_recorded = !is_full() && (open_.empty() || here() != nullptr);
  if (is_recorded) {
    const auto place = static_cast<std::uint32_t>(records_.size());
    records_.push_back({.parent = open_.empty() ? place : open_.back().record,
                        .move = question.move,
                        .role = question.visit.role,
                        .kind = question.kind,
                        .ply = narrow(question.ply),
                        .depth = narrow(question.depth),
                        .alpha = narrow(question.alpha),
                        .beta = narrow(question.beta),
                        .reduction = narrow(question.visit.reduction),
                        .extension = narrow(question.visit.extension)});
    open_.push_back({place, nodes});
  } else {
    open_.push_back({kUnrecorded, nodes});
  }
}

void Tracer::leave(int score, std::uint64_t nodes, bool was_interrupted) {
  if (TraceNode* node = here()) {
    const std::uint32_t place = open_.back().record;
    node->score = narrow(score);
    node->nodes = static_cast<std::uint32_t>(nodes - open_.back().nodes_before);
    node->records = static_cast<std::uint32_t>(records_.size()) - place;
    node->was_interrupted = was_interrupted;
    judge_children(place);
    if (node->role == TraceRole::root) finish_look(*node);
  }
  open_.pop_back();
}

void Tracer::ends(TraceReason why) {
  if (TraceNode* node = here()) node->ending = why;
}

void Tracer::found_in_table(const Known& known, int score) {
  TraceNode* node = here();
  if (node == nullptr || known.bound == Bound::none || score == kNoScore) return;
  node->table_bound = to_trace(known.bound);
  node->table_move = known.move;
  node->table_depth = narrow(known.depth);
  node->table_score = narrow(score);
}

void Tracer::skips(chess::Move move, TraceReason why) {
  const TraceNode* node = here();
  if (node == nullptr || is_full()) return;
  records_.push_back({.parent = open_.back().record,
                      .move = move,
                      .role = TraceRole::skipped,
                      .kind = node->kind,
                      .verdict = why,
                      .ply = narrow(node->ply + 1),
                      .alpha = narrow(-node->beta),
                      .beta = narrow(-node->alpha)});
}

void Tracer::skips_quiets(TraceReason why) {
  if (TraceNode* node = here(); node != nullptr && node->rest == TraceReason::searched) node->rest = why;
}

// What became of the moves is known only after the last of them: the last one that was better than what had
// been found before is the best, or too good. A second look at a move may take back what the first had found.
void Tracer::judge_children(std::uint32_t parent) {
  const TraceNode& node = records_[parent];
  TraceNode* best = nullptr;
  TraceNode* candidate = nullptr;  // the move being looked at
  for (std::uint32_t i = parent + 1; i < parent + node.records; i += records_[i].records) {
    TraceNode& child = records_[i];
    if (!is_try(child)) continue;
    if (child.role == TraceRole::move && candidate != nullptr) best = std::exchange(candidate, nullptr);
    if (child.was_interrupted) continue;
    const bool is_better = child.score < child.beta;
    child.verdict = !is_better            ? TraceReason::not_better
                    : child.reduction > 0 ? TraceReason::reduced_failed
                                          : TraceReason::searched;
    candidate = is_better ? &child : nullptr;
  }
  if (candidate != nullptr) best = candidate;
  if (best != nullptr) best->verdict = -best->score >= node.beta ? TraceReason::refutes : TraceReason::best;
}

void Tracer::finish_look(const TraceNode& root) {
  looks_.push_back({root.depth, root.alpha, root.beta, root.score, root.nodes, root.was_interrupted});
  const bool is_exact = !root.was_interrupted && root.score > root.alpha && root.score < root.beta;
  if (is_exact) std::swap(finished_, records_);
}

std::vector<TraceNode> Tracer::take_nodes() { return std::move(finished_.empty() ? records_ : finished_); }

}  // namespace flagship

SearchTrace trace_search(const chess::Game& game, const TraceLimits& limits, const std::stop_token& stop) {
  using namespace flagship;
  assert(game.position().has_legal_moves());
  TranspositionTable table(kTableMegabytes);
  table.start_search();
  Shared shared{.table = table, .network = eval::nnue::builtin_network()};
  std::vector<std::unique_ptr<Search>> searches;
  searches.push_back(std::make_unique<Search>(shared));
  searches.front()->forget();
  Tracer tracer(limits.records);
  searches.front()->trace_into(&tracer);

  const Limits search_limits{.depth = limits.depth, .nodes = limits.nodes};
  Watch watch(search_limits, {.stop = stop}, {});
  const Listener nobody;
  const chess::MoveList legal = game.position().legal_moves();
  const std::vector<chess::Move> moves(legal.begin(), legal.end());
  Thinking thinking({game, search_limits, shared, watch, nobody, moves}, searches);
  const std::vector<RootMove> lines = thinking.run();
  assert(!lines.empty());
  return {game, tracer.take_nodes(), tracer.take_looks(), searches.front()->nodes()};
}

}  // namespace vitrine::engines
