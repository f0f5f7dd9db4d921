#include "engines/turochamp/paper.h"

#include <algorithm>
#include <cassert>
#include <cstdlib>
#include <limits>

#include "engines/turochamp/considerable.h"
#include "engines/turochamp/position_play.h"
#include "notation/uci_move.h"

namespace vitrine::engines::turochamp {

namespace {

using chess::Move;
using chess::Position;
using chess::Square;

constexpr int kNearestMate = 1000;
constexpr int kInfinity = std::numeric_limits<int>::max();

// Beyond every value there is: a mate is 1000, and a board full of queens against a bare king 103,500.
constexpr Worth beyond_all(bool is_own) {
  const int tenths = is_own ? 100'000'000 : -100'000'000;
  return {Value::mate(is_own).plus_tenths(tenths), is_own ? kInfinity : -kInfinity, 0};
}

// What decides among candidates, the alphabet apart.
struct Rank {
  Value value;
  int mate;
  int play;
  std::strong_ordering operator<=>(const Rank&) const = default;
};

Rank rank_of(const Candidate& candidate, const Rules& rules) {
  const bool is_added = rules.play_taken == PlayTaken::added;
  const Value value = candidate.worth.value;
  return {is_added ? value.plus_tenths(candidate.play) : value,
          rules.mate_distance ? candidate.worth.mate : 0,
          rules.play_taken == PlayTaken::at_leaf ? candidate.worth.play : candidate.play};
}

// The greatest gain first, by the least valuable man, so that more can be left out.
void order(const Position& pos, chess::MoveList& moves) {
  const auto promise = [&](Move move) {
    const auto victim = pos.captured(move);
    return victim ? 8 * kHalfPawns[index(*victim)] - kHalfPawns[index(move.piece())] : -kInfinity;
  };
  std::stable_sort(moves.begin(), moves.end(), [&](Move a, Move b) { return promise(a) > promise(b); });
}

}  // namespace

int Worth::plies_to_mate() const {
  assert(mate != 0);
  return mate > 0 ? kNearestMate - mate : -(kNearestMate + mate);
}

void rank(std::span<Candidate> candidates, const Rules& rules) {
  std::ranges::sort(candidates, [&](const Candidate& a, const Candidate& b) {
    const auto order = rank_of(b, rules) <=> rank_of(a, rules);
    if (std::is_neq(order)) return std::is_lt(order);
    return notation::to_uci(a.move) < notation::to_uci(b.move);
  });
}

bool are_tied(const Candidate& a, const Candidate& b, const Rules& rules) {
  return std::is_eq(rank_of(a, rules) <=> rank_of(b, rules));
}

void Paper::Line::set(Move first, const Line& rest) {
  moves[0] = first;
  std::copy_n(rest.moves.begin(), rest.size, moves.begin() + 1);
  size = rest.size + 1;
}

Paper::Paper(const chess::Game& game, const Rules& rules, Watch& watch)
    : rules_(rules), watch_(watch), root_(game.position()), own_(game.position().turn()) {
  assert(rules.plies >= 1 && rules.plies <= kMaxDepth);
  for (std::size_t ply = 0; ply <= game.ply(); ++ply) path_.push_back(game.position_at(ply).key());
}

Candidate Paper::glance(Move move) const {
  const Position next = root_.after(move);
  return {.move = move,
          .worth = next.has_legal_moves() ? as_if_dead(next) : without_moves(next, 1),
          .play = counted_play(next, own_, move.is_castling(), rules_).tenths(),
          .line = {move}};
}

bool Paper::assess(Candidate& candidate) {
  const std::uint64_t nodes_before = nodes_;
  const Worth worth = after(root_, candidate.move, 1, beyond_all(false), beyond_all(true));
  if (watch_.has_stopped()) return false;
  candidate.worth = worth;
  candidate.line = {candidate.move};
  candidate.line.insert(candidate.line.end(), lines_[1].moves.begin(),
                        lines_[1].moves.begin() + lines_[1].size);
  candidate.nodes = nodes_ - nodes_before;
  return true;
}

bool Paper::assess_reply(Candidate& candidate, Move reply) {
  const Position next = root_.after(candidate.move);
  path_.push_back(next.key());
  const Worth worth = after(next, reply, 2, beyond_all(false), beyond_all(true));
  path_.pop_back();
  if (watch_.has_stopped()) return false;
  candidate.worth = worth;
  candidate.line = {candidate.move, reply};
  candidate.line.insert(candidate.line.end(), lines_[2].moves.begin(),
                        lines_[2].moves.begin() + lines_[2].size);
  return true;
}

Worth Paper::after(const Position& pos, Move move, int ply, Worth alpha, Worth beta) {
  const Position next = pos.after(move);
  path_.push_back(next.key());
  const Worth worth = search(next, captures_on(pos, move), ply, alpha, beta);
  path_.pop_back();
  return worth;
}

// The machine wants the highest worth and its opponent the lowest.
Worth Paper::search(const Position& pos, std::optional<Square> taken_on, int ply, Worth alpha, Worth beta) {
  lines_[ply].size = 0;
  if (watch_.must_stop(nodes_)) return as_if_dead(pos);
  ++nodes_;
  selective_depth_ = std::max(selective_depth_, ply);

  // Is the game over here?
  if (!pos.has_legal_moves()) return without_moves(pos, ply);
  if (rules_.draws && is_drawn(pos)) return {Value::level(rules_)};

  // Which moves are considerable? Without any the position is dead.
  const bool is_full = ply < rules_.plies;
  Considerable considerable =
      is_full ? Considerable{pos.legal_moves(), true} : considerable_moves(pos, taken_on, rules_);
  if (considerable.moves.empty()) return as_if_dead(pos);
  order(pos, considerable.moves);

  // The best of (A) what they lead to and (B) the position as it is.
  const bool is_own = pos.turn() == own_;
  Worth best = beyond_all(!is_own);
  const auto is_enough = [&] { return is_own ? best >= beta : best <= alpha; };
  if (!considerable.is_all && rules_.stand_pat != StandPat::never) best = as_if_dead(pos);
  for (const Move move : considerable.moves) {
    if (is_enough()) break;
    (is_own ? alpha : beta) = is_own ? std::max(alpha, best) : std::min(beta, best);
    const Worth worth = after(pos, move, ply + 1, alpha, beta);
    if (watch_.has_stopped()) break;
    if (is_own ? worth <= best : worth >= best) continue;
    best = worth;
    lines_[ply].set(move, lines_[ply + 1]);
  }
  return best;
}

Worth Paper::as_if_dead(const Position& pos) const {
  Worth worth{Value::of(count_material(pos, own_), rules_)};
  if (rules_.play_taken == PlayTaken::at_leaf) worth.play = counted_play(pos, own_, false, rules_).tenths();
  return worth;
}

Worth Paper::without_moves(const Position& pos, int ply) const {
  if (!pos.is_check())
    return {rules_.stalemate == Stalemate::level ? Value::level(rules_)
                                                 : Value::of(count_material(pos, own_), rules_)};
  const bool is_own_win = pos.turn() != own_;
  return {Value::mate(is_own_win, rules_), is_own_win ? kNearestMate - ply : ply - kNearestMate};
}

bool Paper::is_drawn(const Position& pos) const {
  if (pos.halfmove_clock() >= 100 || pos.is_insufficient_material()) return true;
  const std::size_t now = path_.size() - 1;
  const std::size_t reach = std::min(now, static_cast<std::size_t>(pos.halfmove_clock()));
  for (std::size_t back = 4; back <= reach; back += 2)
    if (path_[now - back] == pos.key()) return true;
  return false;
}

}  // namespace vitrine::engines::turochamp
