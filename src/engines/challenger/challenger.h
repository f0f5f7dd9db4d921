#pragma once

// The challenge entry that came with a dashboard: a modest search that counts everything it does.

#include <memory>

#include "engines/engine.h"

namespace vitrine::engines {

[[nodiscard]] std::unique_ptr<Engine> make_challenger();

}  // namespace vitrine::engines
