#include "engines/challenger/challenger.h"

#include <algorithm>
#include <array>
#include <new>
#include <string>
#include <vector>

#include "engines/challenger/search.h"
#include "engines/challenger/time_rule.h"

namespace vitrine::engines {

namespace {

using namespace challenger;
using chess::Move;

Score to_score(int value) {
  if (is_mate(value)) return Score::mate_in_plies(plies_to_mate(value));
  return Score::centipawns(to_centipawns(value));
}

std::vector<RootMove> root_moves(const chess::Position& pos, const Limits& limits) {
  chess::MoveList legal = pos.legal_moves();
  std::stable_partition(legal.begin(), legal.end(), [&](Move move) { return pos.is_capture(move); });
  std::vector<RootMove> moves;
  for (const Move move : legal)
    if (std::ranges::find(limits.search_moves, move) != limits.search_moves.end()) moves.push_back({move});
  if (moves.empty())
    for (const Move move : legal) moves.push_back({move});
  return moves;
}

// One think: deeper and deeper, until a limit is reached.
class Thinking {
 public:
  Thinking(const chess::Game& game, const Limits& limits, const Evaluation& evaluation, Table& table,
           Watch& watch, const Listener& on_report)
      : game_(game),
        limits_(limits),
        table_(table),
        watch_(watch),
        on_report_(on_report),
        search_(game, evaluation, table, watch),
        moves_(root_moves(game.position(), limits)) {
    if (on_report_) watch_.on_tick([this] { report_progress(); });
  }

  // Contract: there is a move.
  Choice run() {
    const int last_depth = this->last_depth();
    for (int depth = 1; depth <= kMaxDepth; ++depth) {
      if (!iterate(depth)) break;
      watch_.finished(depth, last_depth);
      if (watch_.look(search_.nodes()) || is_settled(depth)) break;
      if (depth >= last_depth && !watch_.is_pondering()) break;
    }
    // Stopped before a single move was searched: it owes an opinion on the one it plays all the same.
    if (best_.pv.empty()) {
      best_ = search_.at_first_sight(moves_.front().move);
      depth_ = 1;
    }
    report(depth_, 1, best_);
    Choice choice{.move = best_.pv[0]};
    if (best_.pv.size() > 1) choice.ponder = best_.pv[1];
    return choice;
  }

 private:
  [[nodiscard]] int last_depth() const {
    int depth = kMaxDepth;
    if (limits_.depth) depth = std::clamp(*limits_.depth, 1, kMaxDepth);
    // A mate in n takes 2n - 1 plies. Reductions may halve how deep a line is looked at, but no more: at
    // twice that depth it is found, or it isn't there.
    if (limits_.mate) depth = std::min(depth, 4 * std::clamp(*limits_.mate, 1, kMaxDepth / 4) - 2);
    return depth;
  }

  // False if it was interrupted. What an interrupted iteration found is still good: it began with the best
  // move of the one before.
  bool iterate(int depth) {
    current_depth_ = depth;
    const std::uint64_t nodes_before = search_.nodes();
    const std::size_t lines =
        std::min(static_cast<std::size_t>(std::max(1, limits_.multi_pv)), moves_.size());
    for (std::size_t line = 0; line < lines; ++line) {
      const auto found = search_.best_line(depth, std::span(moves_).subspan(line));
      if (found && line == 0) {
        best_ = *found;
        depth_ = depth;
        if (!watch_.has_stopped()) extend(best_);
      }
      if (watch_.has_stopped()) return false;
      if (line + 1 == lines) finish_iteration(depth, search_.nodes() - nodes_before);
      report(depth, static_cast<int>(line) + 1, line == 0 ? best_ : *found);
    }
    return true;
  }

  void finish_iteration(int depth, std::uint64_t nodes) {
    iterations_.push_back({depth, nodes});
    root_scores_.clear();
    for (const RootMove& move : moves_)
      root_scores_.push_back({move.move, to_centipawns(move.score), move.nodes});
  }

  // Nothing to be gained by looking deeper.
  [[nodiscard]] bool is_settled(int depth) const {
    if (limits_.multi_pv > 1) return false;
    if (moves_.size() == 1 && limits_.clock && !watch_.is_pondering()) return true;
    if (!is_mate(best_.score)) return false;
    const int plies = plies_to_mate(best_.score);
    if (limits_.mate && plies > 0 && plies <= 2 * *limits_.mate - 1) return true;
    return std::abs(plies) <= depth;
  }

