#include "protocols/engine_pipe.h"

#include <sys/epoll.h>
#include <sys/eventfd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>

#include "base/exhaustion.h"
#include "protocols/clean_text.h"
#include "protocols/words.h"

namespace vitrine::protocols {

namespace {

using namespace std::chrono_literals;
using Kind = engines::EngineFault::Kind;

constexpr std::size_t kMaxLine = 4096;
constexpr std::size_t kLinesInFault = 3;      // of its output
constexpr std::size_t kErrorsInFault = 2048;  // bytes of its standard error
constexpr std::size_t kLineInFault = 200;     // bytes of a line

std::string base_name(const std::string& path) { return path.substr(path.rfind('/') + 1); }

// "  stderr: TEXT" for each of the last lines.
std::string describe_errors(std::string_view tail) {
  if (tail.size() > kErrorsInFault) tail.remove_prefix(tail.size() - kErrorsInFault);
  std::string text;
  while (!tail.empty()) {
    const std::size_t end = std::min(tail.find('\n'), tail.size());
    const std::string line = clean_text(tail.substr(0, std::min(end, kLineInFault)));
    if (!trimmed(line).empty()) text += "\n  stderr: " + line;
    tail.remove_prefix(std::min(end + 1, tail.size()));
  }
  return text;
}

}  // namespace

EnginePipe::EnginePipe(EngineCommand command)
    : command_(std::move(command)), wake_up_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
  if (command_.name.empty() && !command_.argv.empty()) command_.name = base_name(command_.argv[0]);
  if (!wake_up_.is_open()) throw std::system_error(errno, std::generic_category(), "eventfd");
  try {
    process_.emplace(base::ChildCommand{command_.argv, command_.directory, command_.environment});
  } catch (const std::system_error& error) {
    if (base::is_exhaustion(error.code())) throw;
    throw engines::EngineFault(Kind::cannot_start, command_.name + ": " + error.what());
  }
  lines_.emplace(process_->output(), kMaxLine);
  alarms_.reset(epoll_create1(EPOLL_CLOEXEC));
  for (const int fd : {wake_up_.get(), process_->end_descriptor()}) {
    epoll_event event{.events = EPOLLIN, .data = {}};
    if (epoll_ctl(alarms_.get(), EPOLL_CTL_ADD, fd, &event) != 0)
      throw std::system_error(errno, std::generic_category(), "epoll");
  }
  for (const std::string& line : command_.first_lines) send(line);
}

EnginePipe::~EnginePipe() {
  if (process_->is_killed()) return;
  try {
    const auto deadline = Clock::now() + command_.patience.quit;
    if (command_.on_line) command_.on_line(EngineCommand::Direction::to_engine, "quit");
    if (process_->write("quit\n", deadline) == base::ChildProcess::WriteStatus::timeout) return;
    process_->close_input();
    // Its last words are read, lest it waits for us to do so.
    std::string line;
    while (!process_->wait(Clock::now()) && Clock::now() < deadline)
      if (lines_->next(line, deadline, process_->end_descriptor()) == base::LineReader::Status::end) {
        static_cast<void>(process_->wait(deadline));
        break;
      }
  } catch (const std::exception&) {  // then it is killed at once
  }
}

void EnginePipe::check_alive() const {
  if (fault_) throw *fault_;
}

void EnginePipe::send(std::string_view line) {
  check_alive();
  if (command_.on_line) command_.on_line(EngineCommand::Direction::to_engine, line);
  switch (process_->write(std::string(line) + '\n', Clock::now() + command_.patience.ping)) {
    case base::ChildProcess::WriteStatus::done: return;
    case base::ChildProcess::WriteStatus::timeout: fail_silent("does not read its input");
    case base::ChildProcess::WriteStatus::closed: fail_ended();
  }
}

EnginePipe::Status EnginePipe::receive(std::string& line, Deadline deadline) {
  check_alive();
  auto status = lines_->next(line, deadline, alarms_.get());
  if (status == base::LineReader::Status::woken) {
    eventfd_t count = 0;
    if (eventfd_read(wake_up_.get(), &count) == 0) return Status::woken;
    status =
        lines_->next(line, Clock::now() + 100ms);  // it has ended; its last words may still be on the way
    if (status == base::LineReader::Status::timeout) fail_ended();
  }
  if (status == base::LineReader::Status::timeout) return Status::timeout;
  if (status == base::LineReader::Status::end) fail_ended();
  note(line);
  return deadline && lines_->arrived_at() > *deadline ? Status::late_line : Status::line;
}

void EnginePipe::note(const std::string& line) {
  if (command_.on_line) command_.on_line(EngineCommand::Direction::from_engine, line);
  last_lines_.push_back(line.substr(0, kLineInFault));
  if (last_lines_.size() > kLinesInFault) last_lines_.pop_front();
}

void EnginePipe::wake() { eventfd_write(wake_up_.get(), 1); }

void EnginePipe::fail_ended() {
  // Who ends closes his pipes first; give him the moment to tell why.
  const auto status = process_->wait(Clock::now() + 500ms);
  std::string line;
  for (int left = 100; left > 0 && lines_->next(line, Clock::now()) <= base::LineReader::Status::too_long;
       --left)
    note(line);
  if (!status) fail(Kind::disconnected, "closed its input or output");
  fail(Kind::died, "died: " + status->to_string());
}

void EnginePipe::fail(Kind kind, const std::string& what) {
  const bool is_over = !is_started_ || (kind != Kind::illegal_move && kind != Kind::protocol);
  std::string text = name() + " " + what + " (while " + phase_ + ")";
  for (const std::string& line : last_lines_) text += "\n  said: " + clean_text(line);
  if (is_over) {
    text += describe_errors(process_->error_tail());
    process_->kill();
  }
  const engines::EngineFault fault(is_started_ ? kind : Kind::cannot_start, text);
  if (is_over) fault_.emplace(fault);
  throw fault;
}

std::vector<std::string> split_command(std::string_view text) {
  std::vector<std::string> words;
  bool is_in_word = false;
  char quote = '\0';
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quote == '\0' && (is_blank(c) || c == '\n')) {
      is_in_word = false;
      continue;
    }
    if (!is_in_word) words.emplace_back();
    is_in_word = true;
    if (c == quote)
      quote = '\0';
    else if (quote == '\0' && (c == '"' || c == '\''))
      quote = c;
    else if (c == '\\' && quote != '\'' && i + 1 < text.size())
      words.back() += text[++i];
    else
      words.back() += c;
  }
  return words;
}

}  // namespace vitrine::protocols
