#pragma once

// The network that the program carries: data/vitrine.nnue, put into the binary when it is built.

#include <memory>

#include "eval/nnue/network.h"

namespace vitrine::eval::nnue {

// Read once, however many ask; never nullptr. Throws std::runtime_error if the binary was built with a file
// that is no network.
[[nodiscard]] std::shared_ptr<const Network> builtin_network();

}  // namespace vitrine::eval::nnue
