#pragma once

// A process whose descendants can't outlive us, whatever they do and whenever we die. It is the first of a
// process namespace of its own, so that the kernel ends all of them with it, and it ends with us.
//
// bubblewrap makes a namespace too and offers to die with its parent, but asks for that only when it has set
// up everything: killed in the milliseconds before, it leaves a process that goes on, and starts the bot for
// nobody.

#include <sys/types.h>

#include <functional>

#include "base/file_descriptor.h"

namespace vitrine::workshop {

struct Guard {
  pid_t pid;                   // ends when the program and all its descendants have
  base::FileDescriptor alive;  // that this is open is how it knows that we live: keep it
};

// `exec` is to become the program, in a process of its own; if it returns, that process ends. The standard
// streams are the program's alone then, but for standard error. Contract: we have one thread. Throws
// std::system_error where there are no namespaces to be had.
[[nodiscard]] Guard start_guarded(const std::function<void()>& exec);

}  // namespace vitrine::workshop
