#include "cli/stdout_sink.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <csignal>
#include <string>
#include <system_error>

namespace vitrine::cli {

StdoutSink::StdoutSink() : event_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
  if (event_ < 0) throw std::system_error(errno, std::generic_category(), "eventfd");
  std::signal(SIGPIPE, SIG_IGN);
}

StdoutSink::~StdoutSink() { ::close(event_); }

void StdoutSink::send(std::string_view line) {
  std::string text(line);
  text += '\n';
  const std::lock_guard lock(mutex_);
  for (std::string_view rest = text; !rest.empty() && error_ == 0;) {
    if (!wait_writable()) return fail(EPIPE);
    // A pipe that is writable takes this much without waiting.
    const ssize_t written = ::write(STDOUT_FILENO, rest.data(), std::min<std::size_t>(rest.size(), PIPE_BUF));
    if (written >= 0)
      rest.remove_prefix(static_cast<std::size_t>(written));
    else if (errno != EINTR && errno != EAGAIN)
      fail(errno);
  }
}

bool StdoutSink::wait_writable() {
  for (;;) {
    pollfd fd = {STDOUT_FILENO, POLLOUT, 0};
    if (::poll(&fd, 1, 50) > 0) return true;
    if (Clock::now() >= deadline_.load()) return false;
  }
}

void StdoutSink::give_up_in(std::chrono::milliseconds patience) { deadline_ = Clock::now() + patience; }

void StdoutSink::fail(int error) {
  error_ = error;
  const std::uint64_t one = 1;
  [[maybe_unused]] const ssize_t written = ::write(event_, &one, sizeof one);
}

}  // namespace vitrine::cli
