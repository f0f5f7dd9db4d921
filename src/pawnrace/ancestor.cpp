#include "pawnrace/ancestor.h"

#include <algorithm>
#include <limits>
#include <vector>

namespace vitrine::pawnrace {

namespace {

constexpr std::int64_t kWin = 100'000'000;
constexpr std::int64_t kInfinity = 1'000 * kWin;  // above any score
constexpr std::int64_t kPowersOfTen[] = {1, 10, 100, 1'000, 10'000, 100'000, 1'000'000, 10'000'000};

std::int64_t evaluate_side(Bitboard mine, Bitboard theirs) {
  std::int64_t score = 0;
  for (const Square pawn : mine) {
    const int rank = pawn.rank() + 1;
    bool is_passed = true;
    for (const Square enemy : theirs)
      if (enemy.rank() > pawn.rank() && std::abs(enemy.file() - pawn.file()) <= 1) is_passed = false;
    score += is_passed ? kPowersOfTen[std::min(rank, 7)] : 10 * rank;
  }
  return score;
}

class Search {
 public:
  using Clock = std::chrono::steady_clock;

  explicit Search(const AncestorLimits& limits)
      : deadline_(limits.time ? Clock::now() + *limits.time : Clock::time_point::max()) {}

  [[nodiscard]] std::uint64_t nodes() const { return nodes_; }
  [[nodiscard]] bool is_late() const { return is_late_; }

  // Nothing: out of time.
  std::optional<AncestorReport> best_move(const Position& pos, int depth) {
    AncestorReport best{.move = {}, .depth = depth, .score = -kInfinity};
    for (const Move move : in_order(pos)) {
      const std::int64_t score = -negamax(pos.after(move), depth - 1, -kInfinity, kInfinity);
      if (is_late_) return {};
      if (score <= best.score) continue;
      best.score = score;
      best.move = move;
    }
    return best;
  }

 private:
  static std::vector<Move> in_order(const Position& pos) {
    const MoveList list = pos.legal_moves();
    std::vector<Move> moves(list.begin(), list.end());
    const auto rank = [&](Move move) {
      return !move.is_capture() ? 2 : Bitboard(move.to()) == pos.en_passant() ? 0 : 1;
    };
    std::stable_sort(moves.begin(), moves.end(), [&](Move a, Move b) { return rank(a) < rank(b); });
    return moves;
  }

  std::int64_t negamax(const Position& pos, int depth, std::int64_t alpha, std::int64_t beta) {
    ++nodes_;
    if ((nodes_ & 1023) == 0 && Clock::now() >= deadline_) is_late_ = true;
    if (is_late_) return 0;
    // What is won sooner is worth more: the depth that is left is added.
    if (const auto end = pos.end()) return *end == End::no_move ? 0 : -kWin - depth;
    if (depth == 0) return ancestor_evaluation(pos);
    for (const Move move : in_order(pos)) {
      alpha = std::max(alpha, -negamax(pos.after(move), depth - 1, -beta, -alpha));
      if (alpha >= beta) break;
    }
    return alpha;
  }

  Clock::time_point deadline_;
  std::uint64_t nodes_ = 0;
  bool is_late_ = false;
};

}  // namespace

std::int64_t ancestor_evaluation(const Position& pos) {
  return evaluate_side(pos.mine(), pos.theirs()) - evaluate_side(flipped(pos.theirs()), flipped(pos.mine()));
}

AncestorReport ask_ancestor(const Position& pos, const AncestorLimits& limits) {
  Search search(limits);
  constexpr int kDeepest = 84;  // no game lasts longer
  AncestorReport report{.move = pos.legal_moves()[0]};
  for (int depth = 1; depth <= std::min(limits.depth.value_or(kDeepest), kDeepest); ++depth) {
    const auto found = search.best_move(pos, depth);
    if (!found) break;
    report = *found;
    if (report.score >= kWin || report.score <= -kWin) break;  // decided
  }
  report.nodes = search.nodes();
  return report;
}

}  // namespace vitrine::pawnrace
