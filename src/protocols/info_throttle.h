#pragma once

// Keeps an engine from flooding who listens: a pipe holds 64 KiB, and a slow reader of a full one would hold
// the search up. A burst is let through, because the first iterations take no time and everybody wants to see
// them; then there is a steady trickle.

#include <chrono>

namespace vitrine::protocols {

class InfoThrottle {
 public:
  using Clock = std::chrono::steady_clock;

  explicit InfoThrottle(Clock::time_point start) : start_(start), refilled_(start), last_progress_(start) {}

  // Whether a line, and those that belong to it, may be sent now; count each of them with spend().
  [[nodiscard]] bool admits_line(Clock::time_point now);
  void spend() { credit_ -= 1; }
  // Bounds of a score come in bursts when the search looks again: not in the first second.
  [[nodiscard]] bool admits_bound(Clock::time_point now) { return is_late(now) && admits_line(now); }
  // The move being searched, or a count of nodes: ten a second, and none in the first second. An admitted one
  // counts.
  [[nodiscard]] bool admits_progress(Clock::time_point now);

 private:
  static constexpr double kBurst = 64;
  static constexpr double kLinesPerSecond = 10;

  [[nodiscard]] bool is_late(Clock::time_point now) const { return now - start_ >= std::chrono::seconds(1); }

  Clock::time_point start_;
  Clock::time_point refilled_;
  Clock::time_point last_progress_;
  double credit_ = kBurst;
};

}  // namespace vitrine::protocols
