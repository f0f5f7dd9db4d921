#include <fcntl.h>
#include <linux/close_range.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdio>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "base/file_descriptor.h"
#include "workshop/sandbox.h"
#include "workshop/sandbox_filter.h"
#include "workshop/sandbox_guard.h"
#include "workshop/sandbox_program.h"
#include "workshop/sandbox_tools.h"

namespace vitrine::workshop {

namespace {

using base::FileDescriptor;

constexpr const char* kProgramInside = "/bot";
constexpr rlim_t kStackBytes = rlim_t{8} << 20;
constexpr rlim_t kProgramBytes = rlim_t{8} << 20;  // the program itself, with its libraries
constexpr rlim_t kDescriptors = 16;
constexpr const char* kRefusal =
    "this machine can't confine bots: that needs namespaces (user, process, network, mount) and seccomp of "
    "the kernel, "
    "and one of them was refused; by what is above. --no-sandbox runs bots unconfined: only do that with "
    "bots you trust";
constexpr int kSignalBase = 128;  // bubblewrap's exit status for a signal begins here

[[noreturn]] void fail(const char* what) { throw std::system_error(errno, std::generic_category(), what); }

// The last words of a bot that was killed; they end up in the reason for which it loses.
const char* explain(int signal) {
  switch (signal) {
    case SIGSYS:
      return "killed for asking the system for what bots may not have: files, network, processes, threads";
    case SIGABRT: return "it gave up (an exception that nobody caught, or no memory left)";
    case SIGSEGV:
    case SIGBUS: return "it touched memory that is not its own (or its stack or memory ran out)";
    case SIGXFSZ: return "its output goes to a file, and bots may not write files: give it a pipe";
    default: return "it was killed";
  }
}

std::vector<std::string> bubblewrap_command(const ProgramFiles& files,
                                            const std::vector<std::string>& arguments, int filter,
                                            int status) {
  std::vector<std::string> command = {find_bubblewrap().string(),
                                      "--unshare-user-try",
                                      "--unshare-ipc",
                                      "--unshare-pid",
                                      "--unshare-net",
                                      "--unshare-uts",
                                      "--unshare-cgroup-try",
                                      "--die-with-parent",
                                      "--new-session",
                                      "--clearenv",
                                      "--cap-drop",
                                      "ALL"};
  const auto add = [&command](std::initializer_list<std::string> words) {
    command.insert(command.end(), words);
  };
  for (const auto& library : files.libraries) add({"--ro-bind", library.string(), library.string()});
  add({"--ro-bind", files.program.string(), kProgramInside, "--remount-ro", "/", "--chdir", "/"});
  add({"--seccomp", std::to_string(filter), "--json-status-fd", std::to_string(status), "--",
       kProgramInside});
  command.insert(command.end(), arguments.begin() + 1, arguments.end());
  return command;
}

bool limit(int resource, rlim_t most) {
  const rlimit value = {most, most};
  return setrlimit(static_cast<__rlimit_resource_t>(resource), &value) == 0;
}

// Becomes bubblewrap, which inherits the limits, or returns.
void exec_confined(char* const* command, const SandboxLimits& limits, int filter, int status) {
  const bool is_limited = limit(RLIMIT_AS, limits.memory_bytes + kProgramBytes + kStackBytes) &&
                          limit(RLIMIT_STACK, kStackBytes) && limit(RLIMIT_FSIZE, 0) &&
                          limit(RLIMIT_CORE, 0) && limit(RLIMIT_MEMLOCK, 0) && limit(RLIMIT_MSGQUEUE, 0) &&
                          limit(RLIMIT_NOFILE, kDescriptors);
  // Of what we inherited ourselves nothing goes on.
  const bool is_closed = close_range(3, ~0U, CLOSE_RANGE_CLOEXEC) == 0;
  const bool is_passed_on = is_closed && fcntl(filter, F_SETFD, 0) == 0 && fcntl(status, F_SETFD, 0) == 0;
  char* const empty[] = {nullptr};
  if (is_limited && is_passed_on) execve(command[0], command, empty);
}

struct Pipe {
  FileDescriptor read_end;
  FileDescriptor write_end;
};

Pipe make_pipe() {
  std::array<int, 2> ends = {};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) fail("pipe");
  return {FileDescriptor(ends[0]), FileDescriptor(ends[1])};
}

std::string read_all(const FileDescriptor& file) {
  std::string text;
  std::array<char, 512> bytes;
  for (ssize_t count = 0; (count = ::read(file.get(), bytes.data(), bytes.size())) != 0;) {
    if (count < 0 && errno != EINTR) fail("read");
    if (count > 0) text.append(bytes.data(), static_cast<std::size_t>(count));
  }
  return text;
}

// Of bubblewrap's report, {"exit-code": 0}: it is there only if the program has run.
std::optional<int> exit_code_in(std::string_view report) {
  constexpr std::string_view kKey = "\"exit-code\":";
  const std::size_t found = report.find(kKey);
  if (found == std::string_view::npos) return {};
  report.remove_prefix(found + kKey.size());
  report.remove_prefix(std::min(report.find_first_not_of(' '), report.size()));
  int code = 0;
  const auto [end, error] = std::from_chars(report.data(), report.data() + report.size(), code);
  if (error != std::errc()) return {};
  return code;
}

// Ends this process as the program ended.
[[noreturn]] void die_of(int signal) {
  std::fprintf(stderr, "sandbox: %s\n", explain(signal));
  limit(RLIMIT_CORE, 0);
  std::signal(signal, SIG_DFL);
  std::raise(signal);
  _exit(kSignalBase + signal);
}

// The exit code that bubblewrap reports; nothing: it was refused something, and has run nothing.
std::optional<int> run_guarded(const std::function<void()>& exec, Pipe& report) {
  std::optional<Guard> guard;
  try {
    guard.emplace(start_guarded(exec));
  } catch (const std::system_error& error) {
    std::fprintf(stderr, "sandbox: %s\n", error.what());
    return {};
  }
  report.write_end.reset();
  const auto exit_code = exit_code_in(read_all(report.read_end));
  while (waitpid(guard->pid, nullptr, 0) < 0 && errno == EINTR) {
  }
  return exit_code;
}

}  // namespace

int run_sandboxed(const std::vector<std::string>& argv, const SandboxLimits& limits) {
  const ProgramFiles files = find_program_files(argv.at(0));
  const FileDescriptor filter =
      make_system_call_filter(files.libraries.empty() ? Opening::forbidden : Opening::read_only);
  Pipe report = make_pipe();
  std::vector<std::string> command = bubblewrap_command(files, argv, filter.get(), report.write_end.get());
  std::vector<char*> words;
  for (std::string& word : command) words.push_back(word.data());
  words.push_back(nullptr);

  const auto exit_code =
      run_guarded([&] { exec_confined(words.data(), limits, filter.get(), report.write_end.get()); }, report);
  if (!exit_code) throw std::runtime_error(kRefusal);
  if (*exit_code > kSignalBase && *exit_code < kSignalBase + NSIG) die_of(*exit_code - kSignalBase);
  return *exit_code;
}

}  // namespace vitrine::workshop
