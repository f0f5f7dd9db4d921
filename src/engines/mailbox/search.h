#pragma once

// Negamax with alpha-beta to a fixed depth, deepened ply by ply so that there is an answer at any time. Full
// width: no table, no null move, no quiescence, like the ancestor. Its value at a depth is that of minimax.

#include <array>
#include <vector>

#include "engines/mailbox/board.h"
#include "engines/mailbox/budget.h"
#include "engines/report.h"

namespace vitrine::engines::mailbox {

inline constexpr int kMaxDepth = 60;
inline constexpr int kMate = 32767;  // less a point for each ply to it
inline constexpr int kDraw = 0;

[[nodiscard]] constexpr bool is_mate(int value) {
  return value >= kMate - kMaxDepth || value <= -kMate + kMaxDepth;
}
[[nodiscard]] Score to_score(int value);

class Search {
 public:
  struct RootMove {
    Move move;
    int value = 0;  // exact for the best lines, for the others no more than this
    std::uint64_t nodes = 0;
    std::vector<chess::Move> pv = {};
  };

  // Contract: there is a legal move.
  Search(Board board, const Limits& limits, Budget& budget);

  // Deepens until the limits say enough, and reports each iteration.
  void run(int max_depth, const Listener& on_report);
  // The best first.
  [[nodiscard]] const std::vector<RootMove>& root_moves() const { return root_moves_; }

 private:
  // False if the budget ran out on the way.
  [[nodiscard]] bool iterate(int depth);
  [[nodiscard]] int value_of(int depth, int ply, int alpha, int beta);
  [[nodiscard]] int value_of_leaf(int ply);
  void extend_pv(int ply, Move move);
  [[nodiscard]] bool is_over() const;
  void report(const Listener& on_report, std::size_t lines) const;

  Board board_;
  Budget& budget_;
  std::size_t lines_;  // to report
  std::vector<RootMove> root_moves_;
  Statistics statistics_;
  int depth_ = 0;  // of the best move's value
  bool can_stop_ =
      false;  // not in the first iteration: it takes microseconds, and its move is never senseless
  bool is_stopped_ = false;
  std::array<std::array<Move, kMaxDepth + 1>, kMaxDepth + 1> pv_;
  std::array<int, kMaxDepth + 2> pv_size_ = {};
};

}  // namespace vitrine::engines::mailbox
