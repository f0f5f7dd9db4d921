#include "arena/schedule/perfect_matching.h"

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <utility>

namespace vitrine::arena {
namespace {

constexpr int kNone = -1;

enum class Label : std::uint8_t { none, outer, inner };

// Two vertices joined by an edge, in the direction in which it is walked.
struct Edge {
  int from = kNone;
  int to = kNone;

  [[nodiscard]] Edge reversed() const { return {to, from}; }
};

// A vertex, or a blossom: an odd cycle of nodes that acts as one. In the cycle, the node at place 0 holds the
// base, the one vertex that is matched outside; places 1-2, 3-4, ... are matched with each other.
struct Node {
  std::vector<int> cycle = {};   // empty for a vertex
  std::vector<Edge> links = {};  // links[i] leads from cycle[i] to cycle[i + 1]
  int blossom = kNone;           // the one that this node lies in
  int base = kNone;
  MatchingCost price = 0;     // a blossom's dual variable, never negative
  Label label = Label::none;  // of nodes that lie in no blossom
  Edge entry = {};            // by which an inner node was reached
};

// The matching grows by one pair in each stage: from a free vertex a tree of alternating paths (outer and
// inner nodes) follows tight edges, and the prices of the vertices move until an edge to another free node is
// tight. Costs are doubled, which keeps all prices whole.
class Matcher {
 public:
  explicit Matcher(const PairingCosts& costs)
      : costs_(costs),
        size_(costs.size()),
        nodes_(index(size_)),
        price_(index(size_), 0),
        mate_(index(size_), kNone),
        top_(index(size_)),
        nearest_(index(size_), kNone) {
    for (int v = 0; v < size_; ++v) nodes_[index(v)].base = top_[index(v)] = v;
  }

  std::vector<int> run() {
    match_greedily();
    for (int root = 0; root < size_; ++root)
      if (mate_[index(root)] == kNone) grow_from(root);
    return mate_;
  }

 private:
  static std::size_t index(int i) { return static_cast<std::size_t>(i); }
  [[nodiscard]] Node& node(int id) { return nodes_[index(id)]; }
  [[nodiscard]] Label label(int vertex) const { return nodes_[index(top_[index(vertex)])].label; }
  // Of an edge between different nodes; zero is tight.
  [[nodiscard]] MatchingCost slack(int u, int v) const {
    return 2 * costs_.at(u, v) - price_[index(u)] - price_[index(v)];
  }

  template <class Visit>
  void for_each_vertex(int id, Visit visit) {
    if (id < size_) return visit(id);
    for (const int child : node(id).cycle) for_each_vertex(child, visit);
  }

  // Prices as high as the cheapest edges allow make many edges tight from the start.
  void match_greedily() {
    for (int v = 0; v < size_; ++v) {
      const int first = v == 0 ? 1 : 0;
      price_[index(v)] = costs_.at(v, first);
      for (int u = 0; u < size_; ++u)
        if (u != v) price_[index(v)] = std::min(price_[index(v)], costs_.at(v, u));
    }
    for (int v = 0; v < size_; ++v)
      for (int u = v + 1; u < size_ && mate_[index(v)] == kNone; ++u)
        if (mate_[index(u)] == kNone && slack(u, v) == 0) marry(u, v);
  }

  void marry(int u, int v) {
    mate_[index(u)] = v;
    mate_[index(v)] = u;
  }

  void grow_from(int root) {
    for (Node& n : nodes_) n.label = Label::none;
    std::fill(nearest_.begin(), nearest_.end(), kNone);
    make_outer(top_[index(root)]);
    for (;;) {
      const auto [change, vertex, blossom] = next_event();
      change_prices(change);
      if (blossom != kNone) {
        expand(blossom);
        continue;
      }
      const Edge edge{nearest_[index(vertex)], vertex};
      const int target = top_[index(vertex)];
      if (node(target).label == Label::outer) {
        contract(edge);
      } else if (mate_[index(node(target).base)] == kNone) {
        return augment(edge);
      } else {
        node(target).label = Label::inner;
        node(target).entry = edge;
        make_outer(top_[index(mate_[index(node(target).base)])]);
      }
    }
  }

