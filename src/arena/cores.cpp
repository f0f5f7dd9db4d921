#include "arena/cores.h"

#include <sched.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <string>

namespace vitrine::arena {
namespace {

// Names the physical core: logical processors that share one have the same list of siblings.
std::string siblings(int core) {
  std::ifstream file("/sys/devices/system/cpu/cpu" + std::to_string(core) + "/topology/thread_siblings_list");
  std::string list;
  std::getline(file, list);
  return list.empty() ? std::to_string(core) : list;
}

}  // namespace

std::vector<int> cores_in_order() {
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  if (sched_getaffinity(0, sizeof allowed, &allowed) != 0) return {};
  struct Core {
    int number;
    int turn;  // how many siblings come before it
  };
  std::vector<Core> cores;
  std::map<std::string, int> seen;
  for (int core = 0; core < CPU_SETSIZE; ++core)
    if (CPU_ISSET(core, &allowed)) cores.push_back({core, seen[siblings(core)]++});
  std::stable_sort(cores.begin(), cores.end(), [](const Core& a, const Core& b) { return a.turn < b.turn; });
  std::vector<int> order;
  for (const Core& core : cores) order.push_back(core.number);
  return order;
}

bool pin_this_thread(int core) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(core, &set);
  return sched_setaffinity(0, sizeof set, &set) == 0;
}

}  // namespace vitrine::arena
