#include "arena/opening.h"

namespace vitrine::arena {

chess::Game Opening::game() const {
  chess::Game game(start);
  for (const chess::Move move : moves) game.play_unchecked(move);
  return game;
}

}  // namespace vitrine::arena
