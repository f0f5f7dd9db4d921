#pragma once

// One process at a time for a file. The lock is on a file beside it: locking SQLite's own would release
// SQLite's locks when ours is closed. The system ends the lock with the process, however that ends.

#include <optional>
#include <string>

#include "base/file_descriptor.h"

namespace vitrine::arena {

class FileLock {
 public:
  // Nothing: another process, or another part of this one, has it. Throws std::system_error.
  [[nodiscard]] static std::optional<FileLock> acquire(const std::string& path);
  ~FileLock();
  FileLock(FileLock&&) = default;
  FileLock& operator=(FileLock&&) = delete;

 private:
  FileLock(std::string path, base::FileDescriptor file) : path_(std::move(path)), file_(std::move(file)) {}

  std::string path_;  // of the lock
  base::FileDescriptor file_;
};

}  // namespace vitrine::arena
