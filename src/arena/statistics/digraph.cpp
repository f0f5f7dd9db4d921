#include "arena/statistics/digraph.h"

#include <cstddef>
#include <utility>

namespace vitrine::arena {

// Depth first, with a stack of our own: a chain of players may be longer than the machine's stack is deep.
void Digraph::visit(const Neighbours& neighbours, int node, std::vector<bool>& seen,
                    std::vector<int>& finished) {
  std::vector<std::pair<int, std::size_t>> path = {{node, 0}};
  seen[static_cast<std::size_t>(node)] = true;
  while (!path.empty()) {
    auto& [current, next] = path.back();
    const std::vector<int>& targets = neighbours[static_cast<std::size_t>(current)];
    if (next == targets.size()) {
      finished.push_back(current);
      path.pop_back();
      continue;
    }
    const int target = targets[next++];
    if (seen[static_cast<std::size_t>(target)]) continue;
    seen[static_cast<std::size_t>(target)] = true;
    path.emplace_back(target, 0);
  }
}

// Kosaraju: in the reversed graph, whoever can still be reached from the node that was finished last belongs
// to it.
std::vector<int> Digraph::strong_components() const {
  const std::size_t count = next_.size();
  std::vector<bool> seen(count, false);
  std::vector<int> finished;
  for (std::size_t node = 0; node < count; ++node)
    if (!seen[node]) visit(next_, static_cast<int>(node), seen, finished);

  std::vector<int> group(count, -1);
  seen.assign(count, false);
  int groups = 0;
  for (std::size_t i = count; i-- > 0;) {
    if (seen[static_cast<std::size_t>(finished[i])]) continue;
    std::vector<int> members;
    visit(previous_, finished[i], seen, members);
    for (const int member : members) group[static_cast<std::size_t>(member)] = groups;
    ++groups;
  }

  std::vector<int> renumbered(static_cast<std::size_t>(groups), -1);
  int used = 0;
  for (int& g : group) {
    int& number = renumbered[static_cast<std::size_t>(g)];
    if (number < 0) number = used++;
    g = number;
  }
  return group;
}

}  // namespace vitrine::arena
