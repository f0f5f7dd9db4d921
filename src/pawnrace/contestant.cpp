#include "pawnrace/contestant.h"

#include <sched.h>

#include <system_error>

#include "base/exhaustion.h"
#include "pawnrace/text.h"

namespace vitrine::pawnrace {

namespace {

using namespace std::chrono_literals;

std::vector<int> cores_of_this_process() {
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  std::vector<int> cores;
  if (sched_getaffinity(0, sizeof allowed, &allowed) != 0) return cores;
  for (int core = 0; core < CPU_SETSIZE; ++core)
    if (CPU_ISSET(core, &allowed)) cores.push_back(core);
  return cores;
}

// While it lives, what this thread starts runs on these cores only.
class OnCores {
 public:
  explicit OnCores(const std::vector<int>& cores) {
    CPU_ZERO(&before_);
    if (cores.empty() || sched_getaffinity(0, sizeof before_, &before_) != 0) return;
    cpu_set_t set;
    CPU_ZERO(&set);
    for (const int core : cores) CPU_SET(core, &set);
    is_set_ = sched_setaffinity(0, sizeof set, &set) == 0;
  }
  ~OnCores() {
    if (is_set_) sched_setaffinity(0, sizeof before_, &before_);
  }
  OnCores(const OnCores&) = delete;
  OnCores& operator=(const OnCores&) = delete;

 private:
  cpu_set_t before_;
  bool is_set_ = false;
};

std::string seconds_text(std::chrono::steady_clock::duration time) {
  const auto tenths = std::chrono::duration_cast<std::chrono::milliseconds>(time).count() / 100;
  return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) + " s";
}

}  // namespace

std::vector<int> cores_for(int seat) {
  const std::vector<int> all = cores_of_this_process();
  const auto count = static_cast<std::size_t>(allowed_threads(static_cast<int>(all.size())));
  std::vector<int> cores;
  for (std::size_t i = 0; i < count && i < all.size(); ++i)
    cores.push_back(seat == 0 ? all[i] : all[all.size() - 1 - i]);
  return cores;
}

Reply PlayerContestant::ask(const Request& request, Clock::duration longest) {
  const auto begin = Clock::now();
  const auto line = program_.answer(to_line(request));
  if (const auto time = Clock::now() - begin; time > longest)
    throw Forfeit("thought for " + seconds_text(time));
  const auto reply = parse_reply(line.value_or(""));
  if (!reply) throw Forfeit(reply.error().message);
  return *reply;
}

ProgramContestant::~ProgramContestant() {
  if (!process_) return;
  const auto soon = Clock::now() + 500ms;
  if (process_->write(to_line(request::Quit{}) + "\n", soon) == base::ChildProcess::WriteStatus::done)
    static_cast<void>(process_->wait(soon));
}

void ProgramContestant::start() {
  if (process_) return;
  try {
    const OnCores guard(settings_.cores);
    process_.emplace(base::ChildCommand{.argv = settings_.command});
  } catch (const std::system_error& error) {
    if (base::is_exhaustion(error.code())) throw;
    throw Forfeit(error.what());
  }
  constexpr std::size_t kLongestLine = 1000;
  lines_.emplace(process_->output(), kLongestLine);
  const auto deadline = Clock::now() + settings_.start_time;
  send(request::Hello{}, deadline);
  const Reply reply = receive(deadline, "its 'ready'");
  const auto* ready = std::get_if<reply::Ready>(&reply);
  if (ready == nullptr) fail("said " + quoted(to_line(reply)) + " instead of 'ready NAME'");
  if (settings_.name.empty()) name_ = printable(ready->name);
}

Reply ProgramContestant::ask(const Request& request, Clock::duration longest) {
  start();
  const auto deadline = Clock::now() + longest;
  send(request, deadline);
  return receive(deadline, "an answer to '" + to_line(request) + "'");
}

void ProgramContestant::tell(const Request& request) {
  if (!process_) return;
  try {
    send(request, Clock::now() + 1s);
  } catch (const Forfeit&) {
    // The game is over, and its result stands. It is started again for the next.
  }
}

void ProgramContestant::send(const Request& request, Clock::time_point deadline) {
  using Status = base::ChildProcess::WriteStatus;
  const Status status = process_->write(to_line(request) + "\n", deadline);
  if (status == Status::timeout) fail("does not read its input");
  // One that has closed its input has ended, most likely: that comes to light when its answer is missing.
}

Reply ProgramContestant::receive(Clock::time_point deadline, const std::string& what) {
  using Status = base::LineReader::Status;
  std::string line;
  for (;;) {
    const Status status = lines_->next(line, deadline);
    if (status == Status::end) fail("ended while the runner waited for " + what);
    // A flood of remarks must keep nobody waiting.
    if (status == Status::timeout || lines_->arrived_at() > deadline) fail("took too long for " + what);
    if (line.empty() || line[0] == '#') continue;
    const auto reply = parse_reply(line);
    if (!reply) fail("said " + quoted(line) + " instead of " + what);
    return *reply;
  }
}

void ProgramContestant::fail(const std::string& what) {
  std::string reason = what;
  if (const auto status = process_->wait(Clock::now() + 100ms)) reason += " (" + status->to_string() + ")";
  lines_.reset();
  process_.reset();
  throw Forfeit(reason);
}

}  // namespace vitrine::pawnrace
