#pragma once

// The lines to and from an engine's process, and the faults they can end in. One thread uses it; wake() may
// come from any.

#include <chrono>
#include <deque>
#include <optional>
#include <string>
#include <string_view>

#include "base/child_process.h"
#include "base/file_descriptor.h"
#include "base/line_reader.h"
#include "protocols/engine_client.h"

namespace vitrine::protocols {

class EnginePipe {
 public:
  using Clock = std::chrono::steady_clock;
  using Deadline = std::optional<Clock::time_point>;  // nothing: for ever

  // Starts the program. Throws EngineFault.
  explicit EnginePipe(EngineCommand command);
  ~EnginePipe();  // asks it to quit, then kills
  EnginePipe(const EnginePipe&) = delete;
  EnginePipe& operator=(const EnginePipe&) = delete;

  [[nodiscard]] const EngineCommand& command() const { return command_; }
  [[nodiscard]] const std::string& name() const { return command_.name; }
  [[nodiscard]] const Patience& patience() const { return command_.patience; }

  // For the messages: "starting", "thinking". Faults while starting are of kind cannot_start.
  void set_phase(std::string phase) { phase_ = std::move(phase); }
  void set_started() { is_started_ = true; }

  // Sends a line, without its end. Throws EngineFault if the engine is gone or does not read.
  void send(std::string_view line);

  enum class Status { line, late_line, timeout, woken };
  // Waits for a line; one that is too long is cut. A late line came after the deadline: it is to be read, but
  // who is flooded by lines that say nothing can end it there. Throws EngineFault if there will be no more.
  [[nodiscard]] Status receive(std::string& line, Deadline deadline);
  // How long after `begin` the bytes of the last line were read.
  [[nodiscard]] std::chrono::microseconds time_since(Clock::time_point begin) const {
    return std::chrono::duration_cast<std::chrono::microseconds>(lines_->arrived_at() - begin);
  }
  void wake();  // makes receive return `woken`, now or when it is next called

  // Ends with a fault; the engine's processes are killed unless it is the move or a single request that is at
  // fault.
  [[noreturn]] void fail(engines::EngineFault::Kind kind, const std::string& what);
  // It was told to answer with a move, has had its time, and has not.
  [[noreturn]] void fail_without_move(const std::string& what) {
    fail(engines::EngineFault::Kind::no_move, what);
  }
  [[noreturn]] void fail_silent(const std::string& what) { fail(engines::EngineFault::Kind::silent, what); }
  void kill() { process_->kill(); }
  // Throws the fault that has ended it, if one has.
  void check_alive() const;

 private:
  [[noreturn]] void fail_ended();
  void note(const std::string& line);

  EngineCommand command_;
  std::string phase_ = "starting";
  bool is_started_ = false;
  std::optional<base::ChildProcess> process_;
  std::optional<base::LineReader> lines_;
  base::FileDescriptor wake_up_;  // eventfd
  base::FileDescriptor
      alarms_;  // epoll: woken, or the process has ended (children of it may keep its output open)
  std::deque<std::string> last_lines_;
  std::optional<engines::EngineFault> fault_;
};

}  // namespace vitrine::protocols
