#pragma once

// Stops a thinking engine that has no clock of its own when it has thought for too long, or when the game is
// stopped from outside. Its thread sleeps through almost every game: a move only writes down when it began.

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>

namespace vitrine::arena {

class MoveTimer {
 public:
  using Clock = std::chrono::steady_clock;

  // `stop` is the one from outside.
  MoveTimer(Clock::duration longest, std::stop_token stop);

  // A move begins. The token asks the engine to stop; it is good until the next move begins.
  [[nodiscard]] std::stop_token begin_move();
  void end_move();

 private:
  void watch(const std::stop_token& quit);
  void stop_move();

  Clock::duration longest_;
  std::mutex mutex_;  // guards the next two
  std::optional<Clock::time_point> begun_;
  std::stop_source move_;
  std::condition_variable_any changed_;
  std::stop_token outside_;
  std::stop_callback<std::function<void()>> on_outside_;
  std::jthread thread_;
};

}  // namespace vitrine::arena
