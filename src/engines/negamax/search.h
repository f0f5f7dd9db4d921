#pragma once

// Fail-hard alpha-beta to a fixed depth: no table, no quiescence, and nothing cut off that could matter.
// Unlike its ancestor it knows when a game is drawn. Moves are shuffled, then captures come first.

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/rng.h"
#include "chess/game.h"
#include "engines/negamax/evaluation.h"
#include "engines/negamax/watch.h"

namespace vitrine::engines::negamax {

inline constexpr int kMaxDepth = 64;
inline constexpr int kMate = 1'000'000;  // beyond any evaluation
inline constexpr int kDraw = 0;

[[nodiscard]] constexpr bool is_mate(int score) {
  return score >= kMate - kMaxDepth || score <= kMaxDepth - kMate;
}
// Plies to mate, negative when being mated. Contract: is_mate(score).
[[nodiscard]] constexpr int plies_to_mate(int score) { return score > 0 ? kMate - score : -kMate - score; }

struct BestLine {
  int score;
  std::vector<chess::Move> pv;  // at least one move
};

class Search {
 public:
  Search(const chess::Game& game, Version version, base::Rng rng, Watch& watch);

  // The best of these moves of the game's position, looking `depth` plies ahead. Interrupted, the best so
  // far; nothing if not even one move was finished. Contract: 1 <= depth <= kMaxDepth.
  [[nodiscard]] std::optional<BestLine> best_line(int depth, std::span<const chess::Move> moves);

  // The move by what the board looks like after it, whatever the watch says.
  [[nodiscard]] BestLine at_first_sight(chess::Move move);

  [[nodiscard]] std::uint64_t nodes() const { return nodes_; }

 private:
  struct Line {
    std::array<chess::Move, kMaxDepth> moves;
    int size = 0;
    void set(chess::Move first, const Line& rest);
  };

  int search(const chess::Position& pos, const Placement& placement, int depth, int ply, int alpha, int beta);
  // Plays a move and searches the reply, for the side that plays it.
  int score_of(chess::Move move, const chess::Position& pos, const Placement& placement, int depth, int ply,
               int alpha, int beta);
  // What the position is worth to the side to move where nobody looks further.
  [[nodiscard]] int horizon(const chess::Position& pos, const Placement& placement, int ply) const;
  [[nodiscard]] bool is_drawn(const chess::Position& pos) const;
  [[nodiscard]] bool is_repetition(const chess::Position& pos) const;
  void order(const chess::Position& pos, std::span<chess::Move> moves);

  Version version_;
  base::Rng rng_;
  Watch& watch_;
  chess::Position root_;
  std::vector<chess::Key> path_;  // of the game and of the line being searched, the current position last
  std::size_t root_index_ = 0;    // where in it the game ends and the search begins
  std::array<Line, kMaxDepth + 1> lines_;  // the best continuation at each ply
  std::uint64_t nodes_ = 0;
};

}  // namespace vitrine::engines::negamax
