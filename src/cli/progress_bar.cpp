#include "cli/progress_bar.h"

#include <fmt/format.h>

#include <algorithm>

namespace vitrine::cli {

ProgressBar::ProgressBar(std::ostream& out, bool is_enabled, std::optional<std::uint64_t> total_bytes)
    : out_(out), is_enabled_(is_enabled), total_(total_bytes) {}

void ProgressBar::update(std::uint64_t bytes) {
  if (!is_enabled_) return;
  const Clock::time_point now = Clock::now();
  if (now < next_draw_) return;
  next_draw_ = now + std::chrono::milliseconds(100);
  const double megabytes = static_cast<double>(bytes) / 1e6;
  const double seconds = std::chrono::duration<double>(now - start_).count();
  if (total_ && *total_ > 0) {
    constexpr int kWidth = 30;
    const double part = std::min(1.0, static_cast<double>(bytes) / static_cast<double>(*total_));
    const int filled = static_cast<int>(part * kWidth);
    out_ << fmt::format("\r[{:#<{}}{:.<{}}] {:3.0f}%  ", "", filled, "", kWidth - filled, part * 100);
  } else {
    out_ << '\r';
  }
  out_ << fmt::format("{:.1f} MB  {:.1f} MB/s\033[K", megabytes, megabytes / seconds) << std::flush;
  is_shown_ = true;
}

void ProgressBar::hide() {
  if (is_shown_) out_ << "\r\033[K" << std::flush;
  is_shown_ = false;
}

}  // namespace vitrine::cli
