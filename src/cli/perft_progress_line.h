#pragma once

// How far a count has come: percentage, nodes and speed on the terminal's status line. Draws nothing in the
// first second.

#include <chrono>
#include <string>

#include "chess/perft.h"
#include "cli/status_line.h"

namespace vitrine::cli {

class PerftProgressLine {
 public:
  // What is being counted, such as "position 3 of 126"; may be empty.
  void start(std::string label);
  void update(const chess::PerftProgress& progress);
  // Clears the line, for something else to be printed. The next update brings it back.
  void hide() { line_.hide(); }

 private:
  using Clock = std::chrono::steady_clock;

  StatusLine line_{{.quiet_time = std::chrono::seconds(1)}};
  std::string label_;
  Clock::time_point start_ = Clock::now();
};

}  // namespace vitrine::cli
