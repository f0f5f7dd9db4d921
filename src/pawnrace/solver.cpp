#include "pawnrace/solver.h"

#include <algorithm>
#include <thread>

#include "pawnrace/judge.h"

namespace vitrine::pawnrace {

namespace {

// Limits whose nodes are counted from now on.
class Allowance {
 public:
  Allowance(const SolveLimits& limits, const std::atomic<std::uint64_t>& nodes)
      : limits_(limits), nodes_(nodes), begin_(nodes.load(std::memory_order_relaxed)) {}

  [[nodiscard]] std::uint64_t left() const {
    const std::uint64_t used = nodes_.load(std::memory_order_relaxed) - begin_;
    return limits_.nodes - std::min(limits_.nodes, used);
  }
  [[nodiscard]] SolveLimits rest() const { return turn(limits_.nodes); }
  // The rest, but no more nodes than these.
  [[nodiscard]] SolveLimits turn(std::uint64_t nodes) const {
    return {std::min(nodes, left()), limits_.stop, limits_.deadline};
  }
  [[nodiscard]] bool is_over() const {
    return left() == 0 || (limits_.stop != nullptr && limits_.stop->load(std::memory_order_relaxed)) ||
           (limits_.deadline && std::chrono::steady_clock::now() >= *limits_.deadline);
  }

