#pragma once

// A program in a process of its own, with pipes to its standard input and output: how engines and bots that
// are not ours run. Whatever it does, its owner can't be blocked by it, and nothing of it is left when the
// object is gone.
//
// The child leads a session of its own, gets no descriptor but the three standard ones, and dies with us
// (PR_SET_PDEATHSIG). That signal comes when the *thread* that forked ends, so each child is forked by a
// keeper thread that lives exactly as long as this object; the same thread empties standard error.
//
// Killing reaches the whole tree. A process belongs to it if its ancestor does, if it is in the child's
// session, or if its environment holds the mark that only this child got (so also a daemon that has left
// parent and session). We scan /proc for that instead of being a subreaper: that would be a property of the
// whole program, which then had to reap strangers. A process that sets out to escape can do so by wiping its
// environment; bots that may want to belong into a sandbox with a pid namespace.

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "base/file_descriptor.h"

namespace vitrine::base {

struct ChildCommand {
  std::vector<std::string>
      argv;  // [0] is looked for in PATH and /usr/games unless it has a '/'; no shell sees this
  std::optional<std::string> directory = {};                 // to run in; nothing: ours
  std::optional<std::vector<std::string>> environment = {};  // NAME=value; nothing: ours
};

struct ExitStatus {
  int code = 0;    // if it ended by itself
  int signal = 0;  // if it was killed: its number
  // In words: "exit status 1", "killed by SIGSEGV".
  [[nodiscard]] std::string to_string() const;
};

class ChildProcess {
 public:
  using Clock = std::chrono::steady_clock;
  using Deadline = Clock::time_point;
  static constexpr std::size_t kErrorTail = std::size_t{64} << 10;

  // Throws std::system_error if the program can't be run, with the reason: not found, not executable, no
  // process left.
  explicit ChildProcess(const ChildCommand& command);
  ~ChildProcess();  // kills and reaps
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  [[nodiscard]] pid_t pid() const { return pid_; }
  // What the child writes to its standard output.
  [[nodiscard]] int output() const { return output_.get(); }

  enum class WriteStatus { done, timeout, closed };
  // Writes everything to the child's standard input, or as much as it takes until the deadline.
  [[nodiscard]] WriteStatus write(std::string_view bytes, Deadline deadline);
  void close_input() { input_.reset(); }

  // The end of what it wrote to standard error, at most kErrorTail bytes.
  [[nodiscard]] std::string error_tail() const;

  // Readable when it has ended.
  [[nodiscard]] int end_descriptor() const { return handle_.get(); }
  // Waits for its end; nothing if it still runs at the deadline.
  [[nodiscard]] std::optional<ExitStatus> wait(Deadline deadline);
  // Kills it and every process it has started, and waits until it is gone. Again: does nothing.
  void kill();
  [[nodiscard]] bool is_killed() const { return is_reaped_; }

 private:
  void start(const ChildCommand& command);
  void keep();
  bool read_errors() const;  // takes some of what is there; false at its end

  pid_t pid_ = -1;
  std::string mark_;  // in the environment of the child and its descendants
  FileDescriptor input_;
  FileDescriptor output_;
  FileDescriptor errors_;
  FileDescriptor handle_;   // pidfd: readable when the child has ended
  FileDescriptor wake_up_;  // eventfd: ends the keeper
  std::optional<ExitStatus> exit_status_;
  bool is_reaped_ = false;
  mutable std::mutex mutex_;  // guards error_tail_
  mutable std::string error_tail_;
  std::jthread keeper_;
};

}  // namespace vitrine::base
