#include "cli/stop_on_interrupt.h"

#include <sys/eventfd.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace vitrine::cli {

StopOnInterrupt::StopOnInterrupt() : wake_up_(::eventfd(0, EFD_CLOEXEC)) {
  if (wake_up_ < 0) throw std::system_error(errno, std::generic_category(), "eventfd");
  watcher_ = std::thread([this] {
    if (interrupt_.wait_readable(wake_up_)) return;
    is_requested_ = true;
    source_.request_stop();
  });
}

StopOnInterrupt::~StopOnInterrupt() {
  ::eventfd_write(wake_up_, 1);
  watcher_.join();
  ::close(wake_up_);
}

}  // namespace vitrine::cli
