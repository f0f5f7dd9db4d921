#pragma once

// The exact value of any position: who wins, and in how many plies if the winner hurries and the loser
// delays. A draw has no distance, as in endgame tables: neither side gains by ending it soon or late.

#include <atomic>
#include <chrono>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include "pawnrace/position.h"
#include "pawnrace/proof_search.h"
#include "pawnrace/proof_table.h"

namespace vitrine::pawnrace {

// For the side to move.
struct Value {
  Outcome outcome = Outcome::draw;
  int plies = 0;  // to the end, if somebody wins

  constexpr bool operator==(const Value&) const = default;
};

// The value for the side to move, from what a move of its leads to.
[[nodiscard]] constexpr Value before_move(Value after) {
  return {-after.outcome, after.outcome == Outcome::draw ? 0 : after.plies + 1};
}
// Whether a side would rather have the first: sooner won, later lost.
[[nodiscard]] bool is_better(Value a, Value b);

struct SolverSettings {
  int threads = 1;
  std::size_t table_bytes = std::size_t{64}
                            << 20;  // all the memory it takes, but for some kilobytes a thread
};

struct SolveLimits {
  std::uint64_t nodes = std::numeric_limits<std::uint64_t>::max();
  const std::atomic<bool>* stop = nullptr;  // set it to end early
  std::optional<std::chrono::steady_clock::time_point> deadline = {};
};

// Answers are nothing where the limits came first. All that was found stays in the table: asked again, the
// solver goes on where it was.
class Solver {
 public:
  // Throws std::bad_alloc. Contract: at least one thread.
  explicit Solver(const SolverSettings& settings);
  // Shares a table with others, who may search at the same time.
  Solver(ProofTable& table, int threads) : threads_(threads), table_(table) {}

  // `at_least` may say what is known already; it saves work.
  [[nodiscard]] std::optional<Outcome> outcome(const Position& pos, const SolveLimits& limits = {},
                                               Outcome at_least = Outcome::loss);
  [[nodiscard]] std::optional<Value> value(const Position& pos, const SolveLimits& limits = {});
  // Plies to the end, when the outcome is known. Contract: it is no draw.
  [[nodiscard]] std::optional<int> distance(const Position& pos, Outcome outcome,
                                            const SolveLimits& limits = {});
  [[nodiscard]] std::optional<bool> answer(const Position& pos, Goal goal, const SolveLimits& limits = {});

  // A move that keeps the outcome, which is the position's. Of those that are known, the one that took the
  // least work to settle; in a lost position the most, for the winner may not see it through. Contract: the
  // game is not over.
  [[nodiscard]] std::optional<Move> keep_outcome(const Position& pos, Outcome outcome,
                                                 const SolveLimits& limits = {});
  // The same for the distance too; any such move.
  [[nodiscard]] std::optional<Move> keep_value(const Position& pos, Value value,
                                               const SolveLimits& limits = {});
  // The game that both play if each move keeps the value, to its end.
  [[nodiscard]] std::optional<std::vector<Move>> line(const Position& pos, Value value,
                                                      const SolveLimits& limits = {});

  // Nodes searched since it was made; may be asked while it searches.
  [[nodiscard]] std::uint64_t nodes() const { return nodes_.load(std::memory_order_relaxed); }
  [[nodiscard]] ProofTable& table() { return table_; }

 private:
  [[nodiscard]] std::optional<std::uint64_t> effort_of_answer(const Position& pos, Goal goal,
                                                              bool wanted) const;
  [[nodiscard]] std::optional<Move> easiest_known(const Position& pos, Outcome outcome) const;

  int threads_;
  std::unique_ptr<ProofTable> own_table_;
  ProofTable& table_;
  std::atomic<std::uint64_t> nodes_ = 0;
};

}  // namespace vitrine::pawnrace
