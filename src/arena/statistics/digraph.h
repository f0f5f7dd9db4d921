#pragma once

// Which players hang together: two questions to a graph that decide whether ratings exist and can be
// compared.

#include <vector>

namespace vitrine::arena {

class Digraph {
 public:
  explicit Digraph(int nodes) : next_(static_cast<std::size_t>(nodes)), previous_(next_.size()) {}

  void add_edge(int from, int to) {
    next_[static_cast<std::size_t>(from)].push_back(to);
    previous_[static_cast<std::size_t>(to)].push_back(from);
  }

  // For each node the number of its group, counted from 0 in the order of the groups' first nodes. Nodes
  // share a group if each can be reached from the other.
  [[nodiscard]] std::vector<int> strong_components() const;

 private:
  using Neighbours = std::vector<std::vector<int>>;

  static void visit(const Neighbours& neighbours, int node, std::vector<bool>& seen,
                    std::vector<int>& finished);

  Neighbours next_;
  Neighbours previous_;
};

}  // namespace vitrine::arena
