#include "engines/challenger/search.h"

#include <algorithm>
#include <cassert>

#include "engines/challenger/move_order.h"

namespace vitrine::engines::challenger {

namespace {

using chess::Move;
using chess::PieceType;
using chess::Position;

constexpr int kDelta = kQueen;      // no capture gains more
constexpr int kMaxExtensions = 16;  // in one line, or checks could go on for ever
constexpr int kReductionDepth = 3;  // late quiet moves are looked at a ply less deeply from this depth
constexpr int kReductionPlace = 3;  // and from this place in the order, counted from 0

bool reaches_seventh(Move move, chess::Color color) {
  return move.piece() == PieceType::pawn && move.to().rank_for(color) == 6;
}

}  // namespace

template <bool is_counting>
void Search<is_counting>::Line::set(Move first, const Line& rest) {
  moves[0] = first;
  const int kept = std::min(rest.size, kMaxPly - 1);
  std::copy_n(rest.moves.begin(), kept, moves.begin() + 1);
  size = kept + 1;
}

template <bool is_counting>
Search<is_counting>::Search(const chess::Game& game, const Evaluation& evaluation, Table& table, Watch& watch,
                            Features features)
    : evaluation_(evaluation), table_(table), watch_(watch), features_(features), root_(game.position()) {
  for (std::size_t ply = 0; ply <= game.ply(); ++ply) path_.push_back(game.position_at(ply).key());
  root_index_ = path_.size() - 1;
}

template <bool is_counting>
std::optional<BestLine> Search<is_counting>::best_line(int depth, std::span<RootMove> moves) {
  assert(depth >= 1 && depth <= kMaxDepth && !moves.empty());
  Node root{.pos = root_, .depth = depth, .ply = 0, .alpha = -kInfinity, .beta = kInfinity, .extended = 0};
  std::optional<BestLine> best;
  std::size_t best_place = 0;
  for (std::size_t place = 0; place < moves.size(); ++place) {
    root_place_ = place;
    root_move_ = moves[place].move;
    const std::uint64_t nodes_before = nodes_;
    const int score = score_of(moves[place].move, static_cast<int>(place), root);
    if (watch_.has_stopped()) break;
    moves[place].score = score;
    moves[place].nodes = nodes_ - nodes_before;
    if (score <= root.alpha) continue;
    root.alpha = score;
    best_place = place;
    lines_[0].set(moves[place].move, lines_[1]);
    best = BestLine{score, {lines_[0].moves.begin(), lines_[0].moves.begin() + lines_[0].size}};
  }
  const auto found = moves.begin() + static_cast<std::ptrdiff_t>(best_place);
  std::rotate(moves.begin(), found, found + 1);
  return best;
}

template <bool is_counting>
BestLine Search<is_counting>::at_first_sight(Move move) {
  ++nodes_;
  const Position next = root_.after(move);
  path_.push_back(next.key());
  const Judgement judgement = evaluation_.judge(next);
  int score = -judgement.value;
  if (!judgement.has_moves) score = next.is_check() ? -mated_in(1) : kDraw;
  if (is_drawn(next)) score = kDraw;
  path_.pop_back();
  return {score, {move}};
}

template <bool is_counting>
int Search<is_counting>::search(const Node& node) {
  const auto& [pos, depth, ply, alpha, beta, extended] = node;
  lines_[ply].size = 0;

  // Is the game drawn, or the horizon reached?
  if (is_drawn(pos)) return ++nodes_, kDraw;
  if (depth <= 0 || ply >= kMaxPly) return quiescence(pos, ply, alpha, beta);
  if (watch_.must_stop(nodes_)) return kDraw;
  ++nodes_;

  // Have we been here before?
  const Known known = features_.table ? look_up(node) : Known{};
  if (known.value) return *known.value;

  chess::MoveList moves = pos.legal_moves();
  if (moves.empty()) return pos.is_check() ? mated_in(ply) : kDraw;

  MoveOrder order(pos, moves, known.move);
  Node window = node;  // alpha rises as we go
  int best = -kInfinity;
  Move best_move = Move::none();
  for (std::size_t place = 0; place < moves.size(); ++place) {
    const Move move = order.pick(place);
    const int score = score_of(move, static_cast<int>(place), window);
    if (watch_.has_stopped()) return kDraw;
    if (score <= best) continue;
    best = score;
    if (score <= window.alpha) continue;
    window.alpha = score;
    best_move = move;
    lines_[ply].set(move, lines_[ply + 1]);
    if (score < beta) continue;
    if constexpr (is_counting) ++counters_.cutoffs_by_move[std::min<std::size_t>(place, kMaxCountedMove - 1)];
    break;
  }

  if (features_.table) {
    const Bound bound = best >= beta ? Bound::lower : best > alpha ? Bound::exact : Bound::upper;
    table_.store(pos.key(), to_table(best, ply), best_move.is_none() ? known.move : best_move, depth, bound);
  }
  return best;
}

template <bool is_counting>
int Search<is_counting>::score_of(Move move, int place, const Node& node) {
  const Position next = node.pos.after(move);
  path_.push_back(next.key());
  const auto search_reply = [&](int depth, int alpha, int beta, int extended) {
    return -search({next, depth, node.ply + 1, -beta, -alpha, extended});
  };

  int depth = node.depth - 1;
  int extended = node.extended;
  const bool is_quiet = !node.pos.is_capture(move) && !move.is_promotion();
  int score = 0;
  bool is_settled = false;

  // What forces matters more than it costs: checks, and pawns about to promote.
  if (features_.extensions && extended < kMaxExtensions &&
      (next.is_check() || reaches_seventh(move, node.pos.turn()))) {
    ++depth;
    ++extended;
    if constexpr (is_counting) ++counters_.extensions;
  } else if (features_.reductions && is_quiet && node.depth >= kReductionDepth && place >= kReductionPlace) {
    // A late quiet move is probably no good: a shallower look must first say that it is.
    if constexpr (is_counting) ++counters_.reductions;
    score = search_reply(depth - 1, node.alpha, node.alpha + 1, extended);
    is_settled = score <= node.alpha;
    if constexpr (is_counting) counters_.failed_reductions += !is_settled;
  }

  if (!is_settled && !watch_.has_stopped()) score = search_reply(depth, node.alpha, node.beta, extended);
  path_.pop_back();
  return score;
}

// Captures until the position is calm; the side to move may decline them all.
template <bool is_counting>
int Search<is_counting>::quiescence(const Position& pos, int ply, int alpha, int beta) {
  lines_[ply].size = 0;
  if (watch_.must_stop(nodes_)) return kDraw;
  ++nodes_;
  selective_depth_ = std::max(selective_depth_, ply);
  if constexpr (is_counting) ++counters_.quiescence_nodes;

  const Judgement judgement = evaluation_.judge(pos);
  if (!judgement.has_moves) return pos.is_check() ? mated_in(ply) : kDraw;
  int best = judgement.value;
  if (!features_.quiescence || best >= beta || ply >= kMaxPly) return best;
  if (best + kDelta < alpha) return best + kDelta;
  alpha = std::max(alpha, best);

  chess::MoveList captures = pos.legal_captures();
  MoveOrder order(pos, captures, Move::none());
  for (std::size_t place = 0; place < captures.size(); ++place) {
    const Move move = order.pick(place);
    const int score = -quiescence(pos.after(move), ply + 1, -beta, -alpha);
    if (watch_.has_stopped()) return kDraw;
    best = std::max(best, score);
    if (score <= alpha) continue;
    alpha = score;
    lines_[ply].set(move, lines_[ply + 1]);
    if (alpha >= beta) break;
  }
  return best;
}

template <bool is_counting>
typename Search<is_counting>::Known Search<is_counting>::look_up(const Node& node) {
  [[maybe_unused]] TableUse& use = counters_.table_by_depth[std::min(node.depth, kMaxCountedDepth - 1)];
  if constexpr (is_counting) ++use.probes;
  const Entry* const entry = table_.find(node.pos.key());
  if (entry == nullptr) return {};
  if constexpr (is_counting) ++use.hits;
  if (entry->depth < node.depth) return {{}, entry->move};

  const int score = from_table(entry->score, node.ply);
  if (entry->bound == Bound::exact) {
    if constexpr (is_counting) ++use.exact_cutoffs;
    return {score, entry->move};
  }
  if (entry->bound == Bound::lower && score >= node.beta) {
    if constexpr (is_counting) ++use.beta_cutoffs;
    return {score, entry->move};
  }
  if (entry->bound == Bound::upper && score <= node.alpha) {
    if constexpr (is_counting) ++use.alpha_cutoffs;
    return {score, entry->move};
  }
  return {{}, entry->move};
}

template <bool is_counting>
bool Search<is_counting>::is_drawn(const Position& pos) const {
  if (pos.halfmove_clock() >= 100 && !pos.is_checkmate()) return true;
  return pos.is_insufficient_material() || is_repetition(pos);
}

// What came twice within the search would come a third time as well; a position of the game must really have
// stood twice before.
template <bool is_counting>
bool Search<is_counting>::is_repetition(const Position& pos) const {
  const std::size_t now = path_.size() - 1;
  const std::size_t reach = std::min(now, static_cast<std::size_t>(pos.halfmove_clock()));
  int before = 0;
  for (std::size_t back = 4; back <= reach; back += 2) {
    if (path_[now - back] != pos.key()) continue;
    if (now - back >= root_index_ || ++before == 2) return true;
  }
  return false;
}

template class Search<true>;
template class Search<false>;

}  // namespace vitrine::engines::challenger
