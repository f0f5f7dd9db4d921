#pragma once

// Where a bot of others runs: a program that may read its input, write its output, use memory and look at the
// clock, and nothing else. Everything is in force before the first instruction of the bot, its static
// constructors included, because it is the launcher (vitrine-sandbox) and not the bot that sets it up:
//
// - namespaces (bubblewrap): no network, no other process in sight, no file but the program itself and, if it
//   is not linked statically, its libraries, read-only; all of it dies when one of the processes around it
//   does
// - a system call filter (seccomp): what a bot needs is listed, all else ends it with SIGSYS
// - limits of the kernel: memory, and no file, core or lock of any size
//
// What this means for bots is in docs/workshop-sandbox.md.

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace vitrine::workshop {

struct SandboxLimits {
  std::size_t memory_bytes = std::size_t{256} << 20;  // its own; its program and stack come on top
};

// The command line under which a program runs confined. [0] of `argv` is a path. Throws std::runtime_error if
// the launcher or bubblewrap is not installed.
[[nodiscard]] std::vector<std::string> sandboxed(const std::vector<std::string>& argv,
                                                 const SandboxLimits& limits = {});

// Confines a harmless program to see whether this machine can. Throws std::runtime_error that says what it
// lacks. For the beginning of a tournament; a bot that can't be confined does not run in any case.
void require_sandbox();

// The exit status of the launcher when it could not confine the program, which then was not run.
inline constexpr int kCannotConfine = 125;

// Like `sandboxed`, but in this process, which must be a child of its own for that: what the launcher does.
// Returns the exit status of the program; one that was killed takes us along with the same signal.
int run_sandboxed(const std::vector<std::string>& argv, const SandboxLimits& limits);

}  // namespace vitrine::workshop
