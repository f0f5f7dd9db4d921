#pragma once

// Lines of text from a file descriptor, as both chess protocols send them: ended by LF, a CR before it
// dropped. Memory is bounded whatever the other side sends, and so is time.

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>

namespace vitrine::base {

class LineReader {
 public:
  using Clock = std::chrono::steady_clock;
  enum class Status {
    line,      // here is one
    too_long,  // one was longer than the limit; here is its beginning, the rest is skipped
    timeout,   // the deadline passed
    woken,     // the wake descriptor became readable
    end,       // the other side closed; a last line without LF has come before
  };

  // Does not own the descriptor.
  explicit LineReader(int fd, std::size_t max_line = std::size_t{1} << 20) : fd_(fd), max_line_(max_line) {}

  // Waits for the next line until `deadline` (for ever without one), or until `wake_fd` is readable. A line
  // that is already here comes first, whatever the deadline. Throws std::system_error if reading fails.
  [[nodiscard]] Status next(std::string& line, std::optional<Clock::time_point> deadline = {},
                            int wake_fd = -1);

  // When the bytes of the last line were read: the arrival, not the time somebody looked.
  [[nodiscard]] Clock::time_point arrived_at() const { return arrived_at_; }

 private:
  [[nodiscard]] bool take_line(std::string& line, bool& is_too_long);
  struct Ready {
    bool has_bytes = false;
    bool is_woken = false;
    bool is_late = false;
  };
  [[nodiscard]] Ready wait(std::optional<Clock::time_point> deadline, int wake_fd) const;
  void read_some();

  int fd_;
  std::size_t max_line_;
  std::string buffer_;
  std::size_t begin_ = 0;     // of the bytes not yet handed out
  std::size_t searched_ = 0;  // no LF before this
  bool is_skipping_ = false;  // the rest of a line that was too long
  bool is_at_end_ = false;
  Clock::time_point arrived_at_ = {};
};

}  // namespace vitrine::base