  struct Event {
    MatchingCost change;  // of the prices, until it happens
    int vertex;           // which an outer node reaches by a tight edge,
    int blossom;          // or an inner blossom whose price is used up
  };

  [[nodiscard]] Event next_event() const {
    Event first{0, kNone, kNone};
    const auto offer = [&](const Event& event) {
      if ((first.vertex == kNone && first.blossom == kNone) || event.change < first.change) first = event;
    };
    for (int v = 0; v < size_; ++v) {
      if (nearest_[index(v)] == kNone || label(v) == Label::inner) continue;
      const MatchingCost distance = slack(nearest_[index(v)], v);
      offer({label(v) == Label::outer ? distance / 2 : distance, v, kNone});
    }
    for (int id = size_; id < static_cast<int>(nodes_.size()); ++id) {
      const Node& n = nodes_[index(id)];
      if (n.blossom == kNone && n.label == Label::inner) offer({n.price / 2, kNone, id});
    }
    return first;
  }

  void change_prices(MatchingCost change) {
    if (change == 0) return;
    for (int v = 0; v < size_; ++v) {
      if (label(v) == Label::outer) price_[index(v)] += change;
      if (label(v) == Label::inner) price_[index(v)] -= change;
    }
    for (std::size_t id = index(size_); id < nodes_.size(); ++id) {
      Node& n = nodes_[id];
      if (n.blossom != kNone) continue;
      if (n.label == Label::outer) n.price += 2 * change;
      if (n.label == Label::inner) n.price -= 2 * change;
    }
  }

  void make_outer(int id) {
    node(id).label = Label::outer;
    for_each_vertex(id, [&](int v) { reach_out(v); });
  }

  // All outer vertices rise together, so which of them is nearest to a vertex stays true until nodes merge.
  void reach_out(int outer) {
    for (int v = 0; v < size_; ++v) {
      if (top_[index(v)] == top_[index(outer)]) continue;
      int& nearest = nearest_[index(v)];
      if (nearest == kNone || slack(outer, v) < slack(nearest, v)) nearest = outer;
    }
  }

  void find_nearest_again(int v) {
    nearest_[index(v)] = kNone;
    for (int u = 0; u < size_; ++u) {
      if (top_[index(u)] == top_[index(v)] || label(u) != Label::outer) continue;
      int& nearest = nearest_[index(v)];
      if (nearest == kNone || slack(u, v) < slack(nearest, v)) nearest = u;
    }
  }

  // The edge by which an outer or inner node hangs on the one above it; none for the root.
  [[nodiscard]] Edge upwards(int id) {
    if (node(id).label == Label::inner) return node(id).entry.reversed();
    const int base = node(id).base;
    return {base, mate_[index(base)]};
  }

  [[nodiscard]] int parent(int id) {
    const int above = upwards(id).to;
    return above == kNone ? kNone : top_[index(above)];
  }

  [[nodiscard]] int common_ancestor(int a, int b) {
    std::vector<bool> seen(nodes_.size(), false);
    for (; a != kNone; a = parent(a)) seen[index(a)] = true;
    while (!seen[index(b)]) b = parent(b);
    return b;
  }

  // An edge between two outer nodes closes an odd cycle; it becomes one outer node.
  void contract(Edge edge) {
    const int ancestor = common_ancestor(top_[index(edge.from)], top_[index(edge.to)]);
    Node blossom;
    blossom.base = node(ancestor).base;
    blossom.label = Label::outer;
    for (int id = top_[index(edge.from)]; id != ancestor; id = parent(id)) {
      blossom.cycle.push_back(id);
      blossom.links.push_back(upwards(id).reversed());
    }
    blossom.cycle.push_back(ancestor);
    std::reverse(blossom.cycle.begin(), blossom.cycle.end());
    std::reverse(blossom.links.begin(), blossom.links.end());
    blossom.links.push_back(edge);
    for (int id = top_[index(edge.to)]; id != ancestor; id = parent(id)) {
      blossom.cycle.push_back(id);
      blossom.links.push_back(upwards(id));
    }

    const int id = static_cast<int>(nodes_.size());
    for (const int child : blossom.cycle) node(child).blossom = id;
    nodes_.push_back(std::move(blossom));
    settle_vertices(id);
  }

