#pragma once

// chess_ai, rebuilt: a program in plain C that looked a fixed number of plies ahead on an array board, tried
// captures first, and judged by material and the four centre squares (knight 350, bishop 300). It castled out
// of check, knew neither en passant nor any draw, and took stalemate for a loss; this one knows the rules.

#include <memory>

#include "engines/engine.h"

namespace vitrine::engines {

[[nodiscard]] std::unique_ptr<Engine> make_mailbox();

}  // namespace vitrine::engines
