#pragma once

// What proof searches have found out: for a position and a question, how much work is left on either side,
// down to none. One table of fixed size serves all threads without locks, all questions, and both colours.
//
// A question is always "does the attacker win, within so many plies?". Answers imply each other: who wins
// within 20 plies does so within 22, and whose opponent wins does not. All entries of a position lie in one
// cache line, so one look finds whatever settles the question.

#include <array>
#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>

#include "base/zeroed_memory.h"
#include "pawnrace/position.h"

namespace vitrine::pawnrace {

// The attacker is to win within so many plies.
struct Goal {
  static constexpr int kNoLimit = 127;

  bool is_attacker_to_move = true;
  int plies = kNoLimit;

  // The same question one ply later.
  [[nodiscard]] constexpr Goal next() const {
    return {!is_attacker_to_move, plies == kNoLimit ? kNoLimit : plies - 1};
  }
  [[nodiscard]] constexpr bool has_limit() const { return plies != kNoLimit; }
  constexpr bool operator==(const Goal&) const = default;
};

// Proof numbers as the side to move sees them: a guess at the work left to show that it has its way (the
// attacker wins; the defender holds), and to show that it hasn't. 0 and kInfinite together: settled.
struct ProofNumbers {
  static constexpr std::uint32_t kInfinite = 1U << 27;

  std::uint32_t succeed = 1;
  std::uint32_t fail = 1;

  [[nodiscard]] static constexpr ProofNumbers success() { return {0, kInfinite}; }
  [[nodiscard]] static constexpr ProofNumbers failure() { return {kInfinite, 0}; }
  [[nodiscard]] constexpr bool is_success() const { return succeed == 0; }
  [[nodiscard]] constexpr bool is_failure() const { return fail == 0; }
  [[nodiscard]] constexpr bool is_settled() const { return succeed == 0 || fail == 0; }
};

class ProofTable {
 public:
  // Names a position, whichever colour is to move: 64 bits say where, 56 more whether it is the one.
  struct Key {
    std::uint64_t place;
    std::uint64_t check;  // the lowest eight bits are 0
  };
  [[nodiscard]] static Key key_of(const Position& pos);

  // Throws std::bad_alloc. Contract: bytes > 0; rounded down to cache lines, at least one.
  explicit ProofTable(std::size_t bytes);

  void prefetch(const Key& key) const { __builtin_prefetch(&bucket(key)); }
  // What is known: the answer if any entry implies it, else the numbers kept for this very question.
  [[nodiscard]] std::optional<ProofNumbers> find(const Key& key, Goal goal) const;
  // The work that went into the answer if there is one, in nodes, rounded down to a power of two.
  [[nodiscard]] std::optional<std::uint64_t> effort(const Key& key, Goal goal) const;
  // Effort is the work that went into it, in nodes: the cheapest entry gives way.
  void store(const Key& key, Goal goal, ProofNumbers numbers, std::uint64_t effort);
  void clear();

  [[nodiscard]] std::size_t bytes() const { return memory_.size(); }

  // Writes every entry that took at least so many nodes, and reads them back into a table of the same size.
  // Both throw std::runtime_error that says what is wrong. Nobody may search meanwhile.
  void save(const std::string& path, std::uint64_t least_effort) const;
  void load(const std::string& path);

 private:
  // `check` is kept as exclusive or with `data`: an entry torn between two writers matches no key.
  struct Entry {
    std::atomic<std::uint64_t> check;
    std::atomic<std::uint64_t> data;
  };
  using Bucket = std::array<Entry, 4>;
  static constexpr int kEffortShift = 56;  // data: two numbers of 28 bits, and the effort's width in bits
  [[nodiscard]] static constexpr std::uint64_t effort_of_data(std::uint64_t data) {
    return (1ULL << (data >> kEffortShift)) >> 1;
  }
  static_assert(std::is_trivially_destructible_v<Bucket> && std::atomic<std::uint64_t>::is_always_lock_free);

  __extension__ using Wide = unsigned __int128;
  [[nodiscard]] Bucket& bucket(const Key& key) const {
    return buckets_[static_cast<std::size_t>((static_cast<Wide>(key.place) * size_) >> 64)];
  }

  std::size_t size_;
  base::ZeroedMemory memory_;
  Bucket* buckets_;
};

}  // namespace vitrine::pawnrace
