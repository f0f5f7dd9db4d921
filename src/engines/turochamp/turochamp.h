#pragma once

// Turing's paper machine, and what became of it: three readings of one program, chosen by an option.

#include <memory>

#include "engines/engine.h"

namespace vitrine::engines {

[[nodiscard]] std::unique_ptr<Engine> make_turochamp();

}  // namespace vitrine::engines
