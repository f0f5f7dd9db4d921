#pragma once

// The order in which books are read and written; see book.h.

#include <optional>
#include <vector>

#include "pawnrace/judge.h"
#include "pawnrace/position_map.h"

namespace vitrine::pawnrace {

template <class Decide>
void walk_book_by_levels(Gaps gaps, Color side, Decide decide) {
  PositionMap seen;
  std::vector<Position> level;
  // Most positions come up more than once: to look them up is cheaper than to judge them again.
  const auto meet = [&](const Position& pos) {
    if (PositionMap::can_hold(pos) && seen.insert(pos, 0) && !judge(pos).is_decided()) level.push_back(pos);
  };
  const Position start = Position::start(gaps);
  if (side == Color::white)
    meet(start);
  else
    for (const Move move : start.legal_moves()) meet(start.after(move));
  while (!level.empty()) {
    std::vector<Position> now;
    now.swap(level);
    const std::vector<std::optional<Move>> answers = decide(now);
    for (std::size_t i = 0; i < now.size(); ++i) {
      if (!answers[i]) continue;
      const Position next = now[i].after(*answers[i]);
      for (const Move reply : next.legal_moves()) meet(next.after(reply));
    }
  }
}

template <class Visit>
void walk_book(Gaps gaps, Color side, Visit visit) {
  walk_book_by_levels(gaps, side, [&](const std::vector<Position>& level) {
    std::vector<std::optional<Move>> answers;
    for (const Position& pos : level) answers.push_back(visit(pos));
    return answers;
  });
}

}  // namespace vitrine::pawnrace
