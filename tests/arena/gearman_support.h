#pragma once

// A real gearmand of a test's own, on a free port of this machine.

#include <gtest/gtest.h>
#include <netinet/in.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include "arena/gearman.h"
#include "base/child_process.h"
#include "base/file_descriptor.h"

namespace vitrine::test {

inline std::uint16_t free_port() {
  const base::FileDescriptor socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  if (::bind(socket.get(), reinterpret_cast<sockaddr*>(&address), size) != 0 ||
      ::getsockname(socket.get(), reinterpret_cast<sockaddr*>(&address), &size) != 0)
    throw std::system_error(errno, std::generic_category(), "no free port");
  return ntohs(address.sin_port);
}

class GearmanServer {
 public:
  explicit GearmanServer(std::vector<std::string> options = {})
      : address_{"127.0.0.1", free_port()}, options_(std::move(options)) {}
  ~GearmanServer() { kill(); }
  GearmanServer(const GearmanServer&) = delete;
  GearmanServer& operator=(const GearmanServer&) = delete;

  [[nodiscard]] static bool is_installed() {
    try {
      base::ChildProcess child({.argv = {kProgram, "--version"}});
      return true;
    } catch (const std::system_error&) {
      return false;
    }
  }

  [[nodiscard]] const arena::GearmanAddress& address() const { return address_; }

  // Returns when it answers.
  void start() {
    std::vector<std::string> argv = {
        kProgram,      "--listen=127.0.0.1", "--port=" + std::to_string(address_.port),
        "--threads=1", "--log-file=none",    "--pid-file=" + pid_file_.string()};
    argv.insert(argv.end(), options_.begin(), options_.end());
    process_ = std::make_unique<base::ChildProcess>(base::ChildCommand{.argv = argv});
    for (arena::Backoff backoff;;) {
      try {
        arena::GearmanClient client(address_);
        return;
      } catch (const arena::GearmanError&) {
        if (process_->wait(std::chrono::steady_clock::now()))
          throw std::runtime_error("gearmand has ended: " + process_->error_tail());
        (void)backoff.pause({});
      }
    }
  }
  void kill() {  // with SIGKILL
    process_.reset();
    std::filesystem::remove(pid_file_);
  }
  // Returns when none of its threads runs any more.
  void freeze() {
    siginfo_t info = {};
    if (::kill(process_->pid(), SIGSTOP) != 0 ||
        ::waitid(P_PID, static_cast<id_t>(process_->pid()), &info, WSTOPPED | WNOWAIT) != 0)
      throw std::system_error(errno, std::generic_category(), "can't freeze gearmand");
  }
  void thaw() { ::kill(process_->pid(), SIGCONT); }

 private:
  static constexpr const char* kProgram = "/usr/sbin/gearmand";
  arena::GearmanAddress address_;
  std::filesystem::path pid_file_ = std::filesystem::temp_directory_path() /
                                    ("vitrine-test-gearmand-" + std::to_string(address_.port) + ".pid");
  std::vector<std::string> options_;
  std::unique_ptr<base::ChildProcess> process_;
};

}  // namespace vitrine::test
