#include "engines/turochamp/worksheet.h"

#include <algorithm>

#include "engines/turochamp/considerable.h"
#include "engines/turochamp/watch.h"

namespace vitrine::engines::turochamp {

namespace {

PositionPlay play_after(const chess::Position& pos, chess::Move move, const Rules& rules) {
  return counted_play(pos.after(move), pos.turn(), move.is_castling(), rules);
}

}  // namespace

Worksheet make_worksheet(const chess::Game& game, const Rules& rules) {
  const chess::Position& pos = game.position();
  Watch watch({}, {}, pos.turn());
  Paper paper(game, rules, watch);
  std::vector<Candidate> candidates;
  for (const chess::Move move : pos.legal_moves()) {
    candidates.push_back(paper.glance(move));
    (void)paper.assess(candidates.back());  // nobody says stop
  }
  rank(candidates, rules);

  Worksheet sheet{.play_before = counted_play(pos, pos.turn(), false, rules), .nodes = paper.nodes()};
  const auto highest = std::ranges::max_element(candidates, {}, &Candidate::play);
  for (const Candidate& candidate : candidates)
    sheet.moves.push_back({.candidate = candidate,
                           .play = play_after(pos, candidate.move, rules),
                           .increment = candidate.play - sheet.play_before.tenths(),
                           .is_best = are_tied(candidate, candidates.front(), rules),
                           .is_starred = candidate.play == highest->play});
  return sheet;
}

std::vector<Candidate> considered_lines(const chess::Game& game, chess::Move move, const Rules& rules) {
  const chess::Position& pos = game.position();
  const chess::Position next = pos.after(move);
  Watch watch({}, {}, pos.turn());
  Paper paper(game, rules, watch);
  std::vector<Candidate> lines;
  const bool is_full = rules.plies >= 2;
  for (const chess::Move reply :
       is_full ? next.legal_moves() : considerable_moves(next, captures_on(pos, move), rules).moves) {
    lines.push_back(paper.glance(move));
    (void)paper.assess_reply(lines.back(), reply);  // nobody says stop
  }
  std::ranges::stable_sort(lines, std::less(), &Candidate::worth);
  return lines;
}

}  // namespace vitrine::engines::turochamp
