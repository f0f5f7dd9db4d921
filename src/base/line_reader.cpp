#include "base/line_reader.h"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>

namespace vitrine::base {

LineReader::Status LineReader::next(std::string& line, std::optional<Clock::time_point> deadline,
                                    int wake_fd) {
  // Bytes that never make a line must keep nobody from looking up: after each read, all three ends are asked
  // for.
  Ready ready = {};
  for (;;) {
    bool is_too_long = false;
    if (take_line(line, is_too_long)) return is_too_long ? Status::too_long : Status::line;
    if (is_at_end_) return Status::end;
    if (ready.is_woken) return Status::woken;
    if (ready.is_late) return Status::timeout;
    ready = wait(deadline, wake_fd);
    if (ready.has_bytes) read_some();
  }
}

bool LineReader::take_line(std::string& line, bool& is_too_long) {
  for (;;) {
    const std::size_t feed = buffer_.find('\n', searched_);
    const bool has_feed = feed != std::string::npos;
    const std::size_t end = has_feed ? feed : buffer_.size();
    const bool is_whole = has_feed || (is_at_end_ && end > begin_);
    if (!is_whole && end - begin_ <= max_line_) {
      searched_ = end;
      return false;
    }
    // A whole line, the first part of one that is too long, or the rest of such a one.
    const bool was_skipping = is_skipping_;
    is_skipping_ = !is_whole;
    is_too_long = end - begin_ > max_line_;
    line.assign(buffer_, begin_, std::min(end - begin_, max_line_));
    begin_ = searched_ = has_feed ? feed + 1 : end;
    if (begin_ == buffer_.size() || begin_ > 65536) {
      buffer_.erase(0, begin_);
      begin_ = searched_ = 0;
    }
    if (was_skipping) continue;
    if (!line.empty() && line.back() == '\r') line.pop_back();
    return true;
  }
}

LineReader::Ready LineReader::wait(std::optional<Clock::time_point> deadline, int wake_fd) const {
  for (;;) {
    std::array<pollfd, 2> fds = {{{fd_, POLLIN, 0}, {wake_fd, POLLIN, 0}}};
    timespec timeout = {};
    if (deadline) {
      const auto left = std::max(*deadline - Clock::now(), Clock::duration::zero());
      const auto nanoseconds = std::chrono::duration_cast<std::chrono::nanoseconds>(left).count();
      timeout = {static_cast<time_t>(nanoseconds / 1'000'000'000),
                 static_cast<long>(nanoseconds % 1'000'000'000)};
    }
    const int ready = ppoll(fds.data(), wake_fd < 0 ? 1 : 2, deadline ? &timeout : nullptr, nullptr);
    if (ready < 0 && errno == EINTR) continue;
    if (ready < 0) throw std::system_error(errno, std::generic_category(), "poll");
    // Also when the other side hung up: its last bytes are still to be read.
    return {.has_bytes = fds[0].revents != 0,
            .is_woken = fds[1].revents != 0,
            .is_late = deadline && Clock::now() >= *deadline};
  }
}

void LineReader::read_some() {
  std::array<char, 65536> bytes;
  const ssize_t count = read(fd_, bytes.data(), bytes.size());
  arrived_at_ = Clock::now();
  if (count > 0)
    buffer_.append(bytes.data(), static_cast<std::size_t>(count));
  else if (count == 0 || errno == EIO)  // EIO: the other end of a terminal is gone
    is_at_end_ = true;
  else if (errno != EINTR && errno != EAGAIN)
    throw std::system_error(errno, std::generic_category(), "read");
}

}  // namespace vitrine::base
