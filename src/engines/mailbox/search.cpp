#include "engines/mailbox/search.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <memory>
#include <utility>

namespace vitrine::engines::mailbox {

namespace {

constexpr int kInfinity = kMate + 1;

}  // namespace

Score to_score(int value) {
  if (!is_mate(value)) return Score::centipawns(value);
  return Score::mate_in_plies(value > 0 ? kMate - value : -kMate - value);
}

Search::Search(Board board, const Limits& limits, Budget& budget)
    : board_(std::move(board)), budget_(budget) {
  const auto is_wanted = [&](Move move) {
    return limits.search_moves.empty() || std::ranges::count(limits.search_moves, to_chess(move)) > 0;
  };
  MoveList moves;
  board_.generate(moves);
  std::vector<Move> legal;
  std::ranges::copy_if(moves, std::back_inserter(legal), [this](Move move) {
    if (!board_.make(move)) return false;
    board_.unmake();
    return true;
  });
  // Asked to consider only moves that aren't there, it considers them all.
  const bool has_wanted = std::ranges::any_of(legal, is_wanted);
  for (const Move move : legal)
    if (!has_wanted || is_wanted(move)) root_moves_.push_back({.move = move});
  lines_ =
      std::clamp<std::size_t>(static_cast<std::size_t>(std::max(limits.multi_pv, 1)), 1, root_moves_.size());
}

void Search::run(int max_depth, const Listener& on_report) {
  for (int depth = 1; depth <= max_depth && !is_over(); ++depth) {
    const std::uint64_t before = statistics_.counters.nodes;
    if (!iterate(depth)) break;
    std::ranges::stable_sort(root_moves_, std::greater(), &RootMove::value);
    statistics_.iterations.push_back({depth, statistics_.counters.nodes - before});
    statistics_.root_moves.clear();
    for (const RootMove& root : root_moves_)
      statistics_.root_moves.push_back({to_chess(root.move), root.value, root.nodes});
    report(on_report, lines_);
    can_stop_ = true;
  }
  if (is_stopped_ || lines_ > 1) report(on_report, 1);  // the answer comes last
}

bool Search::iterate(int depth) {
  std::vector<int> best;  // the values of the lines to report, falling
  for (auto root = root_moves_.begin(); root != root_moves_.end(); ++root) {
    const int alpha = best.size() < lines_ ? -kInfinity : best.back();
    const std::uint64_t before = statistics_.counters.nodes;
    [[maybe_unused]] const bool is_legal = board_.make(root->move);
    const int value = -value_of(depth - 1, 1, -kInfinity, -alpha);
    board_.unmake();
    if (is_stopped_) return false;

    depth_ = depth;
    root->value = value;
    root->nodes = statistics_.counters.nodes - before;
    if (value <= alpha) continue;
    root->pv = {to_chess(root->move)};
    for (int i = 0; i < pv_size_[1]; ++i) root->pv.push_back(to_chess(pv_[1][i]));
    // Should time run out now, the best so far is the answer: last iteration's best was searched first.
    if (best.empty() || value > best.front()) std::rotate(root_moves_.begin(), root, root + 1);
    best.insert(std::ranges::upper_bound(best, value, std::greater()), value);
    if (best.size() > lines_) best.pop_back();
  }
  return true;
}

int Search::value_of(int depth, int ply, int alpha, int beta) {
  pv_size_[ply] = 0;
  if (budget_.is_spent(++statistics_.counters.nodes) && can_stop_) is_stopped_ = true;
  if (is_stopped_) return 0;
  if (board_.is_repetition(ply) || board_.is_insufficient_material()) return kDraw;
  if (depth == 0 || board_.is_fifty_moves()) return value_of_leaf(ply);

  MoveList moves;
  board_.generate(moves);
  int best = -kInfinity;
  int tried = 0;
  for (const Move move : moves) {
    if (!board_.make(move)) continue;
    const int value = -value_of(depth - 1, ply + 1, -beta, -std::max(alpha, best));
    board_.unmake();
    if (is_stopped_) return 0;
    ++tried;
    if (value <= best) continue;
    best = value;
    if (value >= beta) {
      ++statistics_.counters.cutoffs_by_move[std::min(tried, kMaxCountedMove) - 1];
      return best;
    }
    if (value > alpha) extend_pv(ply, move);
  }
  if (tried == 0) return board_.is_check() ? -kMate + ply : kDraw;
  return best;
}

// The end of a line: mate and stalemate are seen, and mate comes before the fifty-move rule.
int Search::value_of_leaf(int ply) {
  if (!board_.has_legal_move()) return board_.is_check() ? -kMate + ply : kDraw;
  return board_.is_fifty_moves() ? kDraw : board_.evaluate();
}

void Search::extend_pv(int ply, Move move) {
  pv_[ply][0] = move;
  std::copy_n(pv_[ply + 1].begin(), pv_size_[ply + 1], pv_[ply].begin() + 1);
  pv_size_[ply] = pv_size_[ply + 1] + 1;
}

// No need to go deeper.
bool Search::is_over() const {
  if (statistics_.iterations.empty()) return false;
  if (budget_.is_on_clock() && (budget_.is_half_spent() || root_moves_.size() == 1)) return true;
  // Every line to report ends in mate. All moves were searched, so there is no shorter one.
  return std::all_of(root_moves_.begin(), root_moves_.begin() + static_cast<long>(lines_),
                     [](const RootMove& root) { return is_mate(root.value); });
}

void Search::report(const Listener& on_report, std::size_t lines) const {
  if (!on_report) return;
  const auto statistics = std::make_shared<const Statistics>(statistics_);
  for (std::size_t i = 0; i < lines; ++i) {
    const RootMove& root = root_moves_[i];
    on_report({.depth = depth_,
               .selective_depth = depth_,
               .line = static_cast<int>(i + 1),
               .score = to_score(root.value),
               .pv = root.pv,
               .nodes = statistics_.counters.nodes,
               .time = budget_.elapsed(),
               .statistics = statistics});
  }
}

}  // namespace vitrine::engines::mailbox
