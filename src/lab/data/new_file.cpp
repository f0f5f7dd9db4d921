#include "lab/data/new_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <stdexcept>
#include <system_error>
#include <utility>

namespace vitrine::lab {

namespace {

constexpr std::size_t kBuffer = std::size_t{1} << 18;

bool is_special(const std::string& path) {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode);
}

// Renaming onto a link would replace the link: /dev/stdout is one.
std::string without_links(const std::string& path) {
  const std::unique_ptr<char, void (*)(void*)> real(::realpath(path.c_str(), nullptr), std::free);
  return real ? real.get() : path;
}

// The error number, or 0.
int write_all(std::span<const std::byte> bytes, const auto& write_some) {
  while (!bytes.empty()) {
    const ssize_t count = write_some(bytes);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return errno;
    bytes = bytes.subspan(static_cast<std::size_t>(count));
  }
  return 0;
}

}  // namespace

NewFile::NewFile(std::string path) : path_(std::move(path)) {
  if (path_ == "-") {
    path_ = "standard output";
    file_.reset(::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0));
  } else if (is_special(path_)) {
    file_.reset(::open(path_.c_str(), O_WRONLY | O_CLOEXEC));
  } else {
    target_ = without_links(path_);
    draft_ = target_ + ".part";
    file_.reset(::open(draft_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
  }
  if (!file_.is_open()) {
    const int error = errno;
    draft_.clear();  // not ours
    fail(error);
  }
}

NewFile::~NewFile() {
  if (!is_finished_ && !draft_.empty()) ::unlink(draft_.c_str());
}

void NewFile::fail(int error) const {
  throw std::runtime_error("can't write " + path_ + ": " + std::generic_category().message(error));
}

void NewFile::write(std::span<const std::byte> bytes) {
  waiting_.insert(waiting_.end(), bytes.begin(), bytes.end());
  if (waiting_.size() >= kBuffer) flush();
}

void NewFile::flush() {
  const auto write_some = [&](std::span<const std::byte> bytes) {
    return ::write(file_.get(), bytes.data(), bytes.size());
  };
  if (const int error = write_all(waiting_, write_some)) fail(error);
  waiting_.clear();
}

void NewFile::overwrite(std::uint64_t offset, std::span<const std::byte> bytes) {
  flush();
  auto at = static_cast<off_t>(offset);
  const auto write_some = [&](std::span<const std::byte> rest) {
    const ssize_t count = ::pwrite(file_.get(), rest.data(), rest.size(), at);
    if (count > 0) at += count;
    return count;
  };
  if (const int error = write_all(bytes, write_some)) fail(error);
}

void NewFile::finish() {
  flush();
  // Pipes and devices have no disk behind them.
  if (!draft_.empty()) {
    if (::fsync(file_.get()) != 0 || std::rename(draft_.c_str(), target_.c_str()) != 0) fail(errno);
  }
  is_finished_ = true;
}

}  // namespace vitrine::lab
