#pragma once

// How the flagship spends its clock. Before the move it sets aside a share to use and a limit never to pass;
// after each iteration it asks whether the best move is settled enough to stop at less than its share, or
// doubtful enough to go on beyond it.

#include <cstdint>
#include <optional>

#include "chess/move.h"
#include "engines/limits.h"

namespace vitrine::engines::flagship {

struct TimeLeft {
  Milliseconds remaining = {};
  Milliseconds increment = {};
  std::optional<int> moves_to_go = {};
};

struct TimeBudget {
  Milliseconds share;  // what an ordinary move may take
  Milliseconds limit;  // what no move may pass
};

// `overhead`: what may be lost on the way to and from the one who keeps the clock.
[[nodiscard]] TimeBudget budget_for(const TimeLeft& left, Milliseconds overhead);

// What an iteration found.
struct IterationResult {
  chess::Move best;
  int score;                       // centipawns
  std::uint64_t nodes_on_best;     // of those spent on all root moves
  std::uint64_t nodes_on_all = 1;  // at least 1
};

// How settled the best move is, over the iterations of one move.
class Settledness {
 public:
  // How much of its share this move deserves, from the iterations so far: 1 is all of it.
  [[nodiscard]] double note(const IterationResult& result);

 private:
  std::optional<IterationResult> last_;
  int unchanged_ = 0;  // iterations that kept the best move
  double average_ = 0;
};

}  // namespace vitrine::engines::flagship
