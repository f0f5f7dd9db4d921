#include "engines/negamax/search.h"

#include <algorithm>
#include <cassert>

namespace vitrine::engines::negamax {

using chess::Move;
using chess::Position;

void Search::Line::set(Move first, const Line& rest) {
  moves[0] = first;
  std::copy_n(rest.moves.begin(), rest.size, moves.begin() + 1);
  size = rest.size + 1;
}

Search::Search(const chess::Game& game, Version version, base::Rng rng, Watch& watch)
    : version_(version), rng_(rng), watch_(watch), root_(game.position()) {
  for (std::size_t ply = 0; ply <= game.ply(); ++ply) path_.push_back(game.position_at(ply).key());
  root_index_ = path_.size() - 1;
}

std::optional<BestLine> Search::best_line(int depth, std::span<const Move> moves) {
  assert(depth >= 1 && depth <= kMaxDepth);
  const Placement placement(version_, root_);
  int alpha = -kMate;
  std::optional<BestLine> best;
  for (const Move move : moves) {
    const int score = score_of(move, root_, placement, depth, 0, alpha, kMate);
    if (watch_.has_stopped()) break;
    // A first move that gets mated at once scores alpha itself: it is still a move.
    if (score <= alpha && best) continue;
    alpha = std::max(alpha, score);
    lines_[0].set(move, lines_[1]);
    best = BestLine{score, {lines_[0].moves.begin(), lines_[0].moves.begin() + lines_[0].size}};
  }
  return best;
}

BestLine Search::at_first_sight(Move move) {
  ++nodes_;
  Placement placement(version_, root_);
  const Position next = root_.after(move, placement);
  path_.push_back(next.key());
  const int score = is_drawn(next) ? kDraw : -horizon(next, placement, 1);
  path_.pop_back();
  return {score, {move}};
}

int Search::horizon(const Position& pos, const Placement& placement, int ply) const {
  if (pos.has_legal_moves()) return evaluate(version_, pos, placement);
  return pos.is_check() ? ply - kMate : kDraw;
}

int Search::search(const Position& pos, const Placement& placement, int depth, int ply, int alpha, int beta) {
  lines_[ply].size = 0;
  if (watch_.must_stop(nodes_)) return kDraw;
  ++nodes_;

  // Is the game over here?
  if (is_drawn(pos)) return kDraw;
  if (depth == 0) return horizon(pos, placement, ply);
  chess::MoveList moves = pos.legal_moves();
  if (moves.empty()) return pos.is_check() ? ply - kMate : kDraw;

  order(pos, {moves.begin(), moves.end()});
  for (const Move move : moves) {
    const int score = score_of(move, pos, placement, depth, ply, alpha, beta);
    if (watch_.has_stopped()) return kDraw;
    if (score >= beta) return beta;
    if (score <= alpha) continue;
    alpha = score;
    lines_[ply].set(move, lines_[ply + 1]);
  }
  return alpha;
}

int Search::score_of(Move move, const Position& pos, const Placement& placement, int depth, int ply,
                     int alpha, int beta) {
  Placement next_placement = placement;
  const Position next = pos.after(move, next_placement);
  path_.push_back(next.key());
  const int score = -search(next, next_placement, depth - 1, ply + 1, -beta, -alpha);
  path_.pop_back();
  return score;
}

bool Search::is_drawn(const Position& pos) const {
  if (pos.halfmove_clock() >= 100 && !pos.is_checkmate()) return true;
  return pos.is_insufficient_material() || is_repetition(pos);
}

// What came twice within the search would come a third time as well; a position of the game must really have
// stood twice before.
bool Search::is_repetition(const Position& pos) const {
  const std::size_t now = path_.size() - 1;
  const std::size_t reach = std::min(now, static_cast<std::size_t>(pos.halfmove_clock()));
  int before = 0;
  for (std::size_t back = 4; back <= reach; back += 2) {
    if (path_[now - back] != pos.key()) continue;
    if (now - back >= root_index_ || ++before == 2) return true;
  }
  return false;
}

void Search::order(const Position& pos, std::span<Move> moves) {
  for (std::size_t i = moves.size(); i > 1; --i) {
    // The high half of 32 random bits times i: a number below i, as evenly as a shuffle needs.
    const std::size_t other = (rng_.next() >> 32) * i >> 32;
    std::swap(moves[i - 1], moves[other]);
  }
  std::partition(moves.begin(), moves.end(), [&](Move move) { return pos.is_capture(move); });
}

}  // namespace vitrine::engines::negamax
