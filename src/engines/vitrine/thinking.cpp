#include "engines/vitrine/thinking.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <thread>

#include "engines/vitrine/win_chances.h"

namespace vitrine::engines::flagship {

namespace {

using chess::Move;

constexpr auto kRelaxed = std::memory_order_relaxed;
constexpr int kAspirationDepth = 4;
constexpr Milliseconds kBoundsAfter{2000};  // before that, lines with bounds would only flicker

}  // namespace

Thinking::Thinking(const Job& job, std::span<const std::unique_ptr<Search>> searches)
    : job_(job), searches_(searches), main_(*searches.front()) {
  job_.lines = std::clamp<std::size_t>(job_.lines, 1, job_.moves.size());
  std::vector<RootMove> moves;
  for (const Move move : job_.moves) moves.push_back({.move = move, .pv = {move}});
  for (const auto& search : searches_) search->start(job_.game, moves);
}

std::vector<RootMove> Thinking::run() {
  job_.shared.finished.store(0, kRelaxed);
  job_.shared.has_company = searches_.size() > 1;
  if (job_.on_report) job_.watch.on_tick([this] { report_progress(); });
  main_.on_look([this](std::uint64_t) -> std::uint64_t {
    const std::uint64_t all = nodes();
    return job_.watch.look(all) ? 0 : job_.watch.nodes_to_next_look(all);
  });
  {
    std::vector<std::jthread> helpers;
    for (std::size_t thread = 1; thread < searches_.size(); ++thread)
      helpers.emplace_back([this, thread] { help(*searches_[thread]); });
    lead();
    job_.shared.stop();
  }
  main_.on_look({});
  take_unfinished();
  if (job_.on_report) report(std::max(1, depth_), 0, lines_.front());
  return lines_;
}

void Thinking::lead() {
  for (int depth = 1; depth <= last_depth(); ++depth) {
    current_depth_ = depth;
    nodes_before_ = nodes();
    if (!finish(main_, depth)) break;
    finish_iteration(depth);
    job_.watch.finished_iteration(effort(depth), is_settled(depth));
    if (job_.watch.look(nodes())) break;
  }
}

void Thinking::help(Search& search) {
  const int last = last_depth();
  for (int depth = 1; depth <= last; ++depth)
    if (!finish(search, depth)) return;
}

bool Thinking::finish(Search& search, int depth) {
  search.start_iteration(depth);
  const bool is_main = &search == &main_;
  for (std::size_t line = 0; line < job_.lines; ++line)
    if (!search_line(search, depth, line, is_main)) break;

  const std::scoped_lock lock(mutex_);
  int previous = depth - 1;
  if (job_.shared.finished.compare_exchange_strong(previous, depth, kRelaxed)) {
    finished_ = search.root_moves();
    return true;
  }
  if (job_.shared.has_stopped()) return false;
  std::map<std::uint16_t, std::uint64_t> nodes_spent;
  for (const RootMove& move : search.root_moves()) nodes_spent[move.move.raw()] = move.nodes;
  search.root_moves() = finished_;
  for (RootMove& move : search.root_moves()) move.nodes = nodes_spent[move.move.raw()];
  return true;
}

bool Thinking::search_line(Search& search, int depth, std::size_t line, bool reports) {
  std::vector<RootMove>& moves = search.root_moves();
  if (line == 0)
    for (RootMove& move : moves) move.previous_score = move.score;
  const int expected = moves[line].previous_score;
  int window = job_.shared.parameters.aspiration;
  int alpha = -kInfinity;
  int beta = kInfinity;
  if (depth >= kAspirationDepth && expected != -kInfinity) {
    window += std::abs(expected) / 64;
    alpha = std::max(expected - window, -kInfinity);
    beta = std::min(expected + window, kInfinity);
  }
  int failed_high = 0;
  for (;;) {
    const int score = search.search_root(std::max(1, depth - failed_high), line, alpha, beta);
    if (search.is_over()) return false;
    if (score > alpha && score < beta) return true;
    if (reports && job_.watch.elapsed() >= kBoundsAfter) report(depth, line, moves[line]);
    if (score <= alpha) {
      beta = (alpha + beta) / 2;
      alpha = std::max(score - window, -kInfinity);
      failed_high = 0;
    } else {
      beta = std::min(score + window, kInfinity);
      failed_high = std::min(failed_high + 1, 3);
    }
    window += window / 2;
  }
}

int Thinking::last_depth() const {
  constexpr int kLast = kMaxPly / 2;
  return job_.limits.depth ? std::clamp(*job_.limits.depth, 1, kLast) : kLast;
}

// Nothing is to be gained by looking deeper, unless somebody wants us to go on.
bool Thinking::is_settled(int depth) const {
  const int score = lines_.front().score;
  if (job_.limits.mate && is_mate(score) && score > 0 && plies_to_mate(score) <= 2 * *job_.limits.mate - 1)
    return true;
  if (!job_.limits.clock) return false;
  if (job_.moves.size() == 1) return true;
  return is_mate(score) && 2 * std::abs(plies_to_mate(score)) + 6 <= depth;
}

void Thinking::finish_iteration(int depth) {
  const auto& moves = main_.root_moves();
  lines_.assign(moves.begin(), moves.begin() + static_cast<std::ptrdiff_t>(job_.lines));
  std::stable_sort(lines_.begin(), lines_.end(),
                   [](const RootMove& a, const RootMove& b) { return a.score > b.score; });
  depth_ = depth;
  iterations_.push_back({depth, nodes() - nodes_before_});
  if (job_.on_report)
    for (std::size_t line = 0; line < lines_.size(); ++line) report(depth, line, lines_[line]);
}

double Thinking::effort(int depth) {
  std::uint64_t all = 1;
  for (const RootMove& move : main_.root_moves()) all += move.nodes;
  const RootMove& best = lines_.front();
  const double effort = settledness_.note({best.move, best.score, best.nodes, all});
  return depth < 6 ? 1.0 : effort;
}

void Thinking::take_unfinished() {
  const RootMove* better = nullptr;
  for (const auto& search : searches_) {
    const RootMove& first = search->root_moves().front();
    if (first.score == -kInfinity || first.bound == Bound::upper) continue;
    if (better == nullptr || first.score > better->score) better = &first;
  }
  if (lines_.empty()) {
    for (const RootMove& move : main_.root_moves())
      if (move.score != -kInfinity && lines_.size() < job_.lines) lines_.push_back(move);
    if (lines_.empty()) lines_ = {main_.root_moves().front()};
  } else if (better != nullptr && better->move != lines_.front().move) {
    lines_.front() = *better;
  }
  if (lines_.front().score == -kInfinity) lines_.front().score = main_.evaluate_root();
}

std::uint64_t Thinking::nodes() const {
  std::uint64_t all = 0;
  for (const auto& search : searches_) all += search->nodes();
  return all;
}

Report Thinking::state(int depth) const {
  auto statistics = std::make_shared<Statistics>();
  statistics->counters = main_.counters();
  statistics->counters.nodes = nodes();
  statistics->table_full = job_.shared.table.full();
  statistics->iterations = iterations_;
  for (const RootMove& move : main_.root_moves()) {
    const int score = move.score != -kInfinity ? move.score : move.previous_score;
    statistics->root_moves.push_back({move.move, score, move.nodes});
  }
  Report report;
  report.depth = depth;
  report.selective_depth = depth;
  report.nodes = statistics->counters.nodes;
  report.time = job_.watch.elapsed();
  report.hash_full = statistics->table_full;
  if (job_.shared.endings) {
    std::uint64_t hits = 0;
    for (const auto& search : searches_) hits += search->table_base_hits();
    report.table_base_hits = hits;
  }
  report.statistics = std::move(statistics);
  return report;
}

void Thinking::report(int depth, std::size_t line, const RootMove& move) const {
  Report report = state(depth);
  report.line = static_cast<int>(line) + 1;
  report.selective_depth = std::max(depth, move.selective_depth);
  const int score = job_.table_score && !is_mate(move.score) ? *job_.table_score : move.score;
  report.score = to_report_score(score, job_.game.position());
  if (move.bound == Bound::lower) report.score->bound = Score::Bound::lower;
  if (move.bound == Bound::upper) report.score->bound = Score::Bound::upper;
  report.pv = move.pv;
  job_.on_report(report);
}

// While an iteration takes its time.
void Thinking::report_progress() const {
  Report report = state(current_depth_);
  report.current_move = main_.current_move();
  report.current_move_number = main_.current_move_number();
  job_.on_report(report);
}

}  // namespace vitrine::engines::flagship
