#pragma once

// Perft: the number of lines of so many plies from a position. The standard test of move generation, and of
// its speed. The last ply is counted, not played.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "chess/move.h"
#include "chess/position.h"

namespace vitrine::chess {

struct PerftProgress {
  std::uint64_t nodes;  // counted so far
  double share;         // of the work, 0 to 1
};

struct PerftOptions {
  int threads = 1;
  std::size_t hash_bytes = 0;  // remembers the counts of positions that are reached again; 0: counts all
  const std::atomic<bool>* stop = nullptr;  // set it to end early
  std::function<void(const PerftProgress&)> on_progress =
      nullptr;  // called now and then, from one thread at a time
};

struct PerftResult {
  struct RootMove {
    Move move;
    std::uint64_t nodes;
  };
  std::uint64_t nodes = 0;  // the highest number there is if the count is higher (with a table it may be)
  std::vector<RootMove> root_moves;  // in the generator's order; empty for depth 0
  bool is_complete = true;           // false: stopped, the counts are of what was finished
};

// Contract: depth >= 0, threads >= 1.
[[nodiscard]] PerftResult perft(const Position& pos, int depth, const PerftOptions& options = {});

}  // namespace vitrine::chess
