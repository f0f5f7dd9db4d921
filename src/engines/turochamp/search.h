#pragma once

// The search of the reconstruction: fail-hard alpha-beta, then stand pat or capture until nothing more is
// taken. Unlike its ancestor it sees mate and stalemate among the captures too.

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "chess/game.h"
#include "engines/statistics.h"
#include "engines/turochamp/rules.h"
#include "engines/turochamp/watch.h"

namespace vitrine::engines::turochamp {

inline constexpr int kMate = 100'000;
inline constexpr int kDraw = 0;

[[nodiscard]] constexpr bool is_mate(int score) { return score > 90'000 || score < -90'000; }
// Plies to mate, negative when being mated. Contract: is_mate(score).
[[nodiscard]] constexpr int plies_to_mate(int score) { return score > 0 ? kMate - score : -kMate - score; }

struct BestLine {
  int score;
  std::vector<chess::Move> pv;  // at least one move
};

class Search {
 public:
  // `material_weight`: how often material counts.
  Search(const chess::Game& game, int material_weight, Watch& watch);

  // The best of these moves of the game's position, looking `depth` plies ahead; nothing if interrupted
  // before all are searched. What each came to goes to `scores`, bounds included. Contract: 1 <= depth <=
  // kMaxDepth.
  [[nodiscard]] std::optional<BestLine> best_line(int depth, std::span<const chess::Move> moves,
                                                  std::vector<RootMoveScore>& scores);
  // The move by what the board looks like after it, whatever the watch says.
  [[nodiscard]] BestLine at_first_sight(chess::Move move);

  [[nodiscard]] const Counters& counters() const { return counters_; }
  [[nodiscard]] std::uint64_t nodes() const { return counters_.nodes; }
  [[nodiscard]] int selective_depth() const { return selective_depth_; }

 private:
  static constexpr int kMaxPly = kMaxDepth + 32;  // thirty men can be taken

  struct Line {
    std::array<chess::Move, kMaxPly> moves;
    int size = 0;
    void set(chess::Move first, const Line& rest);
  };

  int search(const chess::Position& pos, int depth, int ply, int alpha, int beta);
  int quiesce(const chess::Position& pos, int ply, int alpha, int beta);
  // Plays a move and searches the reply, for the side that plays it; depth 0: among captures.
  int score_of(chess::Move move, const chess::Position& pos, int depth, int ply, int alpha, int beta);
  [[nodiscard]] bool enter(int ply);  // counts a node; false: the watch says stop
  [[nodiscard]] bool is_drawn(const chess::Position& pos) const;
  [[nodiscard]] bool is_repetition(const chess::Position& pos) const;
  void order(const chess::Position& pos, chess::MoveList& moves) const;
  void remember(const chess::Position& pos, chess::Move move, int depth, std::size_t place);

  int material_weight_;
  Watch& watch_;
  chess::Position root_;
  std::vector<chess::Key> path_;  // of the game and of the line being searched, the current position last
  std::size_t root_index_ = 0;    // where in it the game ends and the search begins
  std::array<Line, kMaxPly + 1> lines_;
  std::array<std::array<std::array<int, 64>, 64>, 2> history_ = {};  // by side, from and to
  Counters counters_;
  int selective_depth_ = 0;
};

}  // namespace vitrine::engines::turochamp
