// Captures to their end: what the search does at its horizon, where a judgement in the middle of an exchange
// would be worth nothing. A side in check tries all its moves.

#include <algorithm>

#include "engines/vitrine/move_picker.h"
#include "engines/vitrine/search.h"

namespace vitrine::engines::flagship {

namespace {

using chess::Move;
using chess::Position;

constexpr std::array<int, 6> kVictim = {110, 330, 350, 550, 1000, 0};

}  // namespace

template <bool is_pv, bool traced>
int Search::quiescence(const Position& pos, int ply, int alpha, int beta) {
  Frame& here = frame(ply);
  here.pv.size = 0;
  if (must_stop()) return kDraw;
  ++counters_.quiescence_nodes;
  if constexpr (is_pv) selective_depth_ = std::max(selective_depth_, ply);
  if (is_drawn(pos, ply)) return because<traced>(TraceReason::draw, kDraw);
  const bool is_check = pos.is_check();
  if (ply >= kMaxPly - 1)
    return because<traced>(TraceReason::horizon, is_check ? kDraw : evaluator_.evaluate(pos));

  // Have we been here before?
  const std::optional<Known> known = look_up(pos, 0);
  const int known_score = known ? from_table(known->score, ply, pos.halfmove_clock()) : kNoScore;
  const bool was_pv = is_pv || (known && known->was_pv);
  note_known<traced>(known, known_score);
  if (!is_pv && known && known_score != kNoScore && known->bound != Bound::none &&
      pos.halfmove_clock() < kUnsafeClock &&
      (known->bound == Bound::exact || known->bound == (known_score >= beta ? Bound::lower : Bound::upper))) {
    count_cutoff(*known, 0);
    return because<traced>(TraceReason::table_cutoff, known_score);
  }
  const Move table_move = known && pos.is_legal(known->move) ? known->move : Move::none();

  // May we stop here?
  int raw_evaluation = kNoScore;
  int best = -kInfinity;
  int futile_below = -kInfinity;
  here.is_check = is_check;
  here.evaluation = kNoScore;
  if (!is_check) {
    raw_evaluation = known && known->evaluation != kNoScore ? known->evaluation : evaluator_.evaluate(pos);
    best = here.evaluation = corrected(pos, ply, raw_evaluation);
    if (known && known_score != kNoScore && !is_decided(known_score) && known->bound != Bound::none &&
        (known->bound == Bound::exact || known->bound == (known_score > best ? Bound::lower : Bound::upper)))
      best = known_score;
    if (best >= beta) {
      if (!known)
        shared_.table.store(pos.key(), {.score = to_table(best, ply),
                                        .evaluation = raw_evaluation,
                                        .depth = 0,
                                        .bound = Bound::lower,
                                        .was_pv = was_pv});
      return because<traced>(TraceReason::horizon, is_decided(best) ? best : (best + beta) / 2);
    }
    alpha = std::max(alpha, best);
    futile_below = here.evaluation + shared_.parameters.quiescence_futility;
  }

  MovePicker picker({pos, shared_.parameters, histories_, continuations(ply), Move::none()}, table_move,
                    MovePicker::Kind::quiescence);
  Move best_move = Move::none();
  int count = 0;
  for (Move move = picker.next(); !move.is_none(); move = picker.next()) {
    ++count;
    const auto victim = pos.captured(move);
    if (!is_loss(best)) {
      if (is_check) {
        // The first quiet answers are tried; the rest won't change much.
        if (count > 3 && !victim) {
          note_skipped<traced>(move, TraceReason::late_move);
          continue;
        }
      } else if (!move.is_promotion() && victim && !pos.gives_check(move)) {
        // This capture can't bring us back.
        const int hope = futile_below + kVictim[index(*victim)];
        if (hope <= alpha) {
          best = std::max(best, hope);
          note_skipped<traced>(move, TraceReason::futility);
          continue;
        }
        if (futile_below <= alpha && !pos.exchange_gains(move, 1)) {
          best = std::max(best, futile_below);
          note_skipped<traced>(move, TraceReason::bad_exchange);
          continue;
        }
      }
    }

    here.is_quiet = !victim;
    const Position next = make(pos, ply, move);
    const int score = -visit_quiescence<is_pv, traced>(next, ply + 1, -beta, -alpha);
    unmake();
    if (is_over()) return kDraw;
    if (score <= best) continue;
    best = score;
    if (score <= alpha) continue;
    best_move = move;
    if constexpr (is_pv) here.pv.set(move, frame(ply + 1).pv);
    if (score >= beta) break;
    alpha = score;
  }

  if (is_check && count == 0) return because<traced>(TraceReason::mate, mated_in(ply));
  if (!is_check && best_move.is_none()) because<traced>(TraceReason::horizon, best);
  if (best > beta && !is_decided(best)) best = (3 * best + beta) / 4;
  shared_.table.store(pos.key(), {.move = best_move,
                                  .score = to_table(best, ply),
                                  .evaluation = raw_evaluation,
                                  .depth = 0,
                                  .bound = best >= beta ? Bound::lower : Bound::upper,
                                  .was_pv = was_pv});
  return best;
}

template int Search::quiescence<true, true>(const Position&, int, int, int);
template int Search::quiescence<true, false>(const Position&, int, int, int);
template int Search::quiescence<false, true>(const Position&, int, int, int);
template int Search::quiescence<false, false>(const Position&, int, int, int);

}  // namespace vitrine::engines::flagship
