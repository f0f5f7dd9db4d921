#include "arena/seat.h"

#include <utility>

namespace vitrine::arena {

using engines::EngineFault;

Seat::Seat(Player player, EngineFactory factory) : player_(std::move(player)), factory_(std::move(factory)) {}

engines::Engine& Seat::begin_game() {
  if (player_.restart == Restart::always) drop();
  if (!engine_) {
    try {
      engine_ = factory_(player_);
    } catch (const EngineFault&) {
      throw;
    } catch (const std::exception& error) {  // a setting it doesn't have, no process left, …
      throw EngineFault(EngineFault::Kind::cannot_start, player_.name + ": " + error.what());
    }
  }
  engine_->new_game();
  return *engine_;
}

}  // namespace vitrine::arena
