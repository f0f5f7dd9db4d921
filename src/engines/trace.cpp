#include "engines/trace.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <utility>

namespace vitrine::engines {

namespace {

using chess::Move;

constexpr std::array<std::string_view, 21> kReasons = {"searched",
                                                       "best",
                                                       "refutes",
                                                       "not_better",
                                                       "table_cutoff",
                                                       "razored",
                                                       "reverse_futility",
                                                       "null_move",
                                                       "probcut",
                                                       "late_move",
                                                       "futility",
                                                       "poor_history",
                                                       "bad_exchange",
                                                       "singular",
                                                       "multicut",
                                                       "reduced",
                                                       "reduced_failed",
                                                       "extended",
                                                       "draw",
                                                       "mate",
                                                       "horizon"};
static_assert(kReasons[static_cast<std::size_t>(TraceReason::horizon)] == "horizon");
constexpr std::array<std::string_view, 4> kKinds = {"pv", "cut", "all", "quiescence"};
constexpr std::array<std::string_view, 4> kBounds = {"none", "upper", "lower", "exact"};

bool is_move(const TraceNode& node) {
  return node.role == TraceRole::move || node.role == TraceRole::again || node.role == TraceRole::full_window;
}

}  // namespace

std::string_view to_string(TraceReason reason) { return kReasons[static_cast<std::size_t>(reason)]; }
std::string_view to_string(TraceKind kind) { return kKinds[static_cast<std::size_t>(kind)]; }
std::string_view to_string(TraceBound bound) { return kBounds[static_cast<std::size_t>(bound)]; }

SearchTrace::SearchTrace(chess::Game game, std::vector<TraceNode> nodes, std::vector<TraceLook> looks,
                         std::uint64_t total_nodes)
    : game_(std::move(game)), nodes_(std::move(nodes)), looks_(std::move(looks)), total_nodes_(total_nodes) {
  assert(!nodes_.empty());
}

std::vector<std::size_t> SearchTrace::children(std::size_t index) const {
  std::vector<std::size_t> found;
  for (std::size_t i = index + 1; i < index + nodes_[index].records; i += nodes_[i].records)
    found.push_back(i);
  return found;
}

std::size_t SearchTrace::count_children(std::size_t index) const {
  std::size_t count = 0;
  for (std::size_t i = index + 1; i < index + nodes_[index].records; i += nodes_[i].records) ++count;
  return count + left_out(index).size();
}

std::vector<Move> SearchTrace::left_out(std::size_t index) const {
  const TraceNode& node = nodes_[index];
  if (node.rest == TraceReason::searched || node.was_interrupted) return {};
  const chess::Position pos = position(index);
  std::vector<Move> looked_at;
  std::uint64_t nodes = 1;
  for (const std::size_t child : children(index)) {
    nodes += nodes_[child].nodes;
    if (is_move(nodes_[child]) || nodes_[child].is_skipped()) looked_at.push_back(nodes_[child].move);
  }
  if (nodes != node.nodes) return {};  // not all of it was recorded: who knows
  std::vector<Move> left;
  for (const Move move : pos.legal_moves()) {
    const bool is_quiet = !pos.is_capture(move) && move.kind() != chess::MoveKind::promote_queen;
    if (is_quiet && std::ranges::find(looked_at, move) == looked_at.end()) left.push_back(move);
  }
  return left;
}

std::optional<std::size_t> SearchTrace::best() const {
  for (const std::size_t child : children(0))
    if (nodes_[child].verdict == TraceReason::best || nodes_[child].verdict == TraceReason::refutes)
      return child;
  return {};
}

std::optional<std::size_t> SearchTrace::find_root_move(Move move) const {
  std::optional<std::size_t> last;
  for (const std::size_t child : children(0))
    if (is_move(nodes_[child]) && nodes_[child].move == move) last = child;
  return last;
}

// The best reply, or the one that came nearest to being good enough.
std::vector<std::size_t> SearchTrace::line_from(std::size_t index) const {
  std::vector<std::size_t> line = {index};
  for (;;) {
    std::optional<std::size_t> next;
    for (const std::size_t child : children(line.back())) {
      const TraceNode& node = nodes_[child];
      if (!is_move(node) || !node.has_score()) continue;
      if (node.verdict == TraceReason::best || node.verdict == TraceReason::refutes) {
        next = child;
        break;
      }
      if (!next || node.score < nodes_[*next].score) next = child;
    }
    if (!next) return line;
    line.push_back(*next);
  }
}

chess::Position SearchTrace::position(std::size_t index) const {
  std::vector<std::size_t> path;
  for (std::size_t i = index; i != 0; i = nodes_[i].parent) path.push_back(i);
  chess::Position pos = game_.position();
  for (auto i = path.rbegin(); i != path.rend(); ++i) {
    const TraceNode& node = nodes_[*i];
    if (node.role == TraceRole::passing)
      pos = pos.after_null();
    else if (node.changes_side())
      pos = pos.after(node.move);
  }
  return pos;
}

TraceView SearchTrace::view(std::size_t index) const {
  const TraceNode& node = nodes_[index];
  TraceView view =
      node.changes_side() ? TraceView{-node.beta, -node.alpha, {}} : TraceView{node.alpha, node.beta, {}};
  if (node.has_score()) view.score = node.changes_side() ? -node.score : node.score;
  return view;
}

TraceReason SearchTrace::reason(std::size_t index) const {
  const TraceNode& node = nodes_[index];
  switch (node.role) {
    case TraceRole::skipped: return node.verdict;
    case TraceRole::root: return TraceReason::searched;
    case TraceRole::probcut: return TraceReason::probcut;
    case TraceRole::passing:
    case TraceRole::verification: return TraceReason::null_move;
    case TraceRole::razoring: return TraceReason::razored;
    case TraceRole::singular: return TraceReason::singular;
    default: break;
  }
  // The end of a game says more than what came of it, and that more than how it was looked at.
  if (node.was_interrupted) return TraceReason::searched;
  if (node.ending == TraceReason::mate || node.ending == TraceReason::draw) return node.ending;
  if (node.verdict != TraceReason::not_better && node.verdict != TraceReason::searched) return node.verdict;
  if (node.ending != TraceReason::searched) return node.ending;
  if (node.extension > 0) return TraceReason::extended;
  if (node.reduction > 0) return TraceReason::reduced;
  return node.verdict;
}

}  // namespace vitrine::engines
