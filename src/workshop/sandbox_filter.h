#pragma once

// The system calls of a bot: a list of those that a program needs which reads, computes and writes.

#include "base/file_descriptor.h"

namespace vitrine::workshop {

enum class Opening {
  forbidden,
  read_only,  // the loader of a program that is not static must open libraries
};

// The filter as bubblewrap wants it: a file of BPF instructions, read from its start. What is not allowed
// kills the process with SIGSYS. Throws std::runtime_error.
[[nodiscard]] base::FileDescriptor make_system_call_filter(Opening opening);

}  // namespace vitrine::workshop
