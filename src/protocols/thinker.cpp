#include "protocols/thinker.h"

#include <cassert>
#include <utility>

namespace vitrine::protocols {

Thinker::~Thinker() {
  stop();
  wait();
}

void Thinker::start(const chess::Game& game, const engines::Limits& limits, engines::Listener on_report,
                    OnChoice on_choice) {
  assert(!is_thinking());
  if (thread_.joinable()) thread_.join();
  stop_ = std::stop_source();
  ponder_hit_ = std::stop_source();
  is_thinking_ = true;
  thread_ = std::jthread([this, game, limits, report = std::move(on_report), choice = std::move(on_choice)] {
    think(game, limits, report, choice);
  });
}

void Thinker::think(const chess::Game& game, const engines::Limits& limits,
                    const engines::Listener& on_report, const OnChoice& on_choice) {
  const engines::Choice choice =
      engine_.choose(game, limits, on_report, {stop_.get_token(), ponder_hit_.get_token()});
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] {
    if (stop_.stop_requested()) return true;
    return !limits.infinite && (!limits.ponder || ponder_hit_.stop_requested());
  });
  lock.unlock();
  on_choice(choice);
  lock.lock();
  is_thinking_ = false;
  changed_.notify_all();
}

bool Thinker::is_thinking() const {
  const std::lock_guard lock(mutex_);
  return is_thinking_;
}

void Thinker::stop() {
  stop_.request_stop();
  const std::lock_guard lock(mutex_);
  changed_.notify_all();
}

void Thinker::ponder_hit() {
  ponder_hit_.request_stop();
  const std::lock_guard lock(mutex_);
  changed_.notify_all();
}

void Thinker::wait() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return !is_thinking_; });
}

}  // namespace vitrine::protocols
