#include "engines/negamax/negamax.h"

#include <algorithm>
#include <limits>
#include <vector>

#include "engines/negamax/search.h"

namespace vitrine::engines {

namespace {

using namespace negamax;
using chess::Move;

constexpr int kDepth21 = 4;

class Negamax : public Engine {
 public:
  Negamax() {
    options().add({"Version", ComboOption{"2.2", {"2.2", "2.1"}}});
    options().add({"Depth", SpinOption{0, 0, kMaxDepth}});  // 0: as the version decides
    options().add({"Seed", SpinOption{0, 0, std::numeric_limits<std::int32_t>::max()}});
  }

  Choice choose(const chess::Game& game, const Limits& limits, const Listener& on_report,
                const Signals& signals) override;

  [[nodiscard]] std::optional<Score> evaluate(const chess::Position& pos) const override {
    return Score::centipawns(to_centipawns(version(), negamax::evaluate(version(), pos)));
  }

 private:
  [[nodiscard]] Version version() const {
    return options().combo("Version") == "2.1" ? Version::v2_1 : Version::v2_2;
  }
  // How deep to look in the end.
  [[nodiscard]] int last_depth(const chess::Position& pos, const Limits& limits) const;
  // The same seed plays the same move in the same position.
  [[nodiscard]] base::Rng rng_for(const chess::Position& pos) const {
    return base::Rng(static_cast<std::uint64_t>(options().spin("Seed")) ^ pos.key());
  }
};

// The moves to choose from: shuffled, captures first, as the search orders them everywhere else.
std::vector<Move> root_moves(const chess::Position& pos, const Limits& limits, base::Rng rng) {
  const chess::MoveList legal = pos.legal_moves();
  std::vector<Move> moves;
  for (const Move move : legal)
    if (std::ranges::find(limits.search_moves, move) != limits.search_moves.end()) moves.push_back(move);
  if (moves.empty()) moves.assign(legal.begin(), legal.end());
  for (std::size_t i = moves.size(); i > 1; --i) std::swap(moves[i - 1], moves[rng.below(i)]);
  std::stable_partition(moves.begin(), moves.end(), [&](Move move) { return pos.is_capture(move); });
  return moves;
}

Score to_score(Version version, int value) {
  if (is_mate(value)) return Score::mate_in_plies(plies_to_mate(value));
  return Score::centipawns(to_centipawns(version, value));
}

// One think: iterations with a better first move each time, until the depth is reached or the watch says
// stop.
class Thinking {
 public:
  Thinking(const chess::Game& game, const Limits& limits, Version version, base::Rng rng, Watch& watch,
           const Listener& on_report)
      : limits_(limits),
        version_(version),
        watch_(watch),
        on_report_(on_report),
        search_(game, version, rng, watch),
        moves_(root_moves(game.position(), limits, rng)) {}

  // Contract: there is a move.
  Choice run(int last_depth) {
    for (int depth = 1; depth <= kMaxDepth; ++depth) {
      if (!iterate(depth)) break;
      watch_.finished(depth, last_depth);
      if (watch_.look(search_.nodes()) || is_settled(depth) || watch_.is_late()) break;
      if (depth >= last_depth && !watch_.is_pondering()) break;
    }
    // Stopped before a single move was searched: it owes an opinion on the one it plays all the same.
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
  // False if it was interrupted. What an interrupted iteration found is still good: it began with the best
  // move of the one before.
  bool iterate(int depth) {
    std::vector<Move> rest = moves_;
    const std::size_t lines =
        std::clamp<std::size_t>(static_cast<std::size_t>(std::max(1, limits_.multi_pv)), 1, rest.size());
    for (std::size_t line = 1; line <= lines; ++line) {
      const auto found = search_.best_line(depth, rest);
      if (found && line == 1) {
        best_ = *found;
        depth_ = depth;
        move_to_front(best_.pv[0]);
      }
      if (watch_.has_stopped()) return false;
      report(depth, static_cast<int>(line), *found);
      std::erase(rest, found->pv[0]);
    }
    return true;
  }

  void move_to_front(Move move) {
    const auto found = std::ranges::find(moves_, move);
    std::rotate(moves_.begin(), found, found + 1);
  }

  // Nothing to be gained by looking deeper.
  [[nodiscard]] bool is_settled(int depth) const {
    if (limits_.multi_pv > 1) return false;
    if (moves_.size() == 1 && limits_.clock && !watch_.is_pondering()) return true;
    if (!is_mate(best_.score)) return false;
    // The search is full-width: a mate within its depth is the shortest there is.
    const int plies = std::abs(plies_to_mate(best_.score));
    return plies <= depth;
  }

  void report(int depth, int line, const BestLine& best) const {
    if (!on_report_) return;
    Report report;
    report.depth = report.selective_depth = depth;
    report.line = line;
    report.score = to_score(version_, best.score);
    report.pv = best.pv;
    report.nodes = search_.nodes();
    report.time = watch_.elapsed();
    on_report_(report);
  }

  const Limits& limits_;
  Version version_;
  Watch& watch_;
  const Listener& on_report_;
  Search search_;
  std::vector<Move> moves_;  // the best so far in front
  BestLine best_ = {};
  int depth_ = 0;
};

int Negamax::last_depth(const chess::Position& pos, const Limits& limits) const {
  // A mate in n is seen 2n - 1 plies deep, or it isn't there.
  const int mate_depth = limits.mate ? std::clamp(*limits.mate, 1, kMaxDepth / 2) * 2 - 1 : kMaxDepth;
  if (limits.depth) return std::min(std::clamp(*limits.depth, 1, kMaxDepth), mate_depth);
  if (const auto fixed = static_cast<int>(options().spin("Depth")); fixed > 0)
    return std::min(fixed, mate_depth);
  // Whoever gives a time, nodes or infinity wants them used; with a clock or nothing at all the ancestor's
  // rule holds.
  if (limits.mate || limits.nodes || limits.move_time || limits.infinite) return mate_depth;
  return version() == Version::v2_1 ? kDepth21 : depth_by_material(pos);
}

Choice Negamax::choose(const chess::Game& game, const Limits& limits, const Listener& on_report,
                       const Signals& signals) {
  const chess::Position& pos = game.position();
  std::optional<Milliseconds> budget;
  if (limits.clock) budget = time_for_move(*limits.clock, pos.turn());
  Watch watch(limits, signals, budget);
  if (!pos.has_legal_moves()) {
    if (on_report) on_report({.score = pos.is_check() ? Score::mate_in_plies(0) : Score::centipawns(0)});
    return {};
  }
  return Thinking(game, limits, version(), rng_for(pos), watch, on_report).run(last_depth(pos, limits));
}

}  // namespace

std::unique_ptr<Engine> make_negamax() { return std::make_unique<Negamax>(); }

}  // namespace vitrine::engines
