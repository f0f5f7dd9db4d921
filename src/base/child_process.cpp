#include "base/child_process.h"

#include <fcntl.h>
#include <linux/close_range.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <future>
#include <system_error>
#include <utility>

#include "base/process_tree.h"

extern char** environ;

namespace vitrine::base {

namespace {

[[noreturn]] void fail(int error, const std::string& what) {
  throw std::system_error(error, std::generic_category(), what);
}

struct Pipe {
  FileDescriptor read_end;
  FileDescriptor write_end;
};

// Neither end is 0, 1 or 2, even where we run without those: the child's own take these places.
Pipe make_pipe() {
  std::array<int, 2> ends = {};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) fail(errno, "pipe");
  Pipe pipe{FileDescriptor(ends[0]), FileDescriptor(ends[1])};
  for (FileDescriptor* end : {&pipe.read_end, &pipe.write_end}) {
    if (end->get() > STDERR_FILENO) continue;
    const int moved = fcntl(end->get(), F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    if (moved < 0) fail(errno, "pipe");
    end->reset(moved);
  }
  return pipe;
}

void make_nonblocking(const FileDescriptor& fd) {
  if (fcntl(fd.get(), F_SETFL, fcntl(fd.get(), F_GETFL) | O_NONBLOCK) != 0) fail(errno, "fcntl");
}

bool is_program(const std::string& path) {
  struct stat info = {};
  return stat(path.c_str(), &info) == 0 && S_ISREG(info.st_mode) && access(path.c_str(), X_OK) == 0;
}

// Debian keeps its chess engines in /usr/games, which is not in everybody's PATH.
std::string find_program(const std::string& name) {
  if (name.find('/') != std::string::npos) return name;
  const char* const path = std::getenv("PATH");
  const std::string folders =
      std::string(path != nullptr ? path : "/usr/local/bin:/usr/bin:/bin") + ":/usr/games";
  for (std::size_t begin = 0; begin <= folders.size() && !name.empty();) {
    const std::size_t end = std::min(folders.find(':', begin), folders.size());
    const std::string candidate = folders.substr(begin, end - begin) + "/" + name;
    if (end > begin && is_program(candidate)) return candidate;
    begin = end + 1;
  }
  fail(ENOENT, "can't start '" + name + "': not in PATH nor /usr/games");
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> result;
  for (std::string& text : texts) result.push_back(text.data());
  result.push_back(nullptr);
  return result;
}

std::string new_mark() {
  static std::atomic<unsigned> count = 0;
  return "VITRINE_CHILD=" + std::to_string(getpid()) + "." + std::to_string(++count) + "." +
         std::to_string(std::chrono::steady_clock::now().time_since_epoch().count());
}

// All that the child needs, ready before the fork: after it nothing may allocate.
struct Launch {
  const char* program;
  char* const* argv;
  char* const* environment;
  const char* directory;  // or null
  std::array<int, 3> standard;
  int error_pipe;
  pid_t parent;
};

// In the child. What stands in the way of exec is written to the error pipe, which a successful exec closes.
[[noreturn]] void exec_child(const Launch& launch) {
  const auto give_up = [&] {
    const int error = errno;
    [[maybe_unused]] const ssize_t written = ::write(launch.error_pipe, &error, sizeof error);
    _exit(127);
  };
  setsid();
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != launch.parent) _exit(127);  // it died before we asked for the signal
  for (int fd = 0; fd < 3; ++fd)
    if (dup2(launch.standard[static_cast<std::size_t>(fd)], fd) < 0) give_up();
  if (close_range(3, ~0U, CLOSE_RANGE_CLOEXEC) != 0) give_up();
  for (int number = 1; number < NSIG; ++number) std::signal(number, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  if (launch.directory != nullptr && chdir(launch.directory) != 0) give_up();
  execve(launch.program, launch.argv, launch.environment);
  give_up();
  _exit(127);
}

// SIGPIPE held back while this lives, for a library must neither die of it nor change what the program does
// about it.
class WithoutSigpipe {
 public:
  WithoutSigpipe() {
    sigemptyset(&sigpipe_);
    sigaddset(&sigpipe_, SIGPIPE);
    sigset_t pending;
    sigpending(&pending);
    was_pending_ = sigismember(&pending, SIGPIPE) == 1;
    pthread_sigmask(SIG_BLOCK, &sigpipe_, &previous_);
  }
  ~WithoutSigpipe() {
    const timespec now = {};
    if (!was_pending_) sigtimedwait(&sigpipe_, nullptr, &now);
    pthread_sigmask(SIG_SETMASK, &previous_, nullptr);
  }
  WithoutSigpipe(const WithoutSigpipe&) = delete;
  WithoutSigpipe& operator=(const WithoutSigpipe&) = delete;

