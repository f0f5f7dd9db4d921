#pragma once

// How far a count has come: percentage, nodes and speed on one line of standard error that redraws itself.
// Draws nothing if that is no terminal, and nothing in the first second.

#include <chrono>
#include <string>

#include "chess/perft.h"

namespace vitrine::cli {

class PerftProgressLine {
 public:
  PerftProgressLine();
  ~PerftProgressLine() { hide(); }
  PerftProgressLine(const PerftProgressLine&) = delete;
  PerftProgressLine& operator=(const PerftProgressLine&) = delete;

  // What is being counted, such as "position 3 of 126"; may be empty.
  void start(std::string label);
  void update(const chess::PerftProgress& progress);
  // Clears the line, for something else to be printed. The next update brings it back.
  void hide();

 private:
  using Clock = std::chrono::steady_clock;

  bool is_enabled_;
  bool is_shown_ = false;
  std::string label_;
  Clock::time_point start_ = Clock::now();
  Clock::time_point next_draw_ = start_ + std::chrono::seconds(1);
};

}  // namespace vitrine::cli
