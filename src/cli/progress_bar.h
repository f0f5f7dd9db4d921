#pragma once

// How far a long read has come: a bar with percentage and speed on the terminal's status line.

#include <chrono>
#include <cstdint>
#include <optional>

#include "cli/status_line.h"

namespace vitrine::cli {

class ProgressBar {
 public:
  // Without a total there is no percentage.
  ProgressBar(std::optional<std::uint64_t> total_bytes, StatusLineOptions options)
      : line_(options), total_(total_bytes) {}

  // Cheap enough to call for every game.
  void update(std::uint64_t bytes);
  // Clears the line, for something else to be printed. The next update brings the bar back.
  void hide() { line_.hide(); }

 private:
  using Clock = std::chrono::steady_clock;

  StatusLine line_;
  std::optional<std::uint64_t> total_;
  Clock::time_point start_ = Clock::now();
};

}  // namespace vitrine::cli
