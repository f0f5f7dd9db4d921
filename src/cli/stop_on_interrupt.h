#pragma once

// Ctrl-C as a flag, and as a stop token, for those who compute: while this object lives, SIGINT and SIGTERM
// only set them.

#include <atomic>
#include <stop_token>
#include <thread>

#include "cli/interrupt.h"

namespace vitrine::cli {

class StopOnInterrupt {
 public:
  // Throws std::system_error if the system has no descriptor or thread left.
  StopOnInterrupt();
  ~StopOnInterrupt();
  StopOnInterrupt(const StopOnInterrupt&) = delete;
  StopOnInterrupt& operator=(const StopOnInterrupt&) = delete;

  [[nodiscard]] const std::atomic<bool>& flag() const { return is_requested_; }
  [[nodiscard]] std::stop_token token() const { return source_.get_token(); }

 private:
  Interrupt interrupt_;
  int wake_up_;  // an eventfd: the watcher waits for this or a signal
  std::atomic<bool> is_requested_ = false;
  std::stop_source source_;
  std::thread watcher_;
};

}  // namespace vitrine::cli
