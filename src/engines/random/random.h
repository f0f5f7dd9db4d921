#pragma once

// Any legal move, each as likely as the next: what Chess++ played in its versions 1.2 and 1.3, while its
// author was still busy with the board. The measure of all others: who can't beat it hasn't understood chess.

#include <memory>

#include "engines/engine.h"

namespace vitrine::engines {

// The option Seed makes it repeatable: the same seed plays the same moves in the same game.
[[nodiscard]] std::unique_ptr<Engine> make_random();

}  // namespace vitrine::engines
