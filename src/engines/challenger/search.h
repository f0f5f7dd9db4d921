#pragma once

// The challenger's search: negamax with a transposition table, quiescence on captures, late moves looked at
// less deeply, checks and pawns about to promote looked at more deeply. It counts what it does; whether the
// counters are compiled in is the template's parameter, so that their price can be measured
// (bench/statistics_bench.cpp).

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "chess/game.h"
#include "engines/challenger/evaluation.h"
#include "engines/challenger/table.h"
#include "engines/challenger/watch.h"
#include "engines/statistics.h"

namespace vitrine::engines::challenger {

inline constexpr int kMaxDepth = 64;
inline constexpr int kMaxPly = 128;
inline constexpr int kDraw = 0;

// The side to move is mated after so many plies: 4000 pawns, less one for each of them.
[[nodiscard]] constexpr int mated_in(int ply) { return -(4000 - ply) * kPawn; }
inline constexpr int kInfinity = 4001 * kPawn;
[[nodiscard]] constexpr bool is_mate(int score) {
  return score >= -mated_in(2 * kMaxPly) || score <= mated_in(2 * kMaxPly);
}
// Plies to mate, negative when being mated. Contract: is_mate(score).
[[nodiscard]] constexpr int plies_to_mate(int score) {
  return score > 0 ? 4000 - score / kPawn : -(4000 + score / kPawn);
}

// A mate is so many plies from the root in the search, but from its own position in the table.
[[nodiscard]] constexpr int to_table(int score, int ply) {
  if (!is_mate(score)) return score;
  return score > 0 ? score + ply * kPawn : score - ply * kPawn;
}
[[nodiscard]] constexpr int from_table(int score, int ply) {
  if (!is_mate(score)) return score;
  return score > 0 ? score - ply * kPawn : score + ply * kPawn;
}

// What makes it more than plain alpha-beta. All off, it finds what minimax finds.
struct Features {
  bool table = true;
  bool quiescence = true;
  bool reductions = true;
  bool extensions = true;
};

struct RootMove {
  chess::Move move;
  int score = 0;  // of the last iteration; of those that were not best only a bound
  std::uint64_t nodes = 0;
};

struct BestLine {
  int score;
  std::vector<chess::Move> pv;  // at least one move
};

template <bool is_counting>
class Search {
 public:
  // Contract: the others outlive this, and the table's search has started.
  Search(const chess::Game& game, const Evaluation& evaluation, Table& table, Watch& watch,
         Features features = {});

  // The best of these moves of the game's position, looking `depth` plies ahead; it is put in front, the
  // others keep their order. Interrupted, the best so far; nothing if not even one move was finished.
  // Contract: 1 <= depth <= kMaxDepth, and there is a move.
  [[nodiscard]] std::optional<BestLine> best_line(int depth, std::span<RootMove> moves);

  // The move by what the board looks like after it, whatever the watch says.
  [[nodiscard]] BestLine at_first_sight(chess::Move move);

  [[nodiscard]] std::uint64_t nodes() const { return nodes_; }
  [[nodiscard]] int selective_depth() const { return selective_depth_; }
  [[nodiscard]] const Counters& counters() const { return counters_; }
  // The root move being searched, and its place in the order, from 0.
  [[nodiscard]] chess::Move root_move() const { return root_move_; }
  [[nodiscard]] std::size_t root_place() const { return root_place_; }

 private:
  struct Line {
    std::array<chess::Move, kMaxPly> moves;
    int size = 0;
    void set(chess::Move first, const Line& rest);
  };

  // Where the search stands.
  struct Node {
    const chess::Position& pos;
    int depth;
    int ply;
    int alpha;
    int beta;
    int extended;  // how often this line was
  };

  int search(const Node& node);
  int quiescence(const chess::Position& pos, int ply, int alpha, int beta);
  // What a move of the node is worth to the side that plays it; `place` is its place in the order.
  int score_of(chess::Move move, int place, const Node& node);
  // The value that the table allows to return at once, if any; and the move it remembers.
  struct Known {
    std::optional<int> value;
    chess::Move move = chess::Move::none();
  };
  Known look_up(const Node& node);
  [[nodiscard]] bool is_drawn(const chess::Position& pos) const;
  [[nodiscard]] bool is_repetition(const chess::Position& pos) const;

  const Evaluation& evaluation_;
  Table& table_;
  Watch& watch_;
  Features features_;
  chess::Position root_;
  std::vector<chess::Key> path_;  // of the game and of the line being searched, the current position last
  std::size_t root_index_ = 0;    // where in it the game ends and the search begins
  std::array<Line, kMaxPly + 2> lines_;  // the best continuation at each ply
  std::uint64_t nodes_ = 0;
  int selective_depth_ = 0;
  chess::Move root_move_ = chess::Move::none();
  std::size_t root_place_ = 0;
  Counters counters_;  // all but `nodes`
};

extern template class Search<true>;
extern template class Search<false>;

}  // namespace vitrine::engines::challenger
