#pragma once

// Chess++ v2.2, and its elder sister v2.1: full-width alpha-beta to a depth that the material decides, then
// an evaluation at the horizon, whatever is being captured there.

#include <memory>

#include "engines/engine.h"

namespace vitrine::engines {

[[nodiscard]] std::unique_ptr<Engine> make_negamax();

}  // namespace vitrine::engines
