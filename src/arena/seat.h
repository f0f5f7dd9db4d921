#pragma once

// A player's place at the board: its engine, started when needed, kept between games, and started afresh
// after a fault or when the player's settings ask for it.

#include <memory>

#include "arena/player.h"

namespace vitrine::arena {

class Seat {
 public:
  Seat(Player player, EngineFactory factory);

  [[nodiscard]] const Player& player() const { return player_; }
  // The engine, told that a new game begins. Throws engines::EngineFault.
  [[nodiscard]] engines::Engine& begin_game();
  // Contract: begin_game has succeeded since the last drop.
  [[nodiscard]] engines::Engine& engine() { return *engine_; }
  // Ends the engine; the next game starts another.
  void drop() { engine_.reset(); }

 private:
  Player player_;
  EngineFactory factory_;
  std::unique_ptr<engines::Engine> engine_;
};

}  // namespace vitrine::arena
