#pragma once

// Pairs off an even number of players at the least total cost: Edmonds' blossom algorithm, exact for any
// costs. Swiss pairing rules are a question of this kind once each rule has a price far above all rules below
// it.

#include <cstddef>
#include <vector>

namespace vitrine::arena {

// Prices of rules stacked upon each other need more than 64 bits.
__extension__ using MatchingCost = __int128;

// What it costs to pair each two of n.
class PairingCosts {
 public:
  explicit PairingCosts(int size) : size_(size), cells_(static_cast<std::size_t>(size) * size_, 0) {}

  [[nodiscard]] int size() const { return size_; }
  [[nodiscard]] MatchingCost at(int a, int b) const { return cells_[cell(a, b)]; }
  void set(int a, int b, MatchingCost cost) { cells_[cell(a, b)] = cells_[cell(b, a)] = cost; }

 private:
  [[nodiscard]] std::size_t cell(int a, int b) const { return static_cast<std::size_t>(a) * size_ + b; }

  int size_;
  std::vector<MatchingCost> cells_;
};

// The partner of each. Equal costs give equal answers on every machine. Contract: an even number, and
// |cost| * (number + 1) below 2^124.
[[nodiscard]] std::vector<int> cheapest_perfect_matching(const PairingCosts& costs);

}  // namespace vitrine::arena
