#include "notation/byte_source.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>

namespace vitrine::notation {

namespace {

[[noreturn]] void fail(int error, const std::string& path) {
  throw std::system_error(error, std::generic_category(), path);
}

}  // namespace

FileSource::FileSource(const std::string& path)
    : FileSource(::open(path.c_str(), O_RDONLY | O_CLOEXEC), path) {}

FileSource::FileSource(int descriptor, std::string name) : path_(std::move(name)), descriptor_(descriptor) {
  if (descriptor < 0) fail(errno, path_);
  struct stat status {};
  // A directory can be opened but not read: say so now, not at the first byte.
  const int error = ::fstat(descriptor, &status) < 0 ? errno : S_ISDIR(status.st_mode) ? EISDIR : 0;
  if (error == 0) return;
  ::close(descriptor);
  fail(error, path_);
}

FileSource::~FileSource() { ::close(descriptor_); }

std::size_t FileSource::read(char* into, std::size_t capacity) {
  for (;;) {
    const ssize_t count = ::read(descriptor_, into, capacity);
    if (count >= 0) return static_cast<std::size_t>(count);
    if (errno != EINTR) fail(errno, path_);
  }
}

std::size_t StreamSource::read(char* into, std::size_t capacity) {
  if (!stream_.good()) return 0;
  stream_.read(into, static_cast<std::streamsize>(capacity));
  if (stream_.bad()) throw std::system_error(EIO, std::generic_category(), "stream");
  return static_cast<std::size_t>(stream_.gcount());
}

std::size_t TextSource::read(char* into, std::size_t capacity) {
  const std::size_t count = std::min(capacity, rest_.size());
  std::copy_n(rest_.data(), count, into);
  rest_.remove_prefix(count);
  return count;
}

}  // namespace vitrine::notation
