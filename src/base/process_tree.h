#pragma once

// All processes that come from one, found in /proc.

#include <sys/types.h>

#include <string_view>
#include <vector>

namespace vitrine::base {

// The living processes of the tree: `root`, those whose ancestor is in it, those in the session that `root`
// leads, and those whose environment holds `mark` (NAME=value; empty: not asked). Zombies are left out.
// Contract: `root` has not been reaped, so its number is still its own.
[[nodiscard]] std::vector<pid_t> process_tree(pid_t root, std::string_view mark);

// Kills the tree again and again until nothing of it is found. Gives up on what can't die after two seconds
// (a process that hangs in the kernel).
void kill_process_tree(pid_t root, std::string_view mark);

}  // namespace vitrine::base
