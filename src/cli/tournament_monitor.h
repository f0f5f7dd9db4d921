#pragma once

// What a tournament shows on standard error while it runs: on a terminal a live line, and every so many games
// the results; elsewhere only the latter.

#include <atomic>
#include <mutex>
#include <thread>

#include "arena/events.h"
#include "arena/settings.h"
#include "arena/tournament.h"
#include "cli/status_line.h"

namespace vitrine::cli {

class TournamentMonitor {
 public:
  // `result_interval`: games between two printed results; 0: none.
  TournamentMonitor(const arena::TournamentSettings& settings, int result_interval, bool has_live_line);
  ~TournamentMonitor() { end(); }
  TournamentMonitor(const TournamentMonitor&) = delete;
  TournamentMonitor& operator=(const TournamentMonitor&) = delete;

  // Shows how this one stands, until the end. It must live as long.
  void watch(const arena::Tournament& tournament);
  void tell(const arena::Event& event);
  void end();

 private:
  void print_fault(const arena::GameFinished& game);
  void print(const std::string& text);

  const arena::TournamentSettings& settings_;
  int result_interval_;
  bool has_live_line_;
  std::int64_t games_ = 0;
  const arena::Tournament* tournament_ = nullptr;
  std::mutex mutex_;  // guards the line
  StatusLine line_;
  std::jthread thread_;
};

// "37/200 games  A +12 =10 -15  Elo -28.1 +/- 45.0  LLR -0.53 (-2.94, 2.94)  1.8 games/s  0:01:31 left"
[[nodiscard]] std::string live_text(const arena::TournamentSettings& settings,
                                    const arena::Progress& progress);

}  // namespace vitrine::cli
