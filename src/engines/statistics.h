#pragma once

// What happened inside a search: counters that the cabinet shows while an engine thinks. An engine fills
// what it has and leaves the rest at zero.

#include <array>
#include <cstdint>
#include <vector>

#include "chess/move.h"

namespace vitrine::engines {

inline constexpr int kMaxCountedDepth = 64;
inline constexpr int kMaxCountedMove = 32;

// Look-ups in the transposition table at one remaining depth.
struct TableUse {
  std::uint64_t probes = 0;
  std::uint64_t hits = 0;
  std::uint64_t alpha_cutoffs = 0;  // an upper bound below the window
  std::uint64_t beta_cutoffs = 0;   // a lower bound above it
  std::uint64_t exact_cutoffs = 0;
};

// The counters a search touches at every node: plain numbers, one set for each thread.
struct Counters {
  std::uint64_t nodes = 0;
  std::uint64_t quiescence_nodes = 0;
  std::array<TableUse, kMaxCountedDepth> table_by_depth = {};  // deeper ones count as the deepest
  std::array<std::uint64_t, kMaxCountedMove> cutoffs_by_move =
      {};  // beta cut-offs by the move's place in the order
  std::uint64_t extensions = 0;
  std::uint64_t reductions = 0;
  std::uint64_t failed_reductions = 0;  // had to be searched again in full
};

struct RootMoveScore {
  chess::Move move;
  int centipawns = 0;
  std::uint64_t nodes = 0;
};

struct Iteration {
  int depth = 0;
  std::uint64_t nodes = 0;
};

struct Statistics {
  Counters counters;
  int table_full = 0;  // thousandths
  std::vector<Iteration> iterations;
  std::vector<RootMoveScore> root_moves;  // of the last finished iteration
};

}  // namespace vitrine::engines
