#pragma once

// The numbers a search compares: centipawns for the side to move, with mates and solved endings far above
// them. A mate is counted in plies from the root, so that nearer ones are better.

#include <cstdlib>

namespace vitrine::engines::flagship {

inline constexpr int kMaxPly = 240;  // from the root, quiescence included

inline constexpr int kInfinity = 32'001;
inline constexpr int kNoScore = 32'002;  // what a table holds when it has none
inline constexpr int kDraw = 0;

inline constexpr int kMate = 32'000;
inline constexpr int kLongestMate = kMate - 2 * kMaxPly;
// Won by an endgame table, which knows no distance to mate; also counted in plies from the root.
inline constexpr int kTableWin = kLongestMate - 1;
inline constexpr int kLongestTableWin = kTableWin - 2 * kMaxPly;
// No evaluation reaches this.
inline constexpr int kLargestEvaluation = 20'000;
static_assert(kLargestEvaluation < kLongestTableWin);

[[nodiscard]] constexpr int mate_in(int ply) { return kMate - ply; }
[[nodiscard]] constexpr int mated_in(int ply) { return ply - kMate; }
[[nodiscard]] constexpr bool is_mate(int score) { return score >= kLongestMate || score <= -kLongestMate; }
// Known to be won, by mate or by a table.
[[nodiscard]] constexpr bool is_win(int score) { return score >= kLongestTableWin; }
[[nodiscard]] constexpr bool is_loss(int score) { return score <= -kLongestTableWin; }
[[nodiscard]] constexpr bool is_decided(int score) { return is_win(score) || is_loss(score); }
// Plies to mate, negative when being mated. Contract: is_mate(score).
[[nodiscard]] constexpr int plies_to_mate(int score) { return score > 0 ? kMate - score : -(kMate + score); }

// In the transposition table mates are counted from their own position, not from the root.
[[nodiscard]] constexpr int to_table(int score, int ply) {
  if (score == kNoScore) return score;
  if (is_win(score)) return score + ply;
  if (is_loss(score)) return score - ply;
  return score;
}

// And back. A mate that comes too late for the fifty-move rule is only some advantage.
[[nodiscard]] constexpr int from_table(int score, int ply, int halfmove_clock) {
  if (score == kNoScore) return score;
  if (is_win(score)) {
    if (is_mate(score) && kMate - score > 99 - halfmove_clock) return kLongestTableWin - 1;
    return score - ply;
  }
  if (is_loss(score)) {
    if (is_mate(score) && kMate + score > 99 - halfmove_clock) return 1 - kLongestTableWin;
    return score + ply;
  }
  return score;
}

}  // namespace vitrine::engines::flagship
