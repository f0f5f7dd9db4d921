#pragma once

// Two thinkers of one engine that take turns, so that the answer to one search can start the next: a CECP
// engine ponders as soon as it has moved, without being told.

#include <array>
#include <cstddef>
#include <utility>

#include "protocols/thinker.h"

namespace vitrine::protocols {

class CecpRelay {
 public:
  explicit CecpRelay(engines::Engine& engine) : thinkers_{Thinker(engine), Thinker(engine)} {}

  // As Thinker::start, and on_choice may call it too. Contract: the last choice has come, or is just being
  // delivered.
  void start(const chess::Game& game, const engines::Limits& limits, engines::Listener on_report,
             Thinker::OnChoice on_choice) {
    current_ = 1 - current_;
    // It has delivered its choice before the other one began, but its thread may not have ended yet.
    thinkers_[current_].wait();
    thinkers_[current_].start(game, limits, std::move(on_report), std::move(on_choice));
  }

  void stop() { thinkers_[current_].stop(); }
  void ponder_hit() { thinkers_[current_].ponder_hit(); }
  // Until no callback runs any more. Not from a callback.
  void wait() {
    for (Thinker& thinker : thinkers_) thinker.wait();
  }

 private:
  std::array<Thinker, 2> thinkers_;
  std::size_t current_ = 0;
};

}  // namespace vitrine::protocols
