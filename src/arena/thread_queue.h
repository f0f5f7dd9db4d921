#pragma once

// Games played by threads of this process. Each thread keeps the engines of the last two players it had, so
// that a match starts its engines once.

#include <condition_variable>
#include <deque>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "arena/events.h"
#include "arena/job_queue.h"

namespace vitrine::arena {

struct ThreadQueueSettings {
  int concurrency = 1;
  bool use_affinity = false;  // each thread and its engines on a core of their own
};

class ThreadQueue final : public JobQueue {
 public:
  // Of the events it sends GameStarted, Thinking and MovePlayed.
  ThreadQueue(const ThreadQueueSettings& settings, EngineFactory factory, EventSink events = {});
  ~ThreadQueue() override;

  void submit(PairJob job) override;
  [[nodiscard]] int capacity() const override;
  [[nodiscard]] std::optional<FinishedGame> wait(std::chrono::steady_clock::time_point deadline) override;
  void stop() override;

 private:
  class Worker;

  // The next job; nothing: stop.
  [[nodiscard]] std::optional<PairJob> take();
  void report(FinishedGame game, bool finishes_job);
  void fail(const std::string& why);

  int concurrency_;
  EngineFactory factory_;
  EventSink events_;

  mutable std::mutex mutex_;
  std::condition_variable job_came_;
  std::condition_variable game_came_;
  std::deque<PairJob> jobs_;
  struct Report {
    FinishedGame game;
    bool finishes_job;
  };
  std::deque<Report> reports_;
  // Those count whose last game nobody has taken yet: a slow taker is not swamped.
  int unfinished_jobs_ = 0;
  bool is_stopping_ = false;
  std::string error_;

  std::stop_source stop_;
  std::mutex threads_mutex_;
  std::vector<std::thread> threads_;
};

}  // namespace vitrine::arena
