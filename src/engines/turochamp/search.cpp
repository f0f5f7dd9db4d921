#include "engines/turochamp/search.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "engines/turochamp/evaluation.h"

namespace vitrine::engines::turochamp {

using chess::Move;
using chess::Position;

void Search::Line::set(Move first, const Line& rest) {
  moves[0] = first;
  std::copy_n(rest.moves.begin(), rest.size, moves.begin() + 1);
  size = rest.size + 1;
}

Search::Search(const chess::Game& game, int material_weight, Watch& watch)
    : material_weight_(material_weight), watch_(watch), root_(game.position()) {
  for (std::size_t ply = 0; ply <= game.ply(); ++ply) path_.push_back(game.position_at(ply).key());
  root_index_ = path_.size() - 1;
}

std::optional<BestLine> Search::best_line(int depth, std::span<const Move> moves,
                                          std::vector<RootMoveScore>& scores) {
  assert(depth >= 1 && depth <= kMaxDepth);
  history_ = {};
  scores.clear();
  int alpha = -kMate;
  std::optional<BestLine> best;
  for (const Move move : moves) {
    const std::uint64_t nodes_before = nodes();
    // The castling bonus belongs to the move, so the window is moved by it. (The ancestor added it only to
    // moves that were better without it.)
    const int bonus = castling_bonus(root_, move);
    int score = score_of(move, root_, depth - 1, 0, alpha - bonus, kMate);
    if (watch_.has_stopped()) return {};
    if (!is_mate(score)) score += bonus;
    scores.push_back({move, score, nodes() - nodes_before});
    // A first move that gets mated at once scores alpha itself: it is still a move.
    if (score <= alpha && best) continue;
    alpha = std::max(alpha, score);
    lines_[0].set(move, lines_[1]);
    best = BestLine{score, {lines_[0].moves.begin(), lines_[0].moves.begin() + lines_[0].size}};
  }
  return best;
}

BestLine Search::at_first_sight(Move move) {
  ++counters_.nodes;
  const Position next = root_.after(move);
  path_.push_back(next.key());
  int score = kDraw;
  if (next.is_checkmate())
    score = kMate - 1;
  else if (next.has_legal_moves() && !is_drawn(next))
    score = castling_bonus(root_, move) - evaluate(next, material_weight_);
  path_.pop_back();
  return {score, {move}};
}

bool Search::enter(int ply) {
  lines_[ply].size = 0;
  if (watch_.must_stop(nodes())) return false;
  ++counters_.nodes;
  selective_depth_ = std::max(selective_depth_, ply);
  return true;
}

int Search::search(const Position& pos, int depth, int ply, int alpha, int beta) {
  if (depth == 0) return quiesce(pos, ply, alpha, beta);
  if (!enter(ply)) return kDraw;

  // Is the game over here?
  if (is_drawn(pos)) return kDraw;
  chess::MoveList moves = pos.legal_moves();
  if (moves.empty()) return pos.is_check() ? ply - kMate : kDraw;

  order(pos, moves);
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const int score = score_of(moves[i], pos, depth - 1, ply, alpha, beta);
    if (watch_.has_stopped()) return kDraw;
    if (score >= beta) return remember(pos, moves[i], depth, i), beta;
    if (score <= alpha) continue;
    alpha = score;
    lines_[ply].set(moves[i], lines_[ply + 1]);
  }
  return alpha;
}

int Search::quiesce(const Position& pos, int ply, int alpha, int beta) {
  if (!enter(ply)) return kDraw;
  ++counters_.quiescence_nodes;
  if (is_drawn(pos)) return kDraw;
  if (!pos.has_legal_moves()) return std::clamp(pos.is_check() ? ply - kMate : kDraw, alpha, beta);

  // Nobody has to capture.
  const int standing = evaluate(pos, material_weight_);
  if (standing >= beta) return beta;
  alpha = std::max(alpha, standing);

  chess::MoveList captures = pos.legal_captures();
  order(pos, captures);
  for (const Move move : captures) {
    const int score = score_of(move, pos, 0, ply, alpha, beta);
    if (watch_.has_stopped()) return kDraw;
    if (score >= beta) return beta;
    if (score <= alpha) continue;
    alpha = score;
    lines_[ply].set(move, lines_[ply + 1]);
  }
  return alpha;
}

int Search::score_of(Move move, const Position& pos, int depth, int ply, int alpha, int beta) {
  const Position next = pos.after(move);
  path_.push_back(next.key());
  const int score = -search(next, depth, ply + 1, -beta, -alpha);
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

// Captures of the most by the least, promotions, then what has cut off before; a square that the enemy guards
// is a little less inviting.
void Search::order(const Position& pos, chess::MoveList& moves) const {
  constexpr std::array<int, 6> kWorth = {100, 300, 350, 500, 1000, 0};
  std::array<std::pair<int, Move>, 256> rated;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const Move move = moves[i];
    int promise = history_[index(pos.turn())][move.from().index()][move.to().index()];
    if (const auto victim = pos.captured(move))
      promise += 100'000 + 4 * kWorth[index(*victim)] - kWorth[index(move.piece())];
    if (move.is_promotion()) promise += 10'000;
    if (pos.is_attacked(move.king_target(), !pos.turn())) promise -= 50;
    rated[i] = {promise, move};
  }
  const auto end = rated.begin() + static_cast<std::ptrdiff_t>(moves.size());
  std::stable_sort(rated.begin(), end, [](const auto& a, const auto& b) { return a.first > b.first; });
  std::transform(rated.begin(), end, moves.begin(), [](const auto& pair) { return pair.second; });
}

void Search::remember(const Position& pos, Move move, int depth, std::size_t place) {
  ++counters_.cutoffs_by_move[std::min<std::size_t>(place, kMaxCountedMove - 1)];
  if (!pos.is_capture(move))
    history_[index(pos.turn())][move.from().index()][move.to().index()] += depth * depth;
}

}  // namespace vitrine::engines::turochamp
