#include "engines/vitrine/search.h"

#include <algorithm>
#include <cassert>

#include "engines/vitrine/move_picker.h"
#include "engines/vitrine/parameters.h"

namespace vitrine::engines::flagship {

namespace {

using chess::Bitboard;
using chess::Color;
using chess::Move;
using chess::MoveKind;
using chess::MoveList;
using chess::PieceType;
using chess::Position;

constexpr int kSharedDepth = 4;  // below that, finding out who looks at what costs more than it saves

bool has_pieces(const Position& pos) {
  return (pos.pieces(pos.turn()) & ~pos.pieces(PieceType::pawn) & ~pos.pieces(PieceType::king)).any();
}

Bitboard attacked_by_enemy(const Position& pos) {
  return pos.turn() == Color::white ? pos.danger<Color::white>() : pos.danger<Color::black>();
}

}  // namespace

int Search::search_root(int depth, std::size_t line, int alpha, int beta) {
  root_depth_ = depth;
  root_line_ = line;
  for (std::size_t i = line; i < root_moves_.size(); ++i) root_moves_[i].score = -kInfinity;
  const int score = tracer_ != nullptr ? visit<Node::root, true>(*root_, 0, depth, alpha, beta, false,
                                                                 {.role = TraceRole::root})
                                       : search<Node::root, false>(*root_, 0, depth, alpha, beta, false);
  std::stable_sort(root_moves_.begin() + static_cast<std::ptrdiff_t>(line), root_moves_.end(),
                   [](const RootMove& a, const RootMove& b) {
                     return a.score != b.score ? a.score > b.score : a.previous_score > b.previous_score;
                   });
  return score;
}

template <Search::Node kind, bool traced>
int Search::search(const Position& pos, int ply, int depth, int alpha, int beta, bool is_cut_node) {
  constexpr bool is_root = kind == Node::root;
  constexpr bool is_pv = kind != Node::other;
  const Parameters& p = shared_.parameters;
  assert(alpha < beta && (is_pv || alpha + 1 == beta));

  // 1. Has the horizon been reached, or the limit?
  if (depth <= 0) return quiescence<is_pv, traced>(pos, ply, alpha, beta);
  Frame& here = frame(ply);
  here.pv.size = 0;
  if (must_stop()) return kDraw;
  depth = std::min(depth, kMaxPly - 1);
  if constexpr (is_pv) selective_depth_ = std::max(selective_depth_, ply);

  if constexpr (!is_root) {
    // 2. Is it a draw, or can we force one?
    if (is_drawn(pos, ply)) return because<traced>(TraceReason::draw, kDraw);
    if (ply >= kMaxPly - 1)
      return because<traced>(TraceReason::horizon, pos.is_check() ? kDraw : evaluator_.evaluate(pos));
    if (alpha < kDraw && can_repeat(pos, ply)) {
      alpha = kDraw;
      if (alpha >= beta) return because<traced>(TraceReason::draw, alpha);
    }

    // 3. A nearer mate has been found already: nothing here can matter.
    alpha = std::max(alpha, mated_in(ply));
    beta = std::min(beta, mate_in(ply + 1));
    if (alpha >= beta) return because<traced>(TraceReason::mate, alpha);
  }

  const Move excluded = here.excluded;
  const bool is_singular_test = !excluded.is_none();
  const bool is_check = pos.is_check();
  here.is_check = is_check;
  frame(ply + 1).killer = Move::none();
  frame(ply + 1).excluded = Move::none();
  frame(ply + 2).cutoffs = 0;
  here.double_extensions = is_root ? 0 : frame(ply - 1).double_extensions;

  // 4. Have we been here before?
  const std::optional<Known> known = is_singular_test ? std::nullopt : look_up(pos, depth);
  const int known_score = known ? from_table(known->score, ply, pos.halfmove_clock()) : kNoScore;
  const int known_depth = known ? known->depth : -1;
  note_known<traced>(known, known_score);
  const Bound known_bound = known && known_score != kNoScore ? known->bound : Bound::none;
  const auto bounds = [&](int value) {
    return known_bound == Bound::exact || known_bound == (known_score >= value ? Bound::lower : Bound::upper);
  };
  Move table_move = known && pos.is_legal(known->move) ? known->move : Move::none();
  if constexpr (is_root) table_move = root_moves_[root_line_].move;
  const bool is_table_move_noisy =
      !table_move.is_none() && (pos.is_capture(table_move) || table_move.is_promotion());
  if (!is_singular_test) here.was_pv = is_pv || (known && known->was_pv);
  if (!is_pv && known_depth >= depth && bounds(beta) && pos.halfmove_clock() < kUnsafeClock) {
    count_cutoff(*known, depth);
    if (known_score >= beta && !table_move.is_none() && !is_table_move_noisy)
      learn_quiet(pos, ply, table_move, p.bonus(depth) / 2, attacked_by_enemy(pos));
    return because<traced>(TraceReason::table_cutoff, known_score);
  }

  // On the principal variation a line is wanted as well as a score. In company the table's must do, or each
  // thread would go through all of it again. (But a mate is shown to its end.)
  if constexpr (kind == Node::pv)
    if (shared_.has_company && known_depth >= depth && known_bound == Bound::exact && known->is_current &&
        !is_decided(known_score) && !table_move.is_none() && pos.halfmove_clock() < kUnsafeClock) {
      count_cutoff(*known, depth);
      follow_table(pos, table_move, here.pv);
      return because<traced>(TraceReason::table_cutoff, known_score);
    }

  // 5. Is it a solved ending?
  if constexpr (!is_root)
    if (!is_singular_test)
      if (const auto solved = ask_endings(pos, ply, depth)) {
        const Bound bound = is_win(*solved) ? Bound::lower : is_loss(*solved) ? Bound::upper : Bound::exact;
        if (bound == Bound::exact || (bound == Bound::lower ? *solved >= beta : *solved <= alpha)) {
          shared_.table.store(pos.key(), {.score = to_table(*solved, ply),
                                          .evaluation = kNoScore,
                                          .depth = std::min(depth + 6, kMaxPly - 1),
                                          .bound = bound,
                                          .was_pv = here.was_pv});
          return because<traced>(TraceReason::table_cutoff, *solved);
        }
      }

  // 6. What does it look like?
  int raw_evaluation = kNoScore;
  int evaluation = kNoScore;
  if (is_check) {
    here.evaluation = kNoScore;
  } else if (is_singular_test) {
    evaluation = here.evaluation;
  } else {
    raw_evaluation = known && known->evaluation != kNoScore ? known->evaluation : evaluator_.evaluate(pos);
    evaluation = here.evaluation = corrected(pos, ply, raw_evaluation);
    learn_from_evaluation(pos, ply);
    if (!known)
      shared_.table.store(pos.key(), {.score = kNoScore,
                                      .evaluation = raw_evaluation,
                                      .depth = 0,
                                      .bound = Bound::none,
                                      .was_pv = here.was_pv});
    else if (bounds(evaluation) && !is_decided(known_score))
      evaluation = known_score;
  }
  const bool improving = is_improving(ply);

  if (!is_pv && !is_check && !is_singular_test) {
    // 7. Razoring: so far behind that only captures could help.
    if (depth <= 4 && evaluation + p.razoring + p.razoring_by_depth * depth * depth < alpha) {
      const int score =
          visit_quiescence<false, traced>(pos, ply, alpha, alpha + 1, {.role = TraceRole::razoring});
      if (score <= alpha && !is_decided(score)) return because<traced>(TraceReason::razored, score);
    }

    // 8. Reverse futility: so far ahead that the opponent won't go here. (That too trusts in a free move, so
    // not where a null move is being verified.)
    if (!here.was_pv && depth <= 9 && ply >= null_move_from_ &&
        evaluation - p.reverse_futility_by_depth * depth + p.reverse_futility_improving * improving >= beta &&
        !is_decided(evaluation) && !is_loss(beta) && (table_move.is_none() || is_table_move_noisy))
      return because<traced>(TraceReason::reverse_futility, beta + (evaluation - beta) / 3);

    // 9. Null move: if even passing keeps us above beta, a move will.
    if (depth >= 3 && ply >= null_move_from_ && !frame(ply - 1).move.is_none() && evaluation >= beta &&
        here.evaluation >= beta - p.null_move_margin_by_depth * depth + p.null_move_margin &&
        !is_loss(beta) && has_pieces(pos)) {
      const int score = null_move_score<traced>(pos, ply, depth, beta, evaluation, is_cut_node);
      if (is_over()) return kDraw;
      if (score >= beta) return because<traced>(TraceReason::null_move, score);
    }
  }

  // 10. Without a move to begin with our order is a guess: look less deeply now, and come back with one.
  if (!is_singular_test && depth >= 4 && (is_pv || is_cut_node) &&
      (table_move.is_none() || known_depth + 4 < depth))
    --depth;

  // 11. Probcut: a capture that wins much in a shallow search would do so in this one.
  if (!is_pv && !is_check && !is_singular_test)
    if (const auto score = probcut<traced>(pos, ply, depth, beta, evaluation, known, is_cut_node))
      return because<traced>(TraceReason::probcut, *score);
  if (is_over()) return kDraw;

  // 12. Try the moves.
  const Bitboard attacked = here.attacked = attacked_by_enemy(pos);
  MovePicker picker({pos, p, histories_, continuations(ply), here.killer, attacked}, table_move,
                    MovePicker::Kind::main);
  const int alpha_before = alpha;
  int best = -kInfinity;
  Move best_move = Move::none();
  int count = 0;
  MoveList quiets_tried;
  MoveList captures_tried;
  // What another thread is looking at comes last. (A test for singularity is another node than its own.)
  const bool shares_work = shared_.has_company && depth >= kSharedDepth;
  const chess::Key shared_key = pos.key() ^ (excluded.raw() * 0xd1342543de82ef95ULL);
  MoveList put_off;
  std::size_t taken_up = 0;
  const auto next_move = [&] {
    const Move move = picker.next();
    return move.is_none() && taken_up < put_off.size() ? put_off[taken_up++] : move;
  };

  for (Move move = next_move(); !move.is_none(); move = next_move()) {
    if (move == excluded) continue;
    if (shares_work && count > 0 && taken_up == 0 && shared_.busy_moves.contains(shared_key, move)) {
      put_off.push_back(move);
      continue;
    }
    // What another thread has found better meanwhile, the rest have to beat.
    if constexpr (kind == Node::pv)
      if (shares_work && count > 0)
        if (const auto found = better_by_others(pos, ply, depth, alpha)) {
          best = found->score;
          best_move = found->move;
          follow_table(pos, best_move, here.pv);
          if (best >= beta) break;
          alpha = best;
        }
    RootMove* root_move = nullptr;
    if constexpr (is_root) {
      root_move = find_root_move(move);
      if (root_move == nullptr) continue;
      current_move_ = move;
      current_move_number_ = count + 1 + static_cast<int>(root_line_);
    }
    ++count;
    const bool is_capture = pos.is_capture(move);
    const bool is_quiet = !is_capture && move.kind() != MoveKind::promote_queen;
    const std::uint64_t nodes_before = nodes();
    const int history = is_quiet ? quiet_history(pos, ply, move, attacked) : 0;
    int reduction = p.reduction + p.reduction_by_logs * reductions_.of(depth, count) / kPly +
                    (improving ? 0 : p.reduction_not_improving);

    // 13. Late and poor moves at low depth aren't worth a look, once one move is known not to lose.
    if (!is_root && !is_loss(best) && has_pieces(pos)) {
      const int reduced_depth = std::max(0, depth - 1 - reduction / kPly);
      if (is_quiet) {
        if (count >= p.late_move_count(depth, improving)) {
          note_quiets_skipped<traced>(TraceReason::late_move);
          picker.skip_quiets();
        }
        if (!is_check && reduced_depth <= 8 &&
            here.evaluation + p.futility + p.futility_by_depth * reduced_depth +
                    history / p.futility_by_history <=
                alpha &&
            !pos.gives_check(move)) {
          note_skipped<traced>(move, TraceReason::futility);
          note_quiets_skipped<traced>(TraceReason::futility);
          picker.skip_quiets();
          continue;
        }
        if (reduced_depth <= 5 && history < -p.history_pruning * depth) {
          note_skipped<traced>(move, TraceReason::poor_history);
          continue;
        }
        if (reduced_depth <= 9 &&
            !pos.exchange_gains(move, -p.exchange_quiet * reduced_depth * reduced_depth)) {
          note_skipped<traced>(move, TraceReason::bad_exchange);
          continue;
        }
      } else if (depth <= 7 && !pos.exchange_gains(move, -p.exchange_capture * depth)) {
        note_skipped<traced>(move, TraceReason::bad_exchange);
        continue;
      }
    }

    // 14. Is the table's move the only good one? Then it deserves a deeper look.
    int extension = 0;
    if (!is_root && !is_singular_test && move == table_move && depth >= 6 && ply < 2 * root_depth_ &&
        known_depth >= depth - 3 && says_at_least(known_bound) && !is_decided(known_score)) {
      const int singular_beta =
          known_score - depth * (p.singular_margin + (here.was_pv && !is_pv ? p.singular_was_pv : 0)) / 64;
      here.excluded = move;
      const int score = visit<Node::other, traced>(pos, ply, (depth - 1) / 2, singular_beta - 1,
                                                   singular_beta, is_cut_node, {.role = TraceRole::singular});
      here.excluded = Move::none();
      if (is_over()) return kDraw;
      if (score < singular_beta) {
        extension = 1;
        if (!is_pv && score < singular_beta - p.double_extension && here.double_extensions <= 8)
          extension = 2;
      } else if (score >= beta && !is_decided(score)) {
        return because<traced>(TraceReason::multicut, score);  // several moves are too good
      } else if (known_score >= beta) {
        extension = -2;
      } else if (is_cut_node) {
        extension = -1;
      }
    }
    counters_.extensions += extension > 0;

    // 15. Make the move and search what follows.
    here.is_quiet = is_quiet;
    here.double_extensions = (is_root ? 0 : frame(ply - 1).double_extensions) + (extension >= 2);
    const Position next = make(pos, ply, move);
    if (shares_work) shared_.busy_moves.add(shared_key, move);
    const int new_depth = depth - 1 + extension;
    int score = -kInfinity;

    if (depth >= 2 && count > 1 + (is_root ? 1 : 0)) {
      // 16. Late moves are looked at less deeply first, the less so the better their reasons.
      if (here.was_pv) reduction -= is_pv ? p.reduction_pv : p.reduction_was_pv;
      if (is_cut_node)
        reduction += p.reduction_cut_node + (table_move.is_none() ? p.reduction_no_table_move : 0);
      if (is_table_move_noisy) reduction += p.reduction_noisy_table_move;
      if (next.is_check()) reduction -= p.reduction_check;
      if (frame(ply + 1).cutoffs > 3) reduction += p.reduction_cutoffs;
      if (move == here.killer) reduction -= p.reduction_killer;
      if (is_quiet)
        reduction -= history * p.reduction_by_history / 1000;
      else
        reduction -= p.reduction_capture;
      const int reduced = std::clamp(new_depth - reduction / kPly, 1, new_depth + (is_pv ? 1 : 0));
      counters_.reductions += reduced < new_depth;
      score = -visit<Node::other, traced>(next, ply + 1, reduced, -alpha - 1, -alpha, true,
                                          {.reduction = new_depth - reduced, .extension = extension});
      if (score > alpha && reduced < new_depth) {
        ++counters_.failed_reductions;
        // What it found says how deep the second look should be.
        const int deeper = (score > best + p.look_deeper + 2 * new_depth) - (score < best + new_depth);
        if (new_depth + deeper > reduced)
          score = -visit<Node::other, traced>(next, ply + 1, new_depth + deeper, -alpha - 1, -alpha,
                                              !is_cut_node, {.role = TraceRole::again});
        if (is_quiet)
          learn_continuation(ply, man(pos.turn(), move.piece()), move.to(),
                             score >= beta    ? p.bonus(new_depth)
                             : score <= alpha ? -p.malus(new_depth)
                                              : 0);
      }
    } else if (!is_pv || count > 1) {
      score = -visit<Node::other, traced>(next, ply + 1, new_depth, -alpha - 1, -alpha, !is_cut_node,
                                          {.extension = extension});
    }
    // 17. The first move, and one that turned out better, get the full window.
    if constexpr (is_pv)
      if (count == 1 || score > alpha) {
        frame(ply + 1).pv.size = 0;
        score = -visit<Node::pv, traced>(
            next, ply + 1, new_depth, -beta, -alpha, false,
            {.role = count == 1 ? TraceRole::move : TraceRole::full_window, .extension = extension});
      }
    unmake();
    if (shares_work) shared_.busy_moves.remove(shared_key, move);
    if (is_over()) return kDraw;
    if constexpr (is_root)
      note_root_score(*root_move, score, alpha, beta, count == 1, nodes() - nodes_before);

    // 18. Is it the best so far, or too good to be allowed?
    if (score > best) {
      best = score;
      if (score > alpha) {
        best_move = move;
        if constexpr (is_pv) here.pv.set(move, frame(ply + 1).pv);
        if (score >= beta) {
          ++here.cutoffs;
          ++counters_.cutoffs_by_move[std::min<std::size_t>(static_cast<std::size_t>(count) - 1,
                                                            kMaxCountedMove - 1)];
          break;
        }
        alpha = score;
        if constexpr (kind == Node::pv)
          if (shares_work)
            tell_others(pos, ply,
                        {.move = move, .score = score, .evaluation = raw_evaluation, .depth = depth});
        // The others are less likely to be better still.
        if (depth > 2 && depth < 12 && !is_decided(score)) --depth;
      }
    }
    if (move != best_move) {
      if (is_quiet)
        quiets_tried.push_back(move);
      else if (is_capture)
        captures_tried.push_back(move);
    }
  }

  // 19. No legal move: mate or stalemate. (With one excluded, nothing but that one was there.)
  if (count == 0) {
    if (is_singular_test) return alpha;
    return is_check ? because<traced>(TraceReason::mate, mated_in(ply))
                    : because<traced>(TraceReason::draw, kDraw);
  }

  // 20. Learn from it, and remember it.
  if (best >= beta) {
    learn_from_cutoff(pos, ply, depth, best_move, quiets_tried, captures_tried, attacked);
  } else if (best_move.is_none() && ply > 0 && frame(ply - 1).is_quiet && !frame(ply - 1).move.is_none()) {
    // The opponent's quiet move left us nothing good.
    const Move last = frame(ply - 1).move;
    learn_continuation(ply - 1, man(!pos.turn(), last.piece()), last.to(), p.bonus(depth) / 2);
  }
  if (best <= alpha_before) here.was_pv = here.was_pv || (ply > 0 && frame(ply - 1).was_pv && depth > 3);
  if (!is_singular_test) {
    const Bound bound = best >= beta                    ? Bound::lower
                        : is_pv && !best_move.is_none() ? Bound::exact
                                                        : Bound::upper;
    if (!is_root || root_line_ == 0)
      shared_.table.store(pos.key(), {.move = best_move,
                                      .score = to_table(best, ply),
                                      .evaluation = raw_evaluation,
                                      .depth = depth,
                                      .bound = bound,
                                      .was_pv = here.was_pv});
    const bool is_best_noisy =
        !best_move.is_none() && (pos.is_capture(best_move) || best_move.is_promotion());
    if (!is_check && !is_best_noisy && !is_decided(best) &&
        !(bound == Bound::lower && best <= here.evaluation) &&
        !(bound == Bound::upper && best >= here.evaluation))
      learn_correction(pos, ply, depth, best);
  }
  return best;
}

template <bool traced>
int Search::null_move_score(const Position& pos, int ply, int depth, int beta, int evaluation,
                            bool is_cut_node) {
  const Parameters& p = shared_.parameters;
  const int reduction = (p.null_move_reduction + p.null_move_reduction_by_depth * depth) / kPly +
                        std::min((evaluation - beta) / p.null_move_by_evaluation, 4);
  const Position next = make_null(pos, ply);
  int score = -visit<Node::other, traced>(next, ply + 1, depth - reduction, -beta, -beta + 1, !is_cut_node,
                                          {.role = TraceRole::passing});
  unmake();
  if (score < beta) return score;
  if (is_decided(score)) score = beta;  // a win that rests on passing is not proven
  if (null_move_from_ > 0 || depth < 15) return score;

  // At high depth a zugzwang would cost most: make sure, without passing for a while.
  const int verified_depth = std::max(depth - reduction, 4);  // less would find no zugzwang
  null_move_from_ = ply + 1 + 3 * verified_depth / 4;
  const int verified = visit<Node::other, traced>(pos, ply, verified_depth, beta - 1, beta, false,
                                                  {.role = TraceRole::verification});
  null_move_from_ = 0;
  return verified >= beta ? score : verified;
}

template <bool traced>
std::optional<int> Search::probcut(const Position& pos, int ply, int depth, int beta, int evaluation,
                                   const std::optional<Known>& known, bool is_cut_node) {
  const int raised = beta + shared_.parameters.probcut;
  if (depth < 5 || is_decided(beta)) return {};
  const int known_score = known ? from_table(known->score, ply, pos.halfmove_clock()) : kNoScore;
  if (known && known_score != kNoScore && known->depth >= depth - 3 && known_score < raised) return {};

  const Move table_move = known && pos.is_legal(known->move) ? known->move : Move::none();
  MovePicker picker({pos, shared_.parameters, histories_, {}, Move::none()}, table_move,
                    MovePicker::Kind::probcut, raised - evaluation);
  for (Move move = picker.next(); !move.is_none(); move = picker.next()) {
    frame(ply).is_quiet = false;
    const Position next = make(pos, ply, move);
    int score =
        -visit_quiescence<false, traced>(next, ply + 1, -raised, -raised + 1, {.role = TraceRole::probcut});
    if (score >= raised)
      score = -visit<Node::other, traced>(next, ply + 1, depth - 4, -raised, -raised + 1, !is_cut_node,
                                          {.role = TraceRole::probcut});
    unmake();
    if (is_over()) return kDraw;
    if (score < raised) continue;
    shared_.table.store(pos.key(), {.move = move,
                                    .score = to_table(score, ply),
                                    .evaluation = known ? known->evaluation : kNoScore,
                                    .depth = depth - 3,
                                    .bound = Bound::lower,
                                    .was_pv = frame(ply).was_pv});
    return is_decided(score) ? score : score - (raised - beta);
  }
  return {};
}

}  // namespace vitrine::engines::flagship
