#include "cli/perft_progress_line.h"

#include <fmt/format.h>
#include <unistd.h>

#include <iostream>

namespace vitrine::cli {

PerftProgressLine::PerftProgressLine() : is_enabled_(::isatty(STDERR_FILENO) != 0) {}

void PerftProgressLine::start(std::string label) {
  label_ = std::move(label);
  start_ = Clock::now();
}

void PerftProgressLine::update(const chess::PerftProgress& progress) {
  if (!is_enabled_) return;
  const Clock::time_point now = Clock::now();
  if (now < next_draw_) return;
  next_draw_ = now + std::chrono::milliseconds(100);
  const double seconds = std::chrono::duration<double>(now - start_).count();
  const auto nodes = static_cast<double>(progress.nodes);
  std::cerr << fmt::format("\r{}{:3.0f}%  {:.1f} M nodes  {:.1f} M/s\033[K",
                           label_.empty() ? "" : label_ + ": ", progress.share * 100, nodes / 1e6,
                           nodes / 1e6 / seconds)
            << std::flush;
  is_shown_ = true;
}

void PerftProgressLine::hide() {
  if (is_shown_) std::cerr << "\r\033[K" << std::flush;
  is_shown_ = false;
}

}  // namespace vitrine::cli
