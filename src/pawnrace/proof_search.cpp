#include "pawnrace/proof_search.h"

#include <algorithm>

#include "pawnrace/judge.h"

namespace vitrine::pawnrace {

namespace {

constexpr std::uint32_t kInfinite = ProofNumbers::kInfinite;

// The answer as numbers of the side to move.
constexpr ProofNumbers settled(bool attacker_wins, Goal goal) {
  return attacker_wins == goal.is_attacker_to_move ? ProofNumbers::success() : ProofNumbers::failure();
}

// How much nearer the side to move seems to its goal, in eighths of a doubling of the other side's work. The
// weights are those of a logistic regression on 60,000 solved positions of the game on seven files, sharpened
// until the search needed the fewest nodes.
int lead(const Position& pos) {
  const Bitboard mine = pos.mine();
  const Bitboard theirs = pos.theirs();
  std::uint64_t shade = theirs.bits() >> 8;  // the squares south of their pawns
  shade |= shade >> 8;
  shade |= shade >> 16;
  shade |= shade >> 32;
  std::uint64_t my_shade = mine.bits() << 8;
  my_shade |= my_shade << 8;
  my_shade |= my_shade << 16;
  my_shade |= my_shade << 32;
  const Bitboard before_theirs(shade);
  const Bitboard before_mine(my_shade);
  int steps = 0;
  for (int rank = 1; rank < 7; ++rank)
    steps +=
        rank * (mine & Bitboard::rank(rank)).count() - (7 - rank) * (theirs & Bitboard::rank(rank)).count();
  const int pawns = mine.count() - theirs.count();
  const int free = (mine & ~before_theirs).count() - (theirs & ~before_mine).count();
  const int passed = (mine & ~(before_theirs | before_theirs.east() | before_theirs.west())).count() -
                     (theirs & ~(before_mine | before_mine.east() | before_mine.west())).count();
  const int foremost = mine.last().rank() - (7 - theirs.first().rank());
  return 3 * pawns + 3 * steps + 3 * free + 15 * passed + 6 * foremost;
}

// 64 * 2^(eighths / 8), within bounds.
constexpr std::uint32_t scaled(int eighths) {
  constexpr std::uint32_t kMantissa[8] = {256, 279, 304, 332, 362, 395, 431, 470};
  const int bounded = std::clamp(eighths, -48, 56);
  const int shift = (bounded >> 3) + 6;
  return (kMantissa[bounded & 7] << shift) >> 8;
}
static_assert(scaled(0) == 64 && scaled(8) == 128 && scaled(-48) == 1 && scaled(-1) == 58);

// Plies that a win of the attacker takes at least.
int fewest_plies(const Position& pos, Goal goal) {
  if (goal.is_attacker_to_move) return 2 * fewest_moves_to_win(pos.mine(), pos.theirs()) - 1;
  return 2 * fewest_moves_to_win(flipped(pos.theirs()), flipped(pos.mine()));
}

// What the attacker's lead loses because little time is left, in eighths.
int hurry(const Position& pos, Goal goal) {
  if (!goal.has_limit()) return 0;
  constexpr int kEnough = 12;
  const int spare = goal.plies - fewest_plies(pos, goal);
  return 3 * std::max(0, kEnough - spare);
}

}  // namespace

std::optional<bool> answer_at_sight(const Position& pos, Goal goal) {
  const Verdict verdict = judge(pos);
  const bool is_attacker = goal.is_attacker_to_move;
  if (is_attacker ? verdict.at_most < Outcome::win : verdict.at_least > Outcome::loss) return false;
  if (is_attacker ? verdict.at_least == Outcome::win : verdict.at_most == Outcome::loss) {
    if (verdict.plies <= goal.plies) return true;
    if (verdict.is_exact) return false;
  }
  if (goal.has_limit() && fewest_plies(pos, goal) > goal.plies) return false;
  return {};
}

// While it lives, the other threads see that somebody works here.
class ProofSearch::Mark {
 public:
  Mark(SharedSearch& shared, const ProofTable::Key& key)
      : count_(shared.threads > 1 ? &shared.busy[key.place % shared.busy.size()] : nullptr) {
    if (count_ != nullptr) count_->fetch_add(1, std::memory_order_relaxed);
  }
  ~Mark() {
    if (count_ != nullptr) count_->fetch_sub(1, std::memory_order_relaxed);
  }
  Mark(const Mark&) = delete;
  Mark& operator=(const Mark&) = delete;

