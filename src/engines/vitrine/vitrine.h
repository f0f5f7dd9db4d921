#pragma once

// The flagship: a modern search with everything the field has found, over an evaluation that can be
// explained. (Its namespace is `flagship`: a second `vitrine` within the first would hide it.)

#include <memory>

#include "engines/engine.h"

namespace vitrine::engines {

[[nodiscard]] std::unique_ptr<Engine> make_vitrine();

}  // namespace vitrine::engines