 private:
  SolveLimits limits_;
  const std::atomic<std::uint64_t>& nodes_;
  std::uint64_t begin_;
};

std::uint64_t sum_without_overflow(std::uint64_t a, std::uint64_t b) { return b > ~0ULL - a ? ~0ULL : a + b; }

}  // namespace

bool is_better(Value a, Value b) {
  if (a.outcome != b.outcome) return a.outcome > b.outcome;
  if (a.outcome == Outcome::win) return a.plies < b.plies;
  return a.outcome == Outcome::loss && a.plies > b.plies;
}

Solver::Solver(const SolverSettings& settings)
    : threads_(settings.threads),
      own_table_(std::make_unique<ProofTable>(settings.table_bytes)),
      table_(*own_table_) {}

std::optional<bool> Solver::answer(const Position& pos, Goal goal, const SolveLimits& limits) {
  if (const auto known = answer_at_sight(pos, goal)) return known;
  const auto search = [&](int threads, std::uint64_t nodes) {
    SharedSearch shared{.table = table_,
                        .nodes = nodes_,
                        .most_nodes = sum_without_overflow(nodes_.load(std::memory_order_relaxed), nodes),
                        .stop = limits.stop,
                        .deadline = limits.deadline,
                        .threads = threads};
    // Whoever has the answer tells the others to stop, which then have none.
    std::vector<std::optional<bool>> answers(static_cast<std::size_t>(threads));
    {
      std::vector<std::jthread> helpers;
      for (std::size_t i = 1; i < answers.size(); ++i)
        helpers.emplace_back([&, i] { answers[i] = ProofSearch(shared).answer(pos, goal); });
      answers[0] = ProofSearch(shared).answer(pos, goal);
    }
    const auto found =
        std::find_if(answers.begin(), answers.end(), [](const auto& one) { return one.has_value(); });
    return found != answers.end() ? *found : std::nullopt;
  };
  // Most questions are answered before a second thread has even started.
  constexpr std::uint64_t kAlone = 5'000;
  if (threads_ > 1 && limits.nodes > kAlone)
    if (const auto found = search(1, kAlone)) return found;
  return search(threads_, limits.nodes);
}

// Either side may be the one who wins, and to prove that is all there is to do then. So both questions get
// their turns.
std::optional<Outcome> Solver::outcome(const Position& pos, const SolveLimits& limits, Outcome at_least) {
  if (at_least == Outcome::win) return at_least;
  const Allowance allowance(limits, nodes_);
  std::optional<bool> wins;
  std::optional<bool> loses;
  if (at_least == Outcome::draw) loses = false;
  constexpr std::uint64_t kFirstTurn = 2'000;
  for (std::uint64_t turn = kFirstTurn;; turn += turn / 2) {
    if (!wins) wins = answer(pos, {.is_attacker_to_move = true}, allowance.turn(turn));
    if (wins == true) return Outcome::win;
    if (!loses) loses = answer(pos, {.is_attacker_to_move = false}, allowance.turn(turn));
    if (loses == true) return Outcome::loss;
    if (wins && loses) return Outcome::draw;
    if (allowance.is_over()) return {};
  }
}

std::optional<Value> Solver::value(const Position& pos, const SolveLimits& limits) {
  const Allowance allowance(limits, nodes_);
  const auto known = outcome(pos, allowance.rest());
  if (!known) return {};
  if (*known == Outcome::draw) return Value{};
  const auto plies = distance(pos, *known, allowance.rest());
  if (!plies) return {};
  return Value{*known, *plies};
}

std::optional<int> Solver::distance(const Position& pos, Outcome outcome, const SolveLimits& limits) {
  assert(outcome != Outcome::draw);
  const bool is_win = outcome == Outcome::win;
  const Allowance allowance(limits, nodes_);
  for (int plies = is_win ? 1 : 0;; plies += 2) {
    const auto is_enough = answer(pos, {.is_attacker_to_move = is_win, .plies = plies}, allowance.rest());
    if (!is_enough) return {};
    if (*is_enough) return plies;
  }
}

std::optional<Move> Solver::keep_outcome(const Position& pos, Outcome outcome, const SolveLimits& limits) {
  const Allowance allowance(limits, nodes_);
  if (const auto known = easiest_known(pos, outcome)) return known;
  // To settle the position is to settle a move of it, or all.
  const Goal goal{.is_attacker_to_move = outcome == Outcome::win};
  if (!answer(pos, goal, allowance.rest())) return {};
  if (const auto known = easiest_known(pos, outcome)) return known;
  // The table was too small to remember.
  for (std::uint64_t turn = 1'000;; turn *= 2) {
    for (const Move move : pos.legal_moves())
      if (answer(pos.after(move), goal.next(), allowance.turn(turn)) == (outcome != Outcome::draw))
        return move;
    if (allowance.is_over()) return {};
  }
}

std::optional<Move> Solver::easiest_known(const Position& pos, Outcome outcome) const {
  // What keeps a win is that the opponent loses; what keeps a draw, that he doesn't win.
  const Goal goal{.is_attacker_to_move = outcome != Outcome::win};
  const bool wanted = outcome != Outcome::draw;
  const bool wants_trouble = outcome == Outcome::loss;
  std::optional<Move> best;
  std::uint64_t best_effort = 0;
  for (const Move move : pos.legal_moves()) {
    const auto effort = effort_of_answer(pos.after(move), goal, wanted);
    if (!effort || (best && (wants_trouble ? *effort <= best_effort : *effort >= best_effort))) continue;
    best = move;
    best_effort = *effort;
  }
  return best;
}

// What is clear at sight is easiest, the nearer its end the easier.
std::optional<std::uint64_t> Solver::effort_of_answer(const Position& pos, Goal goal, bool wanted) const {
  if (const auto known = answer_at_sight(pos, goal)) {
    if (*known != wanted) return {};
    return static_cast<std::uint64_t>(judge(pos).plies);
  }
  const ProofTable::Key key = ProofTable::key_of(pos);
  const auto numbers = table_.find(key, goal);
  if (!numbers || !numbers->is_settled() || (numbers->is_success() == goal.is_attacker_to_move) != wanted)
    return {};
  constexpr std::uint64_t kMoreThanSight = 100;
  return kMoreThanSight + table_.effort(key, goal).value_or(0);
}

std::optional<Move> Solver::keep_value(const Position& pos, Value value, const SolveLimits& limits) {
  if (value.outcome == Outcome::draw) return keep_outcome(pos, Outcome::draw, limits);
  const bool is_win = value.outcome == Outcome::win;
  // Won: the opponent must be lost within one ply less. Lost: he must not win within three plies less.
  const Goal goal{.is_attacker_to_move = !is_win, .plies = value.plies - (is_win ? 1 : 3)};
  const Allowance allowance(limits, nodes_);
  for (std::uint64_t turn = 1'000;; turn *= 2) {
    for (const Move move : pos.legal_moves()) {
      if (!is_win && value.plies == 2) return move;
      if (answer(pos.after(move), goal, allowance.turn(turn)) == is_win) return move;
    }
    if (allowance.is_over()) return {};
  }
}

std::optional<std::vector<Move>> Solver::line(const Position& pos, Value value, const SolveLimits& limits) {
  const Allowance allowance(limits, nodes_);
  std::vector<Move> moves;
  Position now = pos;
  while (!now.end()) {
    const auto move = keep_value(now, value, allowance.rest());
    if (!move) return {};
    moves.push_back(*move);
    now = now.after(*move);
    value = {-value.outcome, std::max(0, value.plies - 1)};
  }
  return moves;
}

}  // namespace vitrine::pawnrace
