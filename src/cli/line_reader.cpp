#include "cli/line_reader.h"

#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace vitrine::cli {

std::optional<std::string> LineReader::next() {
  constexpr std::size_t kLongest = 4096;
  std::string line;
  for (;;) {
    if (position_ == buffer_.size() && !refill()) {
      if (line.empty() || is_interrupted()) return {};
      return line;
    }
    const std::size_t end = buffer_.find('\n', position_);
    if (line.size() < kLongest) line.append(buffer_, position_, std::min(end, buffer_.size()) - position_);
    if (end != std::string::npos) {
      position_ = end + 1;
      return line;
    }
    position_ = buffer_.size();
  }
}

bool LineReader::refill() {
  position_ = 0;
  buffer_.resize(4096);
  for (;;) {
    const bool is_readable = interrupt_.wait_readable(STDIN_FILENO);
    const ssize_t size = is_readable ? ::read(STDIN_FILENO, buffer_.data(), buffer_.size()) : 0;
    if (size < 0 && errno == EINTR) continue;
    if (size < 0) throw std::system_error(errno, std::generic_category(), "standard input");
    buffer_.resize(static_cast<std::size_t>(size));
    return size > 0;
  }
}

}  // namespace vitrine::cli
