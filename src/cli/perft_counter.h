#pragma once

// Perft as a command runs it: timed, with progress on the terminal, until Ctrl-C.

#include <string>

#include "chess/perft.h"
#include "chess/position.h"
#include "cli/perft_progress_line.h"
#include "cli/stop_on_interrupt.h"

namespace vitrine::cli {

struct PerftResources {
  int threads = 1;
  std::size_t hash_mb = 0;
};

struct TimedPerft {
  chess::PerftResult result;
  double seconds;

  [[nodiscard]] double nodes_per_second() const {
    return seconds > 0 ? static_cast<double>(result.nodes) / seconds : 0;
  }
};

class PerftCounter {
 public:
  explicit PerftCounter(PerftResources resources) : resources_(resources) {}

  // The label says on the terminal what is being counted. Throws std::runtime_error if the memory for the
  // hash table isn't there, or the count has more than 64 bits.
  [[nodiscard]] TimedPerft count(const chess::Position& pos, int depth, std::string label = "");
  [[nodiscard]] bool is_stopped() const { return interrupt_.flag(); }
  [[nodiscard]] const PerftResources& resources() const { return resources_; }
  // Clears the progress line, for something else to be printed.
  void hide_progress() { progress_.hide(); }

 private:
  PerftResources resources_;
  StopOnInterrupt interrupt_;
  PerftProgressLine progress_;
};

}  // namespace vitrine::cli
