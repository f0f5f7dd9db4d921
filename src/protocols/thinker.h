#pragma once

// An engine thinking on a thread of its own, so that commands are heard meanwhile. Exactly one answer comes
// for each start. The answer to an infinite search waits for the stop, the answer to a ponder search for the
// stop or the ponder hit, without spinning.

#include <condition_variable>
#include <functional>
#include <mutex>
#include <stop_token>
#include <thread>

#include "engines/engine.h"

namespace vitrine::protocols {

class Thinker {
 public:
  using OnChoice = std::function<void(const engines::Choice&)>;

  explicit Thinker(engines::Engine& engine) : engine_(engine) {}
  ~Thinker();  // stops, and waits for the answer
  Thinker(const Thinker&) = delete;
  Thinker& operator=(const Thinker&) = delete;

  // Both callbacks come from the thinking thread; nothing is reported after the choice. Contract:
  // !is_thinking(), and neither callback calls start, stop or wait of this object.
  void start(const chess::Game& game, const engines::Limits& limits, engines::Listener on_report,
             OnChoice on_choice);

  // Until the choice has been delivered.
  [[nodiscard]] bool is_thinking() const;
  void stop();        // asks for the answer now
  void ponder_hit();  // the expected move came: think on under the limits
  void wait();        // until the choice has been delivered; contract: something will end the search

 private:
  void think(const chess::Game& game, const engines::Limits& limits, const engines::Listener& on_report,
             const OnChoice& on_choice);

  engines::Engine& engine_;
  std::stop_source stop_;
  std::stop_source ponder_hit_;
  std::jthread thread_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  bool is_thinking_ = false;
};

}  // namespace vitrine::protocols