 private:
  sigset_t sigpipe_;
  sigset_t previous_;
  bool was_pending_;
};

// Whether something happens at the descriptor before the deadline.
bool wait_for(int fd, short events, ChildProcess::Deadline deadline) {
  for (;;) {
    const auto left = std::max(deadline - ChildProcess::Clock::now(), ChildProcess::Clock::duration::zero());
    const auto nanoseconds = std::chrono::duration_cast<std::chrono::nanoseconds>(left).count();
    const timespec timeout = {static_cast<time_t>(nanoseconds / 1'000'000'000),
                              static_cast<long>(nanoseconds % 1'000'000'000)};
    pollfd waiting = {fd, events, 0};
    const int ready = ppoll(&waiting, 1, &timeout, nullptr);
    if (ready >= 0) return ready > 0;
    if (errno != EINTR) fail(errno, "poll");
  }
}

}  // namespace

std::string ExitStatus::to_string() const {
  if (signal == 0) return "exit status " + std::to_string(code);
  const char* const name = sigabbrev_np(signal);
  return name != nullptr ? std::string("killed by SIG") + name : "killed by signal " + std::to_string(signal);
}

ChildProcess::ChildProcess(const ChildCommand& command)
    : mark_(new_mark()), wake_up_(eventfd(0, EFD_CLOEXEC)) {
  if (!wake_up_.is_open()) fail(errno, "eventfd");
  std::promise<void> started;
  auto result = started.get_future();
  keeper_ = std::jthread([&, this] {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, nullptr);  // signals are for those who expect them
    try {
      start(command);
      started.set_value();
    } catch (...) {
      started.set_exception(std::current_exception());
      return;
    }
    keep();
  });
  result.get();
}

ChildProcess::~ChildProcess() {
  kill();
  eventfd_write(wake_up_.get(), 1);
}

void ChildProcess::start(const ChildCommand& command) {
  if (command.argv.empty()) fail(EINVAL, "can't start a program without a name");
  std::vector<std::string> argv = command.argv;
  const std::string program = find_program(argv[0]);
  std::vector<std::string> environment = {mark_};
  if (command.environment)
    environment.insert(environment.end(), command.environment->begin(), command.environment->end());
  else
    for (char** entry = environ; *entry != nullptr; ++entry) environment.emplace_back(*entry);
  const std::vector<char*> argv_pointers = pointers(argv);
  const std::vector<char*> environment_pointers = pointers(environment);

  Pipe input = make_pipe();
  Pipe output = make_pipe();
  Pipe errors = make_pipe();
  Pipe failure = make_pipe();
  make_nonblocking(input.write_end);
  make_nonblocking(output.read_end);
  make_nonblocking(errors.read_end);
  const Launch launch = {program.c_str(),
                         argv_pointers.data(),
                         environment_pointers.data(),
                         command.directory ? command.directory->c_str() : nullptr,
                         {input.read_end.get(), output.write_end.get(), errors.write_end.get()},
                         failure.write_end.get(),
                         getpid()};
  pid_ = fork();
  if (pid_ == 0) exec_child(launch);
  if (pid_ < 0) fail(errno, "can't start '" + argv[0] + "'");

  failure.write_end.reset();
  int error = 0;
  ssize_t count = 0;
  while ((count = ::read(failure.read_end.get(), &error, sizeof error)) < 0 && errno == EINTR) {
  }
  if (count != 0) {
    while (waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
    }
    fail(error, "can't start '" + argv[0] + "'");
  }
  input_ = std::move(input.write_end);
  output_ = std::move(output.read_end);
  errors_ = std::move(errors.read_end);
  handle_.reset(static_cast<int>(syscall(SYS_pidfd_open, pid_, 0)));
  if (!handle_.is_open()) {
    const int reason = errno;
    kill();
    fail(reason, "pidfd_open");
  }
}

void ChildProcess::keep() {
  std::array<pollfd, 2> waiting = {{{wake_up_.get(), POLLIN, 0}, {errors_.get(), POLLIN, 0}}};
  for (;;) {
    if (::poll(waiting.data(), waiting.size(), -1) < 0) continue;
    if (waiting[1].revents != 0 && !read_errors()) waiting[1].fd = -1;
    if (waiting[0].revents != 0) return;
  }
}

bool ChildProcess::read_errors() const {
  std::array<char, 65536> bytes;
  const std::lock_guard lock(mutex_);
  const ssize_t count = ::read(errors_.get(), bytes.data(), bytes.size());
  if (count <= 0) return count < 0;
  error_tail_.append(bytes.data(), static_cast<std::size_t>(count));
  if (error_tail_.size() > kErrorTail) error_tail_.erase(0, error_tail_.size() - kErrorTail);
  return true;
}

ChildProcess::WriteStatus ChildProcess::write(std::string_view bytes, Deadline deadline) {
  const WithoutSigpipe guard;
  while (!bytes.empty()) {
    if (!input_.is_open()) return WriteStatus::closed;
    const ssize_t count = ::write(input_.get(), bytes.data(), bytes.size());
    if (count >= 0) {
      bytes.remove_prefix(static_cast<std::size_t>(count));
      continue;
    }
    const int error = errno;
    if (error == EPIPE) return WriteStatus::closed;
    if (error != EAGAIN && error != EINTR) fail(error, "write");
    if (!wait_for(input_.get(), POLLOUT, deadline)) return WriteStatus::timeout;
  }
  return WriteStatus::done;
}

std::string ChildProcess::error_tail() const {
  read_errors();  // what the keeper has not got to yet
  const std::lock_guard lock(mutex_);
  return error_tail_;
}

std::optional<ExitStatus> ChildProcess::wait(Deadline deadline) {
  if (exit_status_) return exit_status_;
  if (!wait_for(handle_.get(), POLLIN, deadline)) return {};
  // It stays a zombie until kill() has looked for its descendants: its number must not be given to another.
  siginfo_t info = {};
  while (waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOWAIT) != 0 && errno == EINTR) {
  }
  const bool is_exit = info.si_code == CLD_EXITED;
  exit_status_ = ExitStatus{.code = is_exit ? info.si_status : 0, .signal = is_exit ? 0 : info.si_status};
  return exit_status_;
}

void ChildProcess::kill() {
  if (pid_ <= 0 || is_reaped_) return;
  ::kill(-pid_, SIGKILL);
  kill_process_tree(pid_, mark_);
  int status = 0;
  while (waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
  }
  is_reaped_ = true;
  if (!exit_status_)
    exit_status_ =
        WIFEXITED(status) ? ExitStatus{.code = WEXITSTATUS(status)} : ExitStatus{.signal = WTERMSIG(status)};
}

}  // namespace vitrine::base
