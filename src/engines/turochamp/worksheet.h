#pragma once

// What the paper machine would have written down: every move with its value, the line that shows it, and the
// position-play rule by rule. For people who want to check it by hand.

#include <cstdint>
#include <vector>

#include "chess/game.h"
#include "engines/turochamp/paper.h"
#include "engines/turochamp/position_play.h"
#include "engines/turochamp/rules.h"

namespace vitrine::engines::turochamp {

struct WorksheetMove {
  Candidate candidate;
  PositionPlay play;  // right after the move
  int increment;      // over the position-play before it, in tenths
  bool is_best;       // chosen, or tied with the one that is
  bool is_starred;    // no other move has a higher position-play: Turing's star
};

struct Worksheet {
  PositionPlay play_before;
  std::vector<WorksheetMove> moves = {};  // best first
  std::uint64_t nodes = 0;
};

[[nodiscard]] Worksheet make_worksheet(const chess::Game& game, const Rules& rules);

// The lines considered for a move: one for each reply, the best reply first. Each candidate is the same move,
// with what that reply makes of it. Contract: a legal move.
[[nodiscard]] std::vector<Candidate> considered_lines(const chess::Game& game, chess::Move move,
                                                      const Rules& rules);

}  // namespace vitrine::engines::turochamp
