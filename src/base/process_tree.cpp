#include "base/process_tree.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <filesystem>
#include <iterator>
#include <optional>
#include <sstream>
#include <string>
#include <system_error>
#include <thread>

#include "base/file_descriptor.h"

namespace vitrine::base {

namespace {

struct Process {
  pid_t pid = 0;
  char state = '?';
  pid_t parent = 0;
  pid_t session = 0;
  std::uint64_t started = 0;
  bool is_member = false;

  [[nodiscard]] bool is_dead() const { return state == 'Z' || state == 'X'; }
};

// Processes come and go while we look: whatever can't be read is gone. (A stream would throw where a process
// ends between opening and reading.)
std::string read_file(const std::string& path) {
  const FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  std::string text;
  std::array<char, 4096> bytes;
  for (ssize_t size = 0; (size = ::read(file.get(), bytes.data(), bytes.size())) > 0;)
    text.append(bytes.data(), static_cast<std::size_t>(size));
  return text;
}

std::optional<Process> read_process(pid_t pid) {
  const std::string stat = read_file("/proc/" + std::to_string(pid) + "/stat");
  const std::size_t name_end = stat.rfind(')');  // the name may hold anything
  if (name_end == std::string::npos) return {};
  std::istringstream fields(stat.substr(name_end + 1));
  Process process{.pid = pid};
  std::string skipped;
  fields >> process.state >> process.parent >> skipped >> process.session;
  for (int field = 7; field <= 21; ++field) fields >> skipped;
  fields >> process.started;
  if (!fields) return {};
  return process;
}

std::vector<Process> all_processes() {
  std::vector<Process> processes;
  std::error_code error;
  for (std::filesystem::directory_iterator entry("/proc", error), end; !error && entry != end;
       entry.increment(error)) {
    const std::string name = entry->path().filename();
    pid_t pid = 0;
    const auto [rest, failure] = std::from_chars(name.data(), name.data() + name.size(), pid);
    if (failure != std::errc() || rest != name.data() + name.size()) continue;
    if (const auto process = read_process(pid)) processes.push_back(*process);
  }
  return processes;
}

bool has_mark(pid_t pid, std::string_view mark) {
  const std::string environment = '\0' + read_file("/proc/" + std::to_string(pid) + "/environ");
  return environment.find('\0' + std::string(mark) + '\0') != std::string::npos;
}

}  // namespace

std::vector<pid_t> process_tree(pid_t root, std::string_view mark) {
  std::vector<Process> processes = all_processes();
  const auto first = std::ranges::find(processes, root, &Process::pid);
  const std::uint64_t started = first == processes.end() ? 0 : first->started;

  std::vector<pid_t> members;
  const auto add = [&](Process& process) {
    process.is_member = true;
    members.push_back(process.pid);
  };
  for (Process& process : processes) {
    const bool can_be_ours = process.started >= started && process.pid != getpid() && !process.is_dead();
    if (process.pid == root || process.session == root ||
        (can_be_ours && !mark.empty() && has_mark(process.pid, mark)))
      add(process);
  }
  for (std::size_t i = 0; i < members.size(); ++i)  // children of members become members
    for (Process& process : processes)
      if (!process.is_member && process.parent == members[i]) add(process);

  std::erase_if(members,
                [&](pid_t pid) { return std::ranges::find(processes, pid, &Process::pid)->is_dead(); });
  return members;
}

void kill_process_tree(pid_t root, std::string_view mark) {
  using namespace std::chrono_literals;
  // They go on forking while we look. One that forks and ends between our reading the list and our looking at
  // it is seen neither itself nor in its child, so only the second look that finds nobody counts.
  const auto deadline = std::chrono::steady_clock::now() + 2s;
  auto pause = 100us;
  for (int empty_looks = 0; empty_looks < 2 && std::chrono::steady_clock::now() < deadline;) {
    const std::vector<pid_t> members = process_tree(root, mark);
    empty_looks = members.empty() ? empty_looks + 1 : 0;
    if (members.empty()) continue;
    for (const pid_t pid : members) ::kill(pid, SIGKILL);
    std::this_thread::sleep_for(pause);
    pause = std::min<std::chrono::microseconds>(2 * pause, 20ms);
  }
}

}  // namespace vitrine::base
