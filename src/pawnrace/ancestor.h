#pragma once

// The ancestor: the search of a student's entry to the tournament of 2023-24, which came 6th of 28, rebuilt
// with its character. Negamax with alpha-beta, iterative deepening within 4.5 seconds, a full window for each
// root move, en passant before captures before steps, a new board at every node, and an evaluation that
// counts ten points for each rank of a pawn, ten to the power of its rank for a passed one, and 10^8 for a
// win.
//
// Mended: capturing the last pawn is a win; the game ends in a draw only for the side that is to move; no
// overflow cuts the leftmost line; en passant of either side is known; it stops when a win is forced. Left
// out: its transposition table, which never hit. It ran on the Java machine, where it reached 4 to 6 plies in
// its time.

#include <chrono>
#include <cstdint>
#include <optional>

#include "pawnrace/simple_players.h"

namespace vitrine::pawnrace {

struct AncestorLimits {
  std::optional<int> depth = {};
  std::optional<std::chrono::milliseconds> time = {};
};

struct AncestorReport {
  Move move;
  int depth = 0;  // the last that was finished
  std::int64_t score = 0;
  std::uint64_t nodes = 0;
};

inline constexpr std::chrono::milliseconds kAncestorTime{4500};

// Contract: the game is not over, and there is a limit.
[[nodiscard]] AncestorReport ask_ancestor(const Position& pos, const AncestorLimits& limits);

// For the side to move.
[[nodiscard]] std::int64_t ancestor_evaluation(const Position& pos);

// Its setups are random: how it chose them is not known.
class AncestorPlayer : public RandomPlayer {
 public:
  AncestorPlayer(std::uint64_t seed, AncestorLimits limits) : RandomPlayer(seed), limits_(limits) {}
  [[nodiscard]] Move choose(const Position& pos) override { return ask_ancestor(pos, limits_).move; }

 private:
  AncestorLimits limits_;
};

}  // namespace vitrine::pawnrace
