#pragma once

// Runs a tournament from its store: hands pairs to a queue, records each finished game before anything else,
// and stops when all is played, the test has its answer, or somebody asks for it. Stopped or killed at any
// moment it goes on from the same store: what is recorded stays, what isn't is played again.

#include <chrono>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <stop_token>

#include "arena/events.h"
#include "arena/job_queue.h"
#include "arena/pairings.h"
#include "arena/pgn_file.h"
#include "arena/progress.h"
#include "arena/store.h"
#include "arena/tournament_state.h"

namespace vitrine::arena {

struct TournamentParts {
  Store& store;
  JobQueue& queue;
  std::function<Opening(std::int64_t pair)> opening;  // always the same for the same number
  EventSink events = {};                              // GameFinished, PlayerDropped, TournamentEnded
};

class Tournament {
 public:
  // Reads what is recorded. Throws StoreError; std::runtime_error if that doesn't fit the settings.
  explicit Tournament(TournamentParts parts);

  // To be called once. Throws what the store, the queue and the PGN file throw; what is recorded stays. The
  // queue is stopped when it returns.
  Summary run(std::stop_token stop);

  // From any thread.
  [[nodiscard]] Progress progress() const;

 private:
  using Clock = std::chrono::steady_clock;

  void open_pgn();
  [[nodiscard]] std::string pgn_text(const StoredGame& game) const;

  void play(const std::stop_token& stop);
  void submit_pairs();
  void submit(const Pair& pair);
  void take(FinishedGame finished);
  void take_again(const FinishedGame& finished);
  void explain(Summary& summary);

  TournamentParts parts_;
  const TournamentSettings& settings_;
  std::optional<PgnFile> pgn_;
  std::map<std::int64_t, Pair> in_flight_;  // with the games that aren't finished
  std::int64_t repeated_reports_ = 0;
  std::int64_t contradictions_ = 0;

  mutable std::mutex mutex_;  // guards what follows, which progress() reads
  TournamentState state_;
  Clock::time_point begun_ = Clock::now();
  std::int64_t games_before_;  // this session
};

// The results so far, from a store that another process may be writing. Throws as Tournament does.
[[nodiscard]] Progress read_progress(Store& store);

}  // namespace vitrine::arena
