#include "pawnrace/proof_table.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace vitrine::pawnrace {

namespace {

constexpr int kNumberBits = 28;
constexpr std::uint64_t kNumberMask = (1ULL << kNumberBits) - 1;

constexpr std::uint64_t pack(ProofNumbers numbers) {
  return numbers.succeed | std::uint64_t{numbers.fail} << kNumberBits;
}
constexpr ProofNumbers numbers_of(std::uint64_t data) {
  return {static_cast<std::uint32_t>(data & kNumberMask),
          static_cast<std::uint32_t>(data >> kNumberBits & kNumberMask)};
}
constexpr std::uint64_t tag_of(Goal goal) {
  return static_cast<std::uint64_t>(goal.plies) << 1 | (goal.is_attacker_to_move ? 1 : 0);
}
constexpr Goal goal_of(std::uint64_t check) {
  return {(check & 1) != 0, static_cast<int>(check >> 1 & Goal::kNoLimit)};
}
constexpr bool is_same_position(std::uint64_t a, std::uint64_t b) { return ((a ^ b) >> 8) == 0; }

// Whether the answer to one question settles another about the same position.
constexpr std::optional<ProofNumbers> implied(Goal known, ProofNumbers answer, Goal asked) {
  if (known.is_attacker_to_move == asked.is_attacker_to_move) {
    const bool is_win = answer.is_success() == known.is_attacker_to_move;
    if (is_win ? known.plies <= asked.plies : known.plies >= asked.plies) return answer;
    return {};
  }
  // The other side wins, so the one asked about does not.
  if (known.is_attacker_to_move && answer.is_success()) return ProofNumbers::success();
  if (!known.is_attacker_to_move && answer.is_failure()) return ProofNumbers::failure();
  return {};
}

constexpr std::uint64_t mix(std::uint64_t x) {
  x ^= x >> 32;
  x *= 0xD6E8FEB86659FD93ULL;
  x ^= x >> 32;
  x *= 0xD6E8FEB86659FD93ULL;
  return x ^ x >> 32;
}

}  // namespace

ProofTable::Key ProofTable::key_of(const Position& pos) {
  const std::uint64_t mine = pos.mine().bits();
  const std::uint64_t theirs = pos.theirs().bits();
  const std::uint64_t passed = pos.en_passant().bits();
  const std::uint64_t place =
      mix(mine * 0x9E3779B97F4A7C15ULL ^ mix(theirs + passed * 0xBF58476D1CE4E5B9ULL));
  const std::uint64_t check =
      mix(theirs * 0x94D049BB133111EBULL ^ mix(mine ^ passed << 7 ^ 0x632BE59BD9B4E019ULL));
  return {place, check & ~0xFFULL};
}

ProofTable::ProofTable(std::size_t bytes)
    : size_(std::max<std::size_t>(1, bytes / sizeof(Bucket))),
      memory_(size_ * sizeof(Bucket)),
      buckets_(static_cast<Bucket*>(memory_.data())) {}

std::optional<ProofNumbers> ProofTable::find(const Key& key, Goal goal) const {
  std::optional<ProofNumbers> found;
  for (const Entry& entry : bucket(key)) {
    const std::uint64_t data = entry.data.load(std::memory_order_relaxed);
    const std::uint64_t check = entry.check.load(std::memory_order_relaxed) ^ data;
    if (!is_same_position(check, key.check)) continue;
    const ProofNumbers numbers = numbers_of(data);
    const Goal known = goal_of(check);
    if (known == goal) found = numbers;
    if (!numbers.is_settled()) continue;
    if (const auto answer = implied(known, numbers, goal)) return answer;
  }
  return found;
}

std::optional<std::uint64_t> ProofTable::effort(const Key& key, Goal goal) const {
  for (const Entry& entry : bucket(key)) {
    const std::uint64_t data = entry.data.load(std::memory_order_relaxed);
    const std::uint64_t check = entry.check.load(std::memory_order_relaxed) ^ data;
    if (check == (key.check | tag_of(goal)) && numbers_of(data).is_settled()) return effort_of_data(data);
  }
  return {};
}

void ProofTable::store(const Key& key, Goal goal, ProofNumbers numbers, std::uint64_t effort) {
  const std::uint64_t new_check = key.check | tag_of(goal);
  auto width = static_cast<std::uint64_t>(std::bit_width(effort));
  Entry* victim = nullptr;
  std::uint64_t least = ~0ULL;
  for (Entry& entry : bucket(key)) {
    const std::uint64_t data = entry.data.load(std::memory_order_relaxed);
    const std::uint64_t check = entry.check.load(std::memory_order_relaxed) ^ data;
    std::uint64_t worth = data >> kEffortShift;
    if (check == new_check) {
      if (numbers_of(data).is_settled() && !numbers.is_settled()) return;  // another thread was faster
      width = std::max(width, worth);
      victim = &entry;
      break;
    }
    // Questions with a limit are asked again with a higher one, and the numbers of the old one are of no use
    // then.
    if (is_same_position(check, key.check) && goal.has_limit() && goal_of(check).has_limit() &&
        goal_of(check).is_attacker_to_move == goal.is_attacker_to_move && !numbers_of(data).is_settled())
      worth = 0;
    if (worth < least) {
      least = worth;
      victim = &entry;
    }
  }
  const std::uint64_t data = pack(numbers) | width << kEffortShift;
  victim->data.store(data, std::memory_order_relaxed);
  victim->check.store(new_check ^ data, std::memory_order_relaxed);
}

void ProofTable::clear() { std::memset(memory_.data(), 0, memory_.size()); }

}  // namespace vitrine::pawnrace
