#include "cli/progress_bar.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

namespace vitrine::cli {

void ProgressBar::update(std::uint64_t bytes) {
  if (!line_.is_due()) return;
  std::string text;
  if (total_ && *total_ > 0) {
    constexpr int kWidth = 30;
    const double part = std::min(1.0, static_cast<double>(bytes) / static_cast<double>(*total_));
    const int filled = static_cast<int>(part * kWidth);
    text = fmt::format("[{:#<{}}{:.<{}}] {:3.0f}%  ", "", filled, "", kWidth - filled, part * 100);
  }
  const double megabytes = static_cast<double>(bytes) / 1e6;
  const double seconds = std::chrono::duration<double>(Clock::now() - start_).count();
  line_.show(text + fmt::format("{:.1f} MB  {:.1f} MB/s", megabytes, megabytes / seconds));
}

}  // namespace vitrine::cli
