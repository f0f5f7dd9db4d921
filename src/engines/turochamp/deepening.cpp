#include "engines/turochamp/deepening.h"

#include <algorithm>
#include <memory>
#include <vector>

#include "engines/turochamp/search.h"

namespace vitrine::engines::turochamp {

namespace {

using chess::Move;

Score to_score(int value) {
  return is_mate(value) ? Score::mate_in_plies(plies_to_mate(value)) : Score::centipawns(value);
}

std::vector<Move> root_moves(const chess::Position& pos, const Limits& limits) {
  const chess::MoveList legal = pos.legal_moves();
  std::vector<Move> moves;
  for (const Move move : legal)
    if (std::ranges::find(limits.search_moves, move) != limits.search_moves.end()) moves.push_back(move);
  if (moves.empty()) moves.assign(legal.begin(), legal.end());
  std::stable_partition(moves.begin(), moves.end(), [&](Move move) { return pos.is_capture(move); });
  return moves;
}

class Deepening {
 public:
  Deepening(const chess::Game& game, const Limits& limits, int material_weight, Watch& watch,
            const Listener& on_report)
      : limits_(limits),
        watch_(watch),
        on_report_(on_report),
        search_(game, material_weight, watch),
        moves_(root_moves(game.position(), limits)) {}

  Choice run(int last_depth) {
    for (int depth = 1; depth <= kMaxDepth; ++depth) {
      if (!iterate(depth)) break;
      watch_.finished(depth, last_depth);
      if (watch_.look(search_.nodes()) || is_settled(depth)) break;
      if (depth >= last_depth && !watch_.is_pondering()) break;
    }
    // Stopped before the first ply was done: it owes an opinion on the move it plays all the same.
    if (best_.pv.empty()) {
      best_ = search_.at_first_sight(moves_.front());
      depth_ = 1;
    }
    report(depth_, 1, best_);
    Choice choice{.move = best_.pv[0]};
    if (best_.pv.size() > 1) choice.ponder = best_.pv[1];
    return choice;
  }

 private:
  // False if it was interrupted. Only what a finished iteration found counts, as with the ancestor.
  bool iterate(int depth) {
    const std::uint64_t nodes_before = search_.nodes();
    std::vector<Move> rest = moves_;
    const std::size_t lines = std::min(static_cast<std::size_t>(std::max(1, limits_.multi_pv)), rest.size());
    std::vector<BestLine> found;
    std::vector<RootMoveScore> scores;
    std::vector<RootMoveScore> scores_of_rest;
    for (std::size_t line = 1; line <= lines; ++line) {
      const auto best = search_.best_line(depth, rest, line == 1 ? scores : scores_of_rest);
      if (!best) return false;
      found.push_back(*best);
      std::erase(rest, best->pv[0]);
    }
    best_ = found[0];
    depth_ = depth;
    root_scores_ = std::move(scores);
    iterations_.push_back({depth, search_.nodes() - nodes_before});
    const auto first = std::ranges::find(moves_, best_.pv[0]);
    std::rotate(moves_.begin(), first, first + 1);
    for (std::size_t i = 0; i < found.size(); ++i) report(depth, static_cast<int>(i) + 1, found[i]);
    return true;
  }

  // Nothing to be gained by looking deeper.
  [[nodiscard]] bool is_settled(int depth) const {
    if (limits_.multi_pv > 1) return false;
    if (moves_.size() == 1 && limits_.clock && !watch_.is_pondering()) return true;
    if (!is_mate(best_.score)) return false;
    // The ancestor stops as soon as it sees a mate of its own; being mated, look as far as the mate.
    return best_.score > 0 || -plies_to_mate(best_.score) <= depth;
  }

  void report(int depth, int line, const BestLine& best) const {
    if (!on_report_) return;
    auto statistics = std::make_shared<Statistics>();
    statistics->counters = search_.counters();
    statistics->iterations = iterations_;
    statistics->root_moves = root_scores_;
    Report report;
    report.depth = depth;
    report.selective_depth = std::max(depth, search_.selective_depth());
    report.line = line;
    report.score = to_score(best.score);
    report.pv = best.pv;
    report.nodes = search_.nodes();
    report.time = watch_.elapsed();
    report.statistics = std::move(statistics);
    on_report_(report);
  }

  const Limits& limits_;
  Watch& watch_;
  const Listener& on_report_;
  Search search_;
  std::vector<Move> moves_;  // the best so far in front
  BestLine best_ = {};
  int depth_ = 0;
  std::vector<Iteration> iterations_;
  std::vector<RootMoveScore> root_scores_;
};

}  // namespace

Choice deepen(const chess::Game& game, const Limits& limits, int last_depth, int material_weight,
              Watch& watch, const Listener& on_report) {
  // It holds tables that a thread's stack need not carry.
  return std::make_unique<Deepening>(game, limits, material_weight, watch, on_report)->run(last_depth);
}

}  // namespace vitrine::engines::turochamp
