#include "workshop/sandbox_guard.h"

#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <string>
#include <system_error>

namespace vitrine::workshop {

namespace {

using base::FileDescriptor;

[[noreturn]] void fail(const std::string& what) {
  throw std::system_error(errno, std::generic_category(), what);
}

void write_file(const char* path, const std::string& text) {
  const FileDescriptor file(::open(path, O_WRONLY | O_CLOEXEC));
  if (::write(file.get(), text.data(), text.size()) != static_cast<ssize_t>(text.size())) fail(path);
}

// Our children will be in a new one; we stay where we are. Without privileges that takes a user namespace, in
// which we are who we were.
void unshare_processes() {
  const std::string user = std::to_string(geteuid());
  const std::string group = std::to_string(getegid());
  if (unshare(CLONE_NEWPID) == 0) return;
  if (unshare(CLONE_NEWUSER | CLONE_NEWPID) != 0) fail("no namespace for processes");
  write_file("/proc/self/setgroups", "deny");
  write_file("/proc/self/uid_map", user + " " + user + " 1");
  write_file("/proc/self/gid_map", group + " " + group + " 1");
}

void leave_streams_to_others() {
  ::close(STDIN_FILENO);
  ::close(STDOUT_FILENO);
}

// The first process of the namespace: waits for all others, for orphans become its children.
[[noreturn]] void guard(const FileDescriptor& parent_alive, const std::function<void()>& exec) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  // From here, who looks for its parent's number finds 0. The pipe tells whether it died before we asked.
  pollfd parent = {parent_alive.get(), POLLIN, 0};
  if (::poll(&parent, 1, 0) != 0) _exit(1);
  const pid_t child = fork();
  if (child == 0) {
    exec();
    _exit(1);
  }
  leave_streams_to_others();
  while (waitpid(-1, nullptr, 0) > 0 || errno == EINTR) {
  }
  _exit(child < 0 ? 1 : 0);
}

}  // namespace

Guard start_guarded(const std::function<void()>& exec) {
  std::array<int, 2> ends = {};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) fail("pipe");
  FileDescriptor read_end(ends[0]);
  FileDescriptor write_end(ends[1]);
  unshare_processes();
  const pid_t pid = fork();
  if (pid < 0) fail("fork");
  if (pid == 0) {
    write_end.reset();
    guard(read_end, exec);
  }
  leave_streams_to_others();
  return {pid, std::move(write_end)};
}

}  // namespace vitrine::workshop
