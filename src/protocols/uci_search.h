#pragma once

// What one `go` prints: its info lines, not too many of them, and its one bestmove, after which it is silent.

#include <atomic>
#include <mutex>
#include <vector>

#include "chess/game.h"
#include "engines/engine.h"
#include "protocols/info_throttle.h"
#include "protocols/line_sink.h"
#include "protocols/uci_writer.h"

namespace vitrine::protocols {

class UciSearch {
 public:
  UciSearch(const chess::Game& game, const UciStyle& style, bool is_ponder, LineSink& out);

  // Both may come from any thread, one at a time or not.
  void report(const engines::Report& report);
  void finish(const engines::Choice& choice);

  // From the moment the answer is settled, perhaps just before its line is out: a GUI that has read the
  // bestmove never finds the engine still searching.
  [[nodiscard]] bool is_finished() const { return is_finished_; }
  [[nodiscard]] bool is_ponder() const { return is_ponder_; }

 private:
  void report_line(engines::Report report, InfoThrottle::Clock::time_point now);
  void send(const engines::Report& report);
  [[nodiscard]] std::vector<chess::Move> playable_part(const std::vector<chess::Move>& pv);

  chess::Game game_;
  UciStyle style_;
  bool is_ponder_;
  LineSink& out_;
  std::mutex mutex_;
  InfoThrottle throttle_;
  bool sends_lines_ = true;            // the decision on line 1 holds for the lines below it
  std::vector<engines::Report> held_;  // the newest lines, where they have not been sent
  std::atomic<bool> is_finished_ = false;
};

}  // namespace vitrine::protocols
