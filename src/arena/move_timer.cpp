#include "arena/move_timer.h"

#include <algorithm>
#include <utility>

namespace vitrine::arena {

MoveTimer::MoveTimer(Clock::duration longest, std::stop_token stop)
    : longest_(std::max<Clock::duration>(longest, std::chrono::milliseconds(1))),
      outside_(std::move(stop)),
      on_outside_(outside_, [this] { stop_move(); }),
      thread_([this](const std::stop_token& quit) { watch(quit); }) {}

std::stop_token MoveTimer::begin_move() {
  const std::lock_guard lock(mutex_);
  begun_ = Clock::now();
  move_ = std::stop_source();
  if (outside_.stop_requested()) move_.request_stop();  // it came before there was a move to stop
  return move_.get_token();
}

void MoveTimer::end_move() {
  const std::lock_guard lock(mutex_);
  begun_.reset();
}

// Outside the lock, because who hears it may call us.
void MoveTimer::stop_move() {
  std::stop_source move;
  {
    const std::lock_guard lock(mutex_);
    move = move_;
  }
  move.request_stop();
}

// Wakes once every `longest` at most. A move that began since then is waited for anew, so no move has to wake
// this thread.
void MoveTimer::watch(const std::stop_token& quit) {
  std::unique_lock lock(mutex_);
  while (!quit.stop_requested()) {
    const auto now = Clock::now();
    const auto end = begun_.value_or(now) + longest_;
    if (begun_ && end <= now) {
      begun_.reset();
      std::stop_source late = move_;
      lock.unlock();
      late.request_stop();
      lock.lock();
      continue;
    }
    static_cast<void>(changed_.wait_until(lock, quit, end, [] { return false; }));
  }
}

}  // namespace vitrine::arena
