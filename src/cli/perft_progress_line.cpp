#include "cli/perft_progress_line.h"

#include <fmt/format.h>

#include <utility>

namespace vitrine::cli {

void PerftProgressLine::start(std::string label) {
  label_ = std::move(label);
  start_ = Clock::now();
}

void PerftProgressLine::update(const chess::PerftProgress& progress) {
  if (!line_.is_due()) return;
  const double seconds = std::chrono::duration<double>(Clock::now() - start_).count();
  const double meganodes = static_cast<double>(progress.nodes) / 1e6;
  line_.show(fmt::format("{}{:3.0f}%  {:.1f} M nodes  {:.1f} M/s", label_.empty() ? "" : label_ + ": ",
                         progress.share * 100, meganodes, meganodes / seconds));
}

}  // namespace vitrine::cli
