#include "cli/status_line.h"

#include <sys/ioctl.h>

#include <algorithm>
#include <cerrno>
#include <limits>

namespace vitrine::cli {

namespace {

constexpr std::string_view kClearRest = "\033[K";

// Asked anew each time: windows change their size. The last column stays free, or the terminal might wrap.
int columns_of(int descriptor) {
  if (::isatty(descriptor) == 0) return std::numeric_limits<int>::max();
  winsize size = {};
  const bool is_known = ::ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return (is_known ? size.ws_col : 80) - 1;
}

}  // namespace

std::string_view fit_into_columns(std::string_view text, int columns) {
  int used = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool starts_character = (static_cast<unsigned char>(text[i]) & 0xC0) != 0x80;
    if (starts_character && ++used > columns) return text.substr(0, i);
  }
  return text;
}

StatusLine::StatusLine(StatusLineOptions options)
    : descriptor_(options.descriptor),
      is_enabled_(options.even_without_terminal || ::isatty(options.descriptor) != 0),
      next_draw_(Clock::now() + options.quiet_time) {}

void StatusLine::show(std::string_view text) {
  if (!is_due()) return;
  next_draw_ = Clock::now() + std::chrono::milliseconds(100);
  std::string line(fit_into_columns(text, columns_of(descriptor_)));
  const auto is_control = [](char c) { return (c >= 0 && c < ' ') || c == '\x7f'; };
  std::replace_if(line.begin(), line.end(), is_control, '?');
  write("\r" + line + std::string(kClearRest));
  is_shown_ = true;
}

void StatusLine::hide() {
  if (is_shown_) write("\r" + std::string(kClearRest));
  is_shown_ = false;
}

// A status that can't be written is no reason to stop the job.
void StatusLine::write(std::string_view text) const {
  while (!text.empty()) {
    const ssize_t count = ::write(descriptor_, text.data(), text.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return;
    text.remove_prefix(static_cast<std::size_t>(count));
  }
}

}  // namespace vitrine::cli
