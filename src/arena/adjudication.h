#pragma once

// When a game ends though the rules would let it go on: hopeless, dead drawn, solved, or too long. Rules as
// engine testers know them; see docs/arena.md.

#include <array>
#include <functional>
#include <optional>

#include "arena/game_record.h"
#include "chess/game.h"

namespace vitrine::arena {

struct ResignRule {
  int move_count = 3;      // so many own moves in a row …
  int score = 600;         // … at minus this or worse, centipawns
  bool two_sided = false;  // and the opponent agrees
  bool operator==(const ResignRule&) const = default;
};

struct DrawRule {
  int move_number = 34;  // not before so many full moves, by the position's own count, are over
  int move_count = 8;    // both players, so many moves in a row …
  int score = 20;        // … within this of 0; a capture or pawn move begins the count anew
  bool operator==(const DrawRule&) const = default;
};

enum class TablebaseVerdicts { wins_and_draws, wins, draws };

struct AdjudicationRules {
  std::optional<ResignRule> resign = {};
  std::optional<DrawRule> draw = {};
  std::optional<int> max_moves = {};  // full moves of the game, the opening's included; then it is a draw
  TablebaseVerdicts tablebase_verdicts = TablebaseVerdicts::wins_and_draws;
  bool operator==(const AdjudicationRules&) const = default;
};

struct Verdict {
  GameEnd end;
  std::optional<chess::Color> winner;
  bool operator==(const Verdict&) const = default;
};

// What a table of solved endings says of a position: the winner, nobody (a draw), or nothing known.
struct Solved {
  std::optional<chess::Color> winner;
};
using Tablebase = std::function<std::optional<Solved>(const chess::Position&)>;

// Follows one game. Ask after each move, when the rules of chess have not ended the game.
class Adjudicator {
 public:
  // The tablebase may be empty.
  Adjudicator(const AdjudicationRules& rules, Tablebase tablebase);

  // The game after the move of `ply`, which is its last. Order: tablebase, resign, draw, move limit.
  [[nodiscard]] std::optional<Verdict> judge(const chess::Game& game, const PlyRecord& ply);

 private:
  void note(const chess::Game& game, const PlyRecord& ply);
  [[nodiscard]] std::optional<Verdict> by_tablebase(const chess::Position& pos) const;
  [[nodiscard]] std::optional<Verdict> by_resignation() const;
  [[nodiscard]] bool is_dead_drawn(const chess::Position& pos) const;

  AdjudicationRules rules_;
  Tablebase tablebase_;
  std::array<int, 2> losing_moves_ = {};  // in a row, by colour
  std::array<int, 2> winning_moves_ = {};
  int drawish_plies_ = 0;
};

}  // namespace vitrine::arena
