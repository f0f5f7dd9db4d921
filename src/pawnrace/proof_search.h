#pragma once

// Depth-first proof-number search (Nagai's df-pn): answers one question, "does the attacker win, within so
// many plies?", by always working where the least seems to be missing. Positions of this game never repeat,
// so all that is found in a position holds wherever it is met, and goes into the table.
//
// Several threads may search for one answer: each marks the positions it works on, and the others find them a
// little less attractive.

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "pawnrace/position.h"
#include "pawnrace/proof_table.h"

namespace vitrine::pawnrace {

// What the searches for one answer share.
struct SharedSearch {
  ProofTable& table;
  std::atomic<std::uint64_t>& nodes;  // counts on, in steps of some hundreds
  std::uint64_t most_nodes = std::numeric_limits<std::uint64_t>::max();  // where it ends
  const std::atomic<bool>* stop = nullptr;                               // set it to end early
  std::optional<std::chrono::steady_clock::time_point> deadline = {};
  int threads = 1;

  std::atomic<bool> is_over = false;
  std::array<std::atomic<std::uint8_t>, 1 << 14> busy = {};  // threads at work, by position
};

class ProofSearch {
 public:
  explicit ProofSearch(SharedSearch& shared);

  // Nothing: out of nodes, or told to stop. Whatever was found stays in the table: ask again, and it goes on.
  [[nodiscard]] std::optional<bool> answer(const Position& pos, Goal goal);

 private:
  struct Child {
    Position pos;
    ProofTable::Key key;
    ProofNumbers numbers;
  };
  struct Node;
  class Mark;

  [[nodiscard]] ProofNumbers search(const Position& pos, Goal goal, ProofNumbers thresholds, int ply);
  // False: one move settles the question.
  [[nodiscard]] bool expand(Node& node);
  [[nodiscard]] ProofNumbers first_numbers(const Position& pos, Goal goal) const;
  void refresh(Node& node) const;
  [[nodiscard]] bool must_return(int ply);
  void look_for_settled_ancestors();

  SharedSearch& shared_;
  std::uint64_t nodes_ = 0;
  std::uint64_t reported_ = 0;
  struct Step {
    ProofTable::Key key;
    Goal goal;
  };
  std::vector<Step> path_;
  std::vector<Child> children_;  // of all nodes on the path, one behind the other; never grows
  int children_used_ = 0;
  int unwind_to_ = std::numeric_limits<int>::max();  // another thread has settled the node at this ply
};

// Whether the position settles the question as it stands.
[[nodiscard]] std::optional<bool> answer_at_sight(const Position& pos, Goal goal);

}  // namespace vitrine::pawnrace
