#include "arena/pgn_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

namespace vitrine::arena {
namespace {

constexpr std::size_t kBuffer = 1 << 20;

[[noreturn]] void fail(const std::string& path) {
  throw std::system_error(errno, std::generic_category(), path);
}

base::FileDescriptor open_file(const std::string& path, int flags) {
  base::FileDescriptor file(open(path.c_str(), flags | O_CLOEXEC, 0666));
  if (!file.is_open()) fail(path);
  return file;
}

void write_all(const base::FileDescriptor& file, std::string_view text, const std::string& path) {
  while (!text.empty()) {
    const ssize_t written = write(file.get(), text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail(path);
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

bool is_regular(const base::FileDescriptor& file) {
  struct stat info;
  return fstat(file.get(), &info) == 0 && S_ISREG(info.st_mode);
}

// A game begins on a line of its own, whatever stands before it.
void end_line(const base::FileDescriptor& file, const std::string& path) {
  const off_t size = lseek(file.get(), 0, SEEK_END);
  char last = '\n';
  if (size > 0 && pread(file.get(), &last, 1, size - 1) == 1 && last != '\n') write_all(file, "\n\n", path);
}

void copy_beginning(const std::string& from, std::int64_t bytes, const base::FileDescriptor& to,
                    const std::string& to_path) {
  if (bytes == 0) return;
  const base::FileDescriptor source = open_file(from, O_RDONLY);
  std::vector<char> buffer(kBuffer);
  while (bytes > 0) {
    const auto wanted = static_cast<std::size_t>(std::min<std::int64_t>(bytes, kBuffer));
    const ssize_t got = read(source.get(), buffer.data(), wanted);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail(from);
    if (got == 0) return;
    write_all(to, {buffer.data(), static_cast<std::size_t>(got)}, to_path);
    bytes -= got;
  }
}

}  // namespace

std::int64_t PgnFile::size(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return 0;
  return static_cast<std::int64_t>(std::filesystem::file_size(path));
}

PgnFile::PgnFile(const std::string& path) : path_(path), file_(open_file(path, O_RDWR | O_CREAT | O_APPEND)) {
  if (is_regular(file_)) end_line(file_, path_);
}

void PgnFile::append(std::string_view text) {
  const off_t before = is_regular(file_) ? lseek(file_.get(), 0, SEEK_END) : -1;
  try {
    write_all(file_, text, path_);
  } catch (const std::system_error&) {
    // A full disk may have taken half of it.
    if (before >= 0 && ftruncate(file_.get(), before) != 0) {
      // Nothing more can be done; the rebuilding at the next start mends it.
    }
    throw;
  }
}

void PgnFile::rebuild(const std::string& path, std::int64_t begin,
                      const std::function<void(const Sink&)>& write_games) {
  namespace fs = std::filesystem;
  if (fs::exists(path) && !fs::is_regular_file(path)) return;
  // Through a link the file behind it is replaced, not the link.
  const std::string target = fs::exists(path) ? fs::canonical(path).string() : path;
  const std::string unfinished = target + "-new";
  {
    const base::FileDescriptor file = open_file(unfinished, O_RDWR | O_CREAT | O_TRUNC);
    copy_beginning(target, std::min(begin, size(target)), file, unfinished);
    end_line(file, unfinished);
    std::string buffer;
    write_games([&](std::string_view text) {
      buffer += text;
      if (buffer.size() < kBuffer) return;
      write_all(file, buffer, unfinished);
      buffer.clear();
    });
    write_all(file, buffer, unfinished);
  }
  fs::rename(unfinished, target);
}

}  // namespace vitrine::arena
