#pragma once

// A GUI at the other end of standard input and output: reads its lines, hands them to the server of its
// protocol, until it says goodbye or is gone.

#include <string>

#include "cli/engine_argument.h"

namespace vitrine::cli {

// Return when the session is over. Throw UsageError for the argument, std::system_error if reading or writing
// fails.
void speak_uci(const EngineArgument& argument);
void speak_xboard(const EngineArgument& argument);

// Speaks what the first word asks for, with the default engine; false if the input ends before there is one.
[[nodiscard]] bool speak_what_is_spoken();

}  // namespace vitrine::cli
