#include "workshop/sandbox_filter.h"

#include <fcntl.h>
#include <seccomp.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

namespace vitrine::workshop {

namespace {

// Not all of them exist on every architecture.
constexpr const char* kAllowed[] = {
    // input and output, through what is open already
    "read", "write", "readv", "writev", "pread64", "lseek", "_llseek", "close", "fstat", "fstat64", "poll",
    "ppoll", "ppoll_time64", "select", "_newselect", "pselect6", "pselect6_time64",
    // memory
    "brk", "mmap", "mmap2", "munmap", "mprotect", "mremap", "madvise",
    // time
    "clock_gettime", "clock_gettime64", "clock_getres", "clock_getres_time64", "clock_nanosleep",
    "clock_nanosleep_time64", "nanosleep", "gettimeofday", "time", "times", "getrusage",
    // a process's own affairs; a signal can reach only the bot itself, for it sees nobody else
    "exit", "exit_group", "rt_sigaction", "rt_sigprocmask", "rt_sigreturn", "sigreturn", "sigaltstack",
    "restart_syscall", "tgkill", "getpid", "gettid", "getppid", "getuid", "geteuid", "getgid", "getegid",
    "uname", "sysinfo", "getcpu", "sched_yield", "sched_getaffinity", "getrandom", "getrlimit", "ugetrlimit",
    "futex", "futex_time64",
    // what every program does before main
    "arch_prctl", "set_thread_area", "set_tls", "set_tid_address", "set_robust_list", "rseq", "readlink",
    "readlinkat", "access", "faccessat", "faccessat2", "newfstatat", "fstatat64", "stat", "stat64", "statx",
    // The filter is on before the program is: bubblewrap still has to start it, and its first process to wait
    // for it. There is nothing in sight to execute but the bot itself.
    "execve", "wait4", "waitid", "waitpid"};

struct Release {
  void operator()(void* filter) const { seccomp_release(filter); }
};
using Filter = std::unique_ptr<void, Release>;

void check(int result, const std::string& what) {
  if (result < 0)
    throw std::runtime_error("can't make the system call filter: " + what + ": " + std::strerror(-result));
}

template <class... Conditions>
void add_rule(const Filter& filter, std::uint32_t action, const char* name, Conditions... conditions) {
  const int number = seccomp_syscall_resolve_name(name);
  if (number == __NR_SCMP_ERROR) return;
  const int result = seccomp_rule_add(filter.get(), action, number,
                                      static_cast<unsigned>(sizeof...(conditions)), conditions...);
  if (result != -EDOM) check(result, name);  // EDOM: this architecture does without it
}

void allow_opening(const Filter& filter) {
  constexpr scmp_datum_t kWriting = O_ACCMODE | O_CREAT | O_TRUNC | O_APPEND;
  add_rule(filter, SCMP_ACT_ALLOW, "open", SCMP_A1(SCMP_CMP_MASKED_EQ, kWriting, O_RDONLY));
  add_rule(filter, SCMP_ACT_ALLOW, "openat", SCMP_A2(SCMP_CMP_MASKED_EQ, kWriting, O_RDONLY));
}

}  // namespace

base::FileDescriptor make_system_call_filter(Opening opening) {
  const Filter filter(seccomp_init(SCMP_ACT_KILL_PROCESS));
  if (!filter) throw std::runtime_error("can't make the system call filter");
  // Calls by the numbers of another architecture are a way around the list.
  check(seccomp_attr_set(filter.get(), SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS),
        "other architectures");
  for (const char* const name : kAllowed) add_rule(filter, SCMP_ACT_ALLOW, name);
  if (opening == Opening::read_only) allow_opening(filter);

  // Limits may be asked for, not set; and asking whether standard output is a terminal is what stdio does.
  add_rule(filter, SCMP_ACT_ALLOW, "prlimit64", SCMP_A2(SCMP_CMP_EQ, 0));
  add_rule(filter, SCMP_ACT_ALLOW, "ioctl", SCMP_A1(SCMP_CMP_EQ, TCGETS));
  add_rule(filter, SCMP_ACT_ERRNO(ENOTTY), "ioctl", SCMP_A1(SCMP_CMP_NE, TCGETS));
  for (const scmp_datum_t command : {F_GETFD, F_SETFD, F_GETFL, F_SETFL})
    for (const char* const name : {"fcntl", "fcntl64"})
      add_rule(filter, SCMP_ACT_ALLOW, name, SCMP_A1(SCMP_CMP_EQ, command));

  base::FileDescriptor file(::memfd_create("vitrine-filter", MFD_CLOEXEC));
  if (!file.is_open()) check(-errno, "memfd");
  check(seccomp_export_bpf(filter.get(), file.get()), "export");
  if (::lseek(file.get(), 0, SEEK_SET) != 0) check(-errno, "memfd");
  return file;
}

}  // namespace vitrine::workshop
