// What a node of the search asks and learns: draws, the table, endings, corrections, histories.

#include <algorithm>
#include <cassert>

#include "engines/vitrine/cycles.h"
#include "engines/vitrine/search.h"

namespace vitrine::engines::flagship {

namespace {

using chess::Color;
using chess::Move;
using chess::Position;

constexpr auto kRelaxed = std::memory_order_relaxed;

}  // namespace

void Line::set(Move first, const Line& rest) {
  moves[0] = first;
  const int kept = std::min(rest.size, kMaxPly - 1);
  std::copy_n(rest.moves.begin(), kept, moves.begin() + 1);
  size = kept + 1;
}

void Search::forget() {
  corrections_.clear();
  evaluator_.clear();
}

void Search::start(const chess::Game& game, std::vector<RootMove> moves) {
  assert(!moves.empty());
  root_ = game.position();
  root_moves_ = std::move(moves);
  path_.clear();
  path_.reserve(game.ply() + kMaxPly + 2);
  for (std::size_t ply = 0; ply <= game.ply(); ++ply) {
    const Position& pos = game.position_at(ply);
    path_.push_back({pos.key(), std::min(pos.halfmove_clock(), static_cast<int>(ply))});
  }
  root_index_ = path_.size() - 1;
  evaluator_.use(shared_.model ? &*shared_.model : nullptr);
  evaluator_.use(shared_.network.get());
  evaluator_.start(*root_);
  for (Frame& one : frames_) {
    one.move = one.excluded = one.killer = Move::none();
    one.continuation = &histories_.no_continuation();
    one.evaluation = kNoScore;
    one.double_extensions = one.cutoffs = 0;
    one.was_pv = one.is_check = one.is_quiet = false;
    one.attacked = {};
    one.pv.size = 0;
  }
  nodes_.store(0, kRelaxed);
  endings_hits_.store(0, kRelaxed);
  counters_ = {};
  null_move_from_ = 0;
  selective_depth_ = 0;
}

int Search::evaluate_root() { return root_->is_check() ? kDraw : evaluator_.evaluate(*root_); }

bool Search::must_stop() {
  if (is_over()) return true;  // those on their way out count no more
  const std::uint64_t nodes = nodes_.load(kRelaxed) + 1;
  nodes_.store(nodes, kRelaxed);
  if (nodes >= next_look_) {
    const std::uint64_t more = on_look_(nodes);
    next_look_ = nodes + more;
    if (more == 0) shared_.stop();
  }
  return is_over();
}

// What came twice within the search would come a third time as well; a position of the game must really have
// stood twice before.
bool Search::is_drawn(const Position& pos, int ply) const {
  if (pos.halfmove_clock() >= 100 && !pos.is_checkmate()) return true;
  if (pos.occupied().count() <= 4 && pos.is_insufficient_material()) return true;
  const std::size_t now = path_.size() - 1;
  assert(now == root_index_ + static_cast<std::size_t>(ply));
  int before = 0;
  for (int back = 4; back <= path_[now].reach; back += 2) {
    if (path_[now - static_cast<std::size_t>(back)].key != pos.key()) continue;
    if (back < ply || ++before == 2) return true;
  }
  return false;
}

// One move of ours would bring back a position of this line.
bool Search::can_repeat(const Position& pos, int ply) const {
  const std::size_t now = path_.size() - 1;
  for (int back = 3; back <= path_[now].reach && back < ply; back += 2) {
    const auto move = find_reversible_move(pos.key() ^ path_[now - static_cast<std::size_t>(back)].key);
    if (move && (chess::between(move->from, move->to) & pos.occupied()).is_empty()) return true;
  }
  return false;
}

std::optional<Known> Search::look_up(const Position& pos, int depth) {
  TableUse& use = counters_.table_by_depth[std::min(depth, kMaxCountedDepth - 1)];
  ++use.probes;
  const auto known = shared_.table.find(pos.key());
  use.hits += known.has_value();
  return known;
}

void Search::count_cutoff(const Known& known, int depth) {
  TableUse& use = counters_.table_by_depth[std::min(depth, kMaxCountedDepth - 1)];
  if (known.bound == Bound::exact)
    ++use.exact_cutoffs;
  else if (known.bound == Bound::lower)
    ++use.beta_cutoffs;
  else
    ++use.alpha_cutoffs;
}

void Search::follow_table(const Position& pos, Move first, Line& line) const {
  constexpr int kMost = 100 - kUnsafeClock;  // not beyond a draw by the fifty moves
  std::vector<chess::Key> keys;
  const auto is_repeated = [&](chess::Key key) {
    return std::ranges::find(keys, key) != keys.end() ||
           std::ranges::any_of(path_, [&](const Passed& passed) { return passed.key == key; });
  };
  line.size = 0;
  Position now = pos;
  for (Move move = first; !move.is_none();) {
    line.moves[static_cast<std::size_t>(line.size++)] = move;
    now = now.after(move);
    const auto known = shared_.table.find(now.key());
    const bool goes_on = known && says_at_least(known->bound) && line.size < kMost &&
                         !is_repeated(now.key()) && now.is_legal(known->move);
    move = goes_on ? known->move : Move::none();
    keys.push_back(now.key());
  }
}

void Search::tell_others(const Position& pos, int ply, Known found) {
  found.score = to_table(found.score, ply);
  found.bound = Bound::lower;
  found.was_pv = true;
  shared_.table.store(pos.key(), found);
}

std::optional<Known> Search::better_by_others(const Position& pos, int ply, int depth, int alpha) const {
  auto known = shared_.table.find(pos.key());
  if (!known || !known->is_current || known->depth < depth || !says_at_least(known->bound)) return {};
  known->score = from_table(known->score, ply, pos.halfmove_clock());
  if (known->score == kNoScore || known->score <= alpha || is_decided(known->score)) return {};
  if (pos.halfmove_clock() >= kUnsafeClock || !pos.is_legal(known->move)) return {};
  return known;
}

// Tables answer for a fresh count of moves, so they are asked right after a capture or pawn move.
std::optional<int> Search::ask_endings(const Position& pos, int ply, int depth) {
  if (!shared_.endings || pos.halfmove_clock() != 0) return {};
  const int men = pos.occupied().count();
  if (men > shared_.endings_men || (men == shared_.endings_men && depth < shared_.endings_depth)) return {};
  const auto answer = shared_.endings->probe(pos);
  if (!answer) return {};
  endings_hits_.store(endings_hits_.load(kRelaxed) + 1, kRelaxed);
  switch (*answer) {
    case SyzygyAnswer::win: return kTableWin - ply;
    case SyzygyAnswer::loss: return ply - kTableWin;
    default: return kDraw;
  }
}

// What experience says about an evaluation, and a hint that the fifty moves are running out.
int Search::corrected(const Position& pos, int ply, int evaluation) const {
  const int faded = evaluation * (220 - std::min(pos.halfmove_clock(), 100)) / 220;
  const int value = faded + corrections_.of(pos.turn(), correction_place(pos, ply));
  return std::clamp(value, -kLargestEvaluation, kLargestEvaluation);
}

Corrections::Place Search::correction_place(const Position& pos, int ply) const {
  const Move last = frame(ply - 1).move;
  const Move before = frame(ply - 2).move;
  return {.pawns = pos.pawn_key(),
          .white_pieces = pos.pieces_key(Color::white),
          .black_pieces = pos.pieces_key(Color::black),
          .last_moves = (last.raw() * 0x9E3779B97F4A7C15ULL + before.raw() * 0xC2B2AE3D27D4EB4FULL) >> 20};
}

void Search::learn_correction(const Position& pos, int ply, int depth, int score) {
  corrections_.learn(pos.turn(), correction_place(pos, ply), depth, score - frame(ply).evaluation);
}

bool Search::is_improving(int ply) const {
  const int now = frame(ply).evaluation;
  if (now == kNoScore) return false;
  for (const int back : {2, 4}) {
    const int before = frame(ply - back).evaluation;
    if (before != kNoScore) return now > before;
  }
  return true;
}

std::array<ContinuationHistory*, 3> Search::continuations(int ply) const {
  return {frame(ply - 1).continuation, frame(ply - 2).continuation, frame(ply - 4).continuation};
}

int Search::quiet_history(const Position& pos, int ply, Move move, chess::Bitboard attacked) {
  const int mover = man(pos.turn(), move.piece());
  const int to = move.to().index();
  return histories_.quiet(pos.turn(), move, attacked).value() + histories_.pawn(pos, move).value() / 2 +
         (*frame(ply - 1).continuation)[mover][to].value() +
         (*frame(ply - 2).continuation)[mover][to].value();
}

void Search::learn_from_cutoff(const Position& pos, int ply, int depth, Move best,
                               const chess::MoveList& quiets, const chess::MoveList& captures,
                               chess::Bitboard attacked) {
  const int bonus = shared_.parameters.bonus(depth);
  const int malus = shared_.parameters.malus(depth);
  if (const auto victim = pos.captured(best)) {
    histories_.capture(pos.turn(), best, *victim).learn(bonus);
  } else {
    frame(ply).killer = best;
    learn_quiet(pos, ply, best, bonus, attacked);
    for (const Move move : quiets) learn_quiet(pos, ply, move, -malus, attacked);
  }
  for (const Move move : captures)
    if (const auto victim = pos.captured(move)) histories_.capture(pos.turn(), move, *victim).learn(-malus);
}

// A quiet move that made its side's evaluation rise was a good one, whatever comes of it.
void Search::learn_from_evaluation(const Position& pos, int ply) {
  const Parameters& p = shared_.parameters;
  const Frame& before = frame(ply - 1);
  if (ply == 0 || before.move.is_none() || !before.is_quiet || before.evaluation == kNoScore) return;
  const int rise = -(before.evaluation + frame(ply).evaluation);
  histories_.quiet(!pos.turn(), before.move, before.attacked)
      .learn(std::clamp(p.evaluation_bonus * rise, -p.evaluation_bonus_most, p.evaluation_bonus_most));
}

void Search::learn_quiet(const Position& pos, int ply, Move move, int bonus, chess::Bitboard attacked) {
  histories_.quiet(pos.turn(), move, attacked).learn(bonus);
  histories_.pawn(pos, move).learn(bonus);
  learn_continuation(ply, man(pos.turn(), move.piece()), move.to(), bonus);
}

void Search::learn_continuation(int ply, int man, chess::Square to, int bonus) {
  for (const int back : {1, 2, 4, 6}) {
    // In check only the answer to the last two moves says something.
    if (frame(ply).is_check && back > 2) break;
    if (!frame(ply - back).move.is_none()) (*frame(ply - back).continuation)[man][to.index()].learn(bonus);
  }
}

RootMove* Search::find_root_move(Move move) {
  for (std::size_t i = root_line_; i < root_moves_.size(); ++i)
    if (root_moves_[i].move == move) return &root_moves_[i];
  return nullptr;
}

void Search::note_root_score(RootMove& root_move, int score, int alpha, int beta, bool is_first,
                             std::uint64_t nodes) {
  root_move.nodes += nodes;
  if (!is_first && score <= alpha) return;  // no better: its score stays unknown and it keeps its place
  root_move.score = score;
  root_move.bound = score >= beta ? Bound::lower : score <= alpha ? Bound::upper : Bound::exact;
  root_move.selective_depth = selective_depth_;
  root_move.pv.assign(1, root_move.move);
  const Line& rest = frame(1).pv;
  root_move.pv.insert(root_move.pv.end(), rest.moves.begin(), rest.moves.begin() + rest.size);
}

Position Search::make(const Position& pos, int ply, Move move) {
  Frame& here = frame(ply);
  here.move = move;
  here.continuation = &histories_.continuation(pos.is_capture(move), pos.turn(), move);
  Position next = pos.after(move, evaluator_.push());
  shared_.table.prefetch(next.key());
  path_.push_back({next.key(), std::min(next.halfmove_clock(), path_.back().reach + 1)});
  return next;
}

Position Search::make_null(const Position& pos, int ply) {
  Frame& here = frame(ply);
  here.move = Move::none();
  here.is_quiet = false;
  here.continuation = &histories_.no_continuation();
  Position next = pos.after_null();
  shared_.table.prefetch(next.key());
  evaluator_.push_null();
  path_.push_back({next.key(), 0});
  return next;
}

void Search::unmake() {
  evaluator_.pop();
  path_.pop_back();
}

}  // namespace vitrine::engines::flagship
