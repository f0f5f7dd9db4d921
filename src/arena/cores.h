#pragma once

// Which processor a thread runs on. Engines disturb each other least when each has a physical core of its
// own.

#include <vector>

namespace vitrine::arena {

// The logical processors that this process may use: first one of each physical core, then their siblings.
[[nodiscard]] std::vector<int> cores_in_order();

// This thread, and the processes it starts from now on, run there only. False: the system refuses.
bool pin_this_thread(int core);

}  // namespace vitrine::arena