 private:
  std::atomic<std::uint8_t>* count_;
};

// A position and those moves of it that are not settled at sight.
struct ProofSearch::Node {
  Position pos;
  Goal goal;
  Child* children;  // in the search's own store
  int size = 0;

  struct Choice {
    int child = -1;
    std::uint32_t second = kInfinite;  // the next best's number
  };
  // The side to move has its way if one move works, and fails if all fail.
  [[nodiscard]] ProofNumbers numbers() const {
    std::uint32_t least = kInfinite;
    std::uint64_t sum = 0;
    for (int i = 0; i < size; ++i) {
      const ProofNumbers& child = children[i].numbers;
      least = std::min(least, child.fail);
      sum += child.succeed;
    }
    if (least == 0) return ProofNumbers::success();
    if (sum == 0 || least == kInfinite) return ProofNumbers::failure();
    return {least, static_cast<std::uint32_t>(std::min<std::uint64_t>(sum, kInfinite - 1))};
  }
  [[nodiscard]] Choice choose(const SharedSearch& shared) const {
    Choice choice;
    std::uint64_t best = ~0ULL;
    std::uint64_t second = ~0ULL;
    for (int i = 0; i < size; ++i) {
      const Child& child = children[i];
      std::uint64_t number = child.numbers.fail;
      if (child.numbers.is_settled()) continue;
      if (shared.threads > 1) {
        const unsigned others =
            shared.busy[child.key.place % shared.busy.size()].load(std::memory_order_relaxed);
        number += others * (number / 2 + 1);
      }
      if (number < best) {
        second = best;
        best = number;
        choice.child = i;
      } else {
        second = std::min(second, number);
      }
    }
    choice.second = static_cast<std::uint32_t>(std::min<std::uint64_t>(second, kInfinite));
    return choice;
  }
};

// No pawn makes more than six moves, so no line is longer than 84 plies.
constexpr std::size_t kLongestLine = 2 * 7 * 6;

ProofSearch::ProofSearch(SharedSearch& shared)
    : shared_(shared), children_((kLongestLine + 1) * MoveList::kMostMoves) {}

std::optional<bool> ProofSearch::answer(const Position& pos, Goal goal) {
  if (const auto known = answer_at_sight(pos, goal)) return known;
  path_.clear();
  unwind_to_ = std::numeric_limits<int>::max();
  const ProofNumbers numbers = search(pos, goal, {kInfinite, kInfinite}, 0);
  shared_.nodes.fetch_add(nodes_ - reported_, std::memory_order_relaxed);
  reported_ = nodes_;
  if (!numbers.is_settled()) return {};
  shared_.is_over.store(true, std::memory_order_relaxed);
  return numbers.is_success() == goal.is_attacker_to_move;
}

ProofNumbers ProofSearch::search(const Position& pos, Goal goal, ProofNumbers thresholds, int ply) {
  const std::uint64_t nodes_before = nodes_++;
  const ProofTable::Key key = ProofTable::key_of(pos);
  Node node{.pos = pos, .goal = goal, .children = &children_[static_cast<std::size_t>(children_used_)]};
  if (!expand(node)) {
    shared_.table.store(key, goal, ProofNumbers::success(), 1);
    return ProofNumbers::success();
  }
  path_.push_back({key, goal});
  children_used_ += node.size;
  ProofNumbers numbers = node.numbers();
  while (!numbers.is_settled() && numbers.succeed < thresholds.succeed && numbers.fail < thresholds.fail &&
         !must_return(ply)) {
    // Stay with the best move until it is a quarter worse than the next best: going to and fro costs more.
    const Node::Choice choice = node.choose(shared_);
    Child& child = node.children[choice.child];
    const std::uint32_t patience = std::min(thresholds.succeed, choice.second + choice.second / 4 + 1);
    const std::uint64_t others = numbers.fail - std::min(numbers.fail, child.numbers.succeed);
    const ProofNumbers child_thresholds = {
        static_cast<std::uint32_t>(std::min<std::uint64_t>(thresholds.fail - others, kInfinite)),
        std::min(std::max(patience, child.numbers.fail + 1), kInfinite)};
    {
      const Mark mark(shared_, child.key);
      child.numbers = search(child.pos, goal.next(), child_thresholds, ply + 1);
    }
    if (shared_.threads > 1) refresh(node);
    numbers = node.numbers();
  }
  path_.pop_back();
  children_used_ -= node.size;
  if (unwind_to_ == ply) {
    unwind_to_ = std::numeric_limits<int>::max();
    if (const auto known = shared_.table.find(key, goal)) return *known;
  }
  shared_.table.store(key, goal, numbers, nodes_ - nodes_before);
  return numbers;
}

bool ProofSearch::expand(Node& node) {
  const Goal next = node.goal.next();
  for (const Move move : node.pos.legal_moves()) {
    Child& child = node.children[node.size];
    child.pos = node.pos.after(move);
    const auto known = answer_at_sight(child.pos, next);
    if (known && settled(*known, next).is_failure()) return false;
    if (known) continue;
    child.key = ProofTable::key_of(child.pos);
    shared_.table.prefetch(child.key);
    ++node.size;
  }
  for (int i = 0; i < node.size; ++i) {
    Child& child = node.children[i];
    const auto known = shared_.table.find(child.key, next);
    child.numbers = known ? *known : first_numbers(child.pos, next);
    if (child.numbers.is_failure()) return false;
  }
  return true;
}

// One ply of look-ahead, and a guess from who seems to lead.
ProofNumbers ProofSearch::first_numbers(const Position& pos, Goal goal) const {
  const Goal next = goal.next();
  std::uint32_t open = 0;
  for (const Move move : pos.legal_moves()) {
    const auto known = answer_at_sight(pos.after(move), next);
    if (known && settled(*known, next).is_failure()) return ProofNumbers::success();
    if (!known) ++open;
  }
  if (open == 0) return ProofNumbers::failure();
  const int eighths = lead(pos) - (goal.is_attacker_to_move ? 1 : -1) * hurry(pos, goal);
  return {scaled(-eighths), scaled(eighths) * open};
}

void ProofSearch::refresh(Node& node) const {
  for (int i = 0; i < node.size; ++i) {
    Child& child = node.children[i];
    if (child.numbers.is_settled()) continue;
    if (const auto known = shared_.table.find(child.key, node.goal.next())) child.numbers = *known;
  }
}

bool ProofSearch::must_return(int ply) {
  constexpr std::uint64_t kInterval = 256;
  if (nodes_ - reported_ >= kInterval) {
    const std::uint64_t all = shared_.nodes.fetch_add(nodes_ - reported_, std::memory_order_relaxed);
    reported_ = nodes_;
    if (all >= shared_.most_nodes ||
        (shared_.stop != nullptr && shared_.stop->load(std::memory_order_relaxed)) ||
        (shared_.deadline && std::chrono::steady_clock::now() >= *shared_.deadline))
      shared_.is_over.store(true, std::memory_order_relaxed);
    if (shared_.threads > 1) look_for_settled_ancestors();
  }
  return shared_.is_over.load(std::memory_order_relaxed) || unwind_to_ <= ply;
}

void ProofSearch::look_for_settled_ancestors() {
  for (std::size_t ply = 0; ply < path_.size(); ++ply) {
    const auto known = shared_.table.find(path_[ply].key, path_[ply].goal);
    if (!known || !known->is_settled()) continue;
    unwind_to_ = std::min(unwind_to_, static_cast<int>(ply));
    return;
  }
}

}  // namespace vitrine::pawnrace
