#pragma once

// Standard output as a protocol uses it: each line is out at once and whole, whoever sends it; and when
// nobody reads any more, that is known and holds nothing up.

#include <atomic>
#include <chrono>
#include <mutex>
#include <string_view>

#include "protocols/line_sink.h"

namespace vitrine::cli {

class StdoutSink : public protocols::LineSink {
 public:
  // Ignores SIGPIPE from now on, in the whole program. Throws std::system_error if the system has no
  // descriptor left.
  StdoutSink();
  ~StdoutSink() override;
  StdoutSink(const StdoutSink&) = delete;
  StdoutSink& operator=(const StdoutSink&) = delete;

  // Waits where a pipe is full. After an error nothing more is written.
  void send(std::string_view line) override;
  // From now on waits no longer than this in all for a reader who does not read.
  void give_up_in(std::chrono::milliseconds patience);

  // A descriptor that becomes readable after an error.
  [[nodiscard]] int error_descriptor() const { return event_; }
  // 0: all is well.
  [[nodiscard]] int error() const { return error_; }

 private:
  using Clock = std::chrono::steady_clock;

  [[nodiscard]] bool wait_writable();
  void fail(int error);

  int event_;
  std::mutex mutex_;
  std::atomic<int> error_ = 0;
  std::atomic<Clock::time_point> deadline_ = Clock::time_point::max();
};

}  // namespace vitrine::cli
