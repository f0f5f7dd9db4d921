#pragma once

// How far a long read has come: a bar with percentage and speed on one line that redraws itself.

#include <chrono>
#include <cstdint>
#include <optional>
#include <ostream>

namespace vitrine::cli {

class ProgressBar {
 public:
  // Draws nothing if not enabled. Without a total there is no percentage.
  ProgressBar(std::ostream& out, bool is_enabled, std::optional<std::uint64_t> total_bytes);
  ~ProgressBar() { hide(); }
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  // Cheap enough to call for every game: it draws ten times a second at most.
  void update(std::uint64_t bytes);
  // Clears the line, for something else to be printed. The next update brings the bar back.
  void hide();

 private:
  using Clock = std::chrono::steady_clock;

  std::ostream& out_;
  bool is_enabled_;
  bool is_shown_ = false;
  std::optional<std::uint64_t> total_;
  Clock::time_point start_ = Clock::now();
  Clock::time_point next_draw_ = start_ + std::chrono::milliseconds(100);
};

}  // namespace vitrine::cli
