#include "arena/file_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace vitrine::arena {
namespace {

// The one who had the lock removes its file; whoever has opened that very file must take the next.
bool is_still_there(int fd, const std::string& path) {
  struct stat ours, named;
  return fstat(fd, &ours) == 0 && stat(path.c_str(), &named) == 0 && ours.st_dev == named.st_dev &&
         ours.st_ino == named.st_ino;
}

}  // namespace

std::optional<FileLock> FileLock::acquire(const std::string& path) {
  const std::string lock_path = path + "-lock";
  for (;;) {
    base::FileDescriptor file(open(lock_path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644));
    if (!file.is_open()) throw std::system_error(errno, std::generic_category(), lock_path);
    if (flock(file.get(), LOCK_EX | LOCK_NB) != 0) {
      if (errno == EWOULDBLOCK) return {};
      if (errno == EINTR) continue;
      throw std::system_error(errno, std::generic_category(), lock_path);
    }
    if (is_still_there(file.get(), lock_path)) return FileLock(lock_path, std::move(file));
  }
}

FileLock::~FileLock() {
  if (file_.is_open()) unlink(path_.c_str());
}

}  // namespace vitrine::arena