  // A line that was cut short by the table goes on as the table remembers it, as long as it leads to the same
  // score.
  void extend(BestLine& best) const {
    chess::Game line(game_.position());
    for (const Move move : best.pv) line.play_unchecked(move);
    while (best.pv.size() < kMaxPly && !line.outcome(chess::DrawClaims::made) && line.repetitions() == 1) {
      const auto ply = static_cast<int>(best.pv.size());
      const int expected = ply % 2 == 0 ? best.score : -best.score;
      const Entry* const entry = table_.find(line.position().key());
      if (entry == nullptr || entry->bound == Bound::upper || from_table(entry->score, ply) != expected)
        return;
      if (!line.position().is_legal(entry->move)) return;
      best.pv.push_back(entry->move);
      line.play_unchecked(entry->move);
    }
  }

  [[nodiscard]] Report state(int depth) const {
    auto statistics = std::make_shared<Statistics>();
    statistics->counters = search_.counters();
    statistics->counters.nodes = search_.nodes();
    statistics->table_full = table_.full();
    statistics->iterations = iterations_;
    statistics->root_moves = root_scores_;
    Report report;
    report.depth = depth;
    report.selective_depth = std::max(depth, search_.selective_depth());
    report.nodes = search_.nodes();
    report.time = watch_.elapsed();
    report.hash_full = statistics->table_full;
    report.statistics = std::move(statistics);
    return report;
  }

  void report(int depth, int line, const BestLine& best) const {
    if (!on_report_) return;
    Report report = state(depth);
    report.line = line;
    report.score = to_score(best.score);
    report.pv = best.pv;
    on_report_(report);
  }

  // While an iteration takes its time.
  void report_progress() const {
    Report report = state(current_depth_);
    report.current_move = search_.root_move();
    report.current_move_number = static_cast<int>(search_.root_place()) + 1;
    on_report_(report);
  }

  const chess::Game& game_;
  const Limits& limits_;
  Table& table_;
  Watch& watch_;
  const Listener& on_report_;
  Search<true> search_;
  std::vector<RootMove> moves_;  // the best so far in front
  BestLine best_ = {};
  int depth_ = 0;          // of best_
  int current_depth_ = 0;  // being searched
  std::vector<Iteration> iterations_;
  std::vector<RootMoveScore> root_scores_;
};

class Challenger : public Engine {
 public:
  Challenger() {
    options().add({"Hash", SpinOption{kDefaultHash, 1, 65536}},
                  [this](const Option&) { table_.resize(static_cast<std::size_t>(options().spin("Hash"))); });
    options().add({"Clear Hash", ButtonOption{}}, [this](const Option&) { table_.clear(); });
    options().add({"Model", TextOption{""}}, [this](const Option&) { load(options().text("Model")); });
  }

  Choice choose(const chess::Game& game, const Limits& limits, const Listener& on_report,
                const Signals& signals) override {
    const chess::Position& pos = game.position();
    Watch watch(limits, signals, limits.clock ? std::optional(time_for(pos, *limits.clock)) : std::nullopt);
    if (!pos.has_legal_moves()) {
      if (on_report) on_report({.score = pos.is_check() ? Score::mate_in_plies(0) : Score::centipawns(0)});
      return {};
    }
    if (on_report && !trouble_.empty()) on_report({.text = trouble_});
    if (!start_table() && on_report) on_report({.text = "Not enough memory for Hash: playing with 1 MB"});
    const Evaluation evaluation(model_ ? &*model_ : nullptr);
    return Thinking(game, limits, evaluation, table_, watch, on_report).run();
  }

  [[nodiscard]] std::optional<Score> evaluate(const chess::Position& pos) const override {
    return Score::centipawns(to_centipawns(Evaluation(model_ ? &*model_ : nullptr).judge(pos).value));
  }

  void new_game() override {
    table_.clear();
    starting_time_ = {};
  }

 private:
  static constexpr int kDefaultHash = 16;

  // The clock doesn't say what it started with: the most that we have seen on it in this game.
  Milliseconds time_for(const chess::Position& pos, const Clock& clock) {
    const int us = index(pos.turn());
    starting_time_[us] = std::max(starting_time_[us], clock.remaining[us]);
    return time_for_move({starting_time_[us], clock.remaining[us], clock.increment[us], clock.moves_to_go},
                         pos.occupied().count());
  }

  void load(const std::string& path) {
    model_.reset();
    trouble_.clear();
    if (path.empty()) return;
    auto model = eval::load_model(path);
    if (model)
      model_ = *std::move(model);
    else
      trouble_ = "Model not used: " + model.error().to_string();
  }

  // False if there was only memory for the smallest one.
  bool start_table() {
    try {
      return table_.start_search(), true;
    } catch (const std::bad_alloc&) {
      table_.resize(1);
      return table_.start_search(), false;
    }
  }

  Table table_{kDefaultHash};
  std::optional<eval::PieceSquareModel> model_;  // none: its own evaluation
  std::string trouble_;                          // why the model that was asked for isn't used
  std::array<Milliseconds, 2> starting_time_ = {};
};

}  // namespace

std::unique_ptr<Engine> make_challenger() { return std::make_unique<Challenger>(); }

}  // namespace vitrine::engines
