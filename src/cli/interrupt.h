#pragma once

// Ctrl-C as a question instead of a signal handler: while this object lives, SIGINT and SIGTERM wait to be
// asked for, so that a command can stop at a good place and say what it has done.

#include <csignal>

namespace vitrine::cli {

class Interrupt {
 public:
  // Throws std::system_error if the system has no descriptor left.
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  // Waits until there is something to read; false if the user wants to stop.
  [[nodiscard]] bool wait_readable(int descriptor);
  // Looks whether the user wants to stop, without waiting.
  [[nodiscard]] bool check();
  // What wait_readable() and check() have found so far.
  [[nodiscard]] bool is_requested() const { return is_requested_; }
  // Becomes readable when the user wants to stop, for those who wait for several things; check() then says
  // so.
  [[nodiscard]] int descriptor() const { return signals_; }

 private:
  sigset_t previous_mask_;
  int signals_;
  bool is_requested_ = false;
};

}  // namespace vitrine::cli