  void settle_vertices(int id) {
    std::vector<int> risen;
    for (const int child : node(id).cycle)
      for_each_vertex(child, [&](int v) {
        top_[index(v)] = id;
        if (node(child).label == Label::inner) risen.push_back(v);
      });
    for (const int v : risen) reach_out(v);
    for_each_vertex(id, [&](int v) {
      const int nearest = nearest_[index(v)];
      if (nearest != kNone && top_[index(nearest)] == id) find_nearest_again(v);
    });
  }

  // The place in a blossom's cycle that holds a vertex.
  [[nodiscard]] std::size_t place_of(int blossom, int vertex) {
    int child = vertex;
    while (node(child).blossom != blossom) child = node(child).blossom;
    const std::vector<int>& cycle = node(blossom).cycle;
    return static_cast<std::size_t>(std::find(cycle.begin(), cycle.end(), child) - cycle.begin());
  }

  // An inner blossom whose price is used up falls apart. Of its nodes, the even path from where it was
  // entered to its base stays in the tree.
  void expand(int blossom) {
    const Node old = std::move(node(blossom));
    node(blossom) = Node{};
    node(blossom).blossom = blossom;  // gone for good: its number is not used again
    for (const int child : old.cycle) {
      node(child).blossom = kNone;
      node(child).label = Label::none;
      for_each_vertex(child, [&](int v) { top_[index(v)] = child; });
    }

    const std::size_t count = old.cycle.size();
    const int entered = top_[index(old.entry.to)];
    auto place =
        static_cast<std::size_t>(std::find(old.cycle.begin(), old.cycle.end(), entered) - old.cycle.begin());
    const bool forwards = place % 2 == 1;
    std::vector<int> outer;
    Edge entry = old.entry;
    for (;;) {
      const int inner = old.cycle[place];
      node(inner).label = Label::inner;
      node(inner).entry = entry;
      if (place == 0) break;
      const std::size_t matched = forwards ? place + 1 : place - 1;
      outer.push_back(old.cycle[matched]);
      entry = forwards ? old.links[matched] : old.links[matched - 1].reversed();
      place = (forwards ? matched + 1 : matched - 1) % count;
    }
    for (const int id : outer) node(id).label = Label::outer;
    for (const int id : outer) for_each_vertex(id, [&](int v) { reach_out(v); });
  }

  // Makes `vertex` the one that its node offers to the outside, and matches the rest of the node anew.
  void rebase(int id, int vertex) {
    if (node(id).base == vertex) return;
    const auto place = static_cast<std::ptrdiff_t>(place_of(id, vertex));
    Node& n = node(id);
    n.base = vertex;
    std::rotate(n.cycle.begin(), n.cycle.begin() + place, n.cycle.end());
    std::rotate(n.links.begin(), n.links.begin() + place, n.links.end());
    rebase(n.cycle[0], vertex);
    for (std::size_t i = 1; i < n.cycle.size(); i += 2) {
      const Edge edge = n.links[i];
      rebase(n.cycle[i], edge.from);
      rebase(n.cycle[i + 1], edge.to);
      marry(edge.from, edge.to);
    }
  }

  // From a free node back to the root, every edge of the path changes sides.
  void augment(Edge edge) {
    rebase(top_[index(edge.to)], edge.to);
    for (;;) {
      const int outer = top_[index(edge.from)];
      const int old_mate = mate_[index(node(outer).base)];
      rebase(outer, edge.from);
      marry(edge.from, edge.to);
      if (old_mate == kNone) return;
      edge = node(top_[index(old_mate)]).entry;
      rebase(top_[index(edge.to)], edge.to);
    }
  }

  const PairingCosts& costs_;
  int size_;
  std::vector<Node> nodes_;  // the vertices, then all blossoms that ever were
  std::vector<MatchingCost> price_;
  std::vector<int> mate_;
  std::vector<int> top_;      // the outermost node of each vertex
  std::vector<int> nearest_;  // the outer vertex from another node with the least slack
};

}  // namespace

std::vector<int> cheapest_perfect_matching(const PairingCosts& costs) {
  assert(costs.size() % 2 == 0);
  if (costs.size() == 0) return {};
  return Matcher(costs).run();
}

}  // namespace vitrine::arena
