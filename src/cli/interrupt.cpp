#include "cli/interrupt.h"

#include <poll.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <system_error>

namespace vitrine::cli {

Interrupt::Interrupt() {
  sigset_t mask;
  sigemptyset(&mask);
  sigaddset(&mask, SIGINT);
  sigaddset(&mask, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &mask, &previous_mask_);
  signals_ = ::signalfd(-1, &mask, SFD_CLOEXEC | SFD_NONBLOCK);
  if (signals_ >= 0) return;
  pthread_sigmask(SIG_SETMASK, &previous_mask_, nullptr);
  throw std::system_error(errno, std::generic_category(), "signalfd");
}

Interrupt::~Interrupt() {
  // Take what has come, or it would arrive when the mask is lifted and kill the program after all.
  signalfd_siginfo info;
  while (::read(signals_, &info, sizeof info) == sizeof info) {
  }
  ::close(signals_);
  pthread_sigmask(SIG_SETMASK, &previous_mask_, nullptr);
}

bool Interrupt::wait_readable(int descriptor) {
  if (is_requested_) return false;
  std::array<pollfd, 2> waiting = {pollfd{signals_, POLLIN, 0}, pollfd{descriptor, POLLIN, 0}};
  while (::poll(waiting.data(), waiting.size(), -1) < 0 && errno == EINTR) {
  }
  is_requested_ = (waiting[0].revents & POLLIN) != 0;
  return !is_requested_;
}

bool Interrupt::check() {
  pollfd signals = {signals_, POLLIN, 0};
  if (::poll(&signals, 1, 0) > 0) is_requested_ = true;
  return is_requested_;
}

}  // namespace vitrine::cli
