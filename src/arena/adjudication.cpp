#include "arena/adjudication.h"

#include <cstdlib>
#include <utility>

namespace vitrine::arena {

namespace {

using chess::Color;
using engines::Score;

std::size_t at(Color color) { return static_cast<std::size_t>(chess::index(color)); }

// Being mated is as bad as can be, whatever the rule's score.
bool is_at_most(const Score& score, int centipawns) {
  return score.kind == Score::Kind::mate ? score.value <= 0 : score.value <= centipawns;
}
bool is_at_least(const Score& score, int centipawns) {
  return score.kind == Score::Kind::mate ? score.value > 0 : score.value >= centipawns;
}
bool is_near_zero(const Score& score, int centipawns) {
  return score.kind == Score::Kind::centipawns && std::abs(score.value) <= centipawns;
}

void count(int& moves, bool is_one_more) { moves = is_one_more ? moves + 1 : 0; }

}  // namespace

Adjudicator::Adjudicator(const AdjudicationRules& rules, Tablebase tablebase)
    : rules_(rules), tablebase_(std::move(tablebase)) {}

std::optional<Verdict> Adjudicator::judge(const chess::Game& game, const PlyRecord& ply) {
  note(game, ply);
  if (const auto verdict = by_tablebase(game.position())) return verdict;
  if (const auto verdict = by_resignation()) return verdict;
  if (is_dead_drawn(game.position())) return Verdict{GameEnd::adjudicated_draw, {}};
  if (rules_.max_moves && game.ply() / 2 >= static_cast<std::size_t>(*rules_.max_moves))
    return Verdict{GameEnd::move_limit, {}};
  return {};
}

void Adjudicator::note(const chess::Game& game, const PlyRecord& ply) {
  const Score* const score = ply.is_book || !ply.score ? nullptr : &*ply.score;
  const std::size_t mover = at(!game.position().turn());
  if (rules_.resign) {
    count(losing_moves_[mover], score != nullptr && is_at_most(*score, -rules_.resign->score));
    count(winning_moves_[mover], score != nullptr && is_at_least(*score, rules_.resign->score));
  }
  if (rules_.draw) {
    // Something has changed: both must find it drawn again. The move itself is the first of the new count.
    if (game.position().halfmove_clock() == 0) drawish_plies_ = 0;
    count(drawish_plies_, score != nullptr && is_near_zero(*score, rules_.draw->score));
  }
}

std::optional<Verdict> Adjudicator::by_tablebase(const chess::Position& pos) const {
  if (!tablebase_) return {};
  const auto solved = tablebase_(pos);
  if (!solved) return {};
  const auto unwanted = solved->winner ? TablebaseVerdicts::draws : TablebaseVerdicts::wins;
  if (rules_.tablebase_verdicts == unwanted) return {};
  return Verdict{GameEnd::adjudicated_tablebase, solved->winner};
}

std::optional<Verdict> Adjudicator::by_resignation() const {
  if (!rules_.resign) return {};
  const auto& [move_count, score, two_sided] = *rules_.resign;
  for (const Color loser : {Color::white, Color::black}) {
    const bool is_lost = losing_moves_[at(loser)] >= move_count;
    const bool is_agreed = !two_sided || winning_moves_[at(!loser)] >= move_count;
    if (is_lost && is_agreed) return Verdict{GameEnd::adjudicated_win, !loser};
  }
  return {};
}

bool Adjudicator::is_dead_drawn(const chess::Position& pos) const {
  if (!rules_.draw) return false;
  const int finished_moves = pos.fullmove_number() - 1;
  return finished_moves >= rules_.draw->move_number && drawish_plies_ >= 2 * rules_.draw->move_count;
}

}  // namespace vitrine::arena
