#pragma once

// Games played by `vitrine worker` processes, wherever they are, through a Gearman server.
//
// A pair is a background job of the function kPairFunction with the key "<tournament>-<pair>". The worker
// that plays it submits the games as a background job of result_function(tournament) with the same key, then
// completes its own. This queue is the worker of that function. It completes a result job only when the
// tournament calls wait, submit or capacity after the last of its games was handed out: by then the store
// has them. So at every moment the server, the store or both know of a pair; and what a server without a disk
// forgets is found missing by asking for the key of every unfinished pair now and then, and submitted again.
// Played or reported twice is harmless: the store takes the first report.
//
// stop() asks the server to forget the pairs, if it is there. What it hands out all the same is played, and
// the results wait in it until the tournament is continued.

#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>
#include <set>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "arena/gearman.h"
#include "arena/job_message.h"
#include "arena/job_queue.h"

namespace vitrine::arena {

inline constexpr const char* kPairFunction = "vitrine-pair";
[[nodiscard]] std::string result_function(const std::string& tournament);
[[nodiscard]] std::string pair_key(const std::string& tournament, std::int64_t pair);

// An id that is the same whenever the tournament is continued, and no other tournament's.
[[nodiscard]] std::string tournament_id(std::chrono::system_clock::time_point created,
                                        std::string_view settings);

struct GearmanQueueSettings {
  GearmanAddress server;
  std::string tournament;  // is_tournament_id
  int in_flight = 64;      // pairs submitted and unfinished
  std::chrono::milliseconds check_interval{30'000};
  Tell tell = {};
};

class GearmanQueue final : public JobQueue {
 public:
  // The server need not be there yet.
  explicit GearmanQueue(GearmanQueueSettings settings);
  ~GearmanQueue() override;

  void submit(PairJob job) override;
  [[nodiscard]] int capacity() const override;
  // Throws if a worker can't play a pair, with its reason: every worker must be able to play every pair.
  [[nodiscard]] std::optional<FinishedGame> wait(std::chrono::steady_clock::time_point deadline) override;
  void stop() override;

 private:
  using Clock = std::chrono::steady_clock;
  struct Pending {
    PairJob job;  // its games: those not yet reported
    bool is_sent = false;
    int submissions = 0;
    std::string handle = {};  // of the job, while the connection lasts that submitted it
  };

  // One thread brings pairs to the server, another results from it. Both throw when the server is lost, and
  // are called again.
  [[nodiscard]] std::thread start(void (GearmanQueue::*work)());
  void send_pairs();
  void fetch_results();

  void send_waiting(GearmanClient& client);
  void cancel_sent(GearmanClient& client);
  void check_sent(GearmanClient& client);
  void send_again(std::int64_t pair);  // under the lock
  // Waits until its games are stored; false: it was stopped before.
  [[nodiscard]] bool take(const GearmanJob& job);
  void take(ResultMessage result);    // under the lock
  void take_game(FinishedGame game);  // under the lock
  void hand_over(FinishedGame game);  // under the lock
  void fail(const std::string& why);  // under the lock
  void note_stored() const;           // under the lock
  void tell(const std::string& text) const;
  [[nodiscard]] bool is_stopped() const { return stop_.stop_requested(); }

  GearmanQueueSettings settings_;
  std::string session_;
  GearmanNews news_;

  mutable std::mutex mutex_;
  mutable std::condition_variable_any changed_;
  std::map<std::int64_t, Pending> pending_;
  std::set<std::int64_t> submitted_;                         // ever, by this object
  std::map<std::int64_t, std::vector<FinishedGame>> early_;  // of pairs that weren't submitted yet
  bool has_leftovers_ = false;  // all results that lay in the server when we came
  std::deque<FinishedGame> games_;
  // How many games came in, were handed out, and are in the store for certain.
  std::int64_t received_ = 0;
  std::int64_t handed_out_ = 0;
  mutable std::int64_t stored_ = 0;
  bool is_stopping_ = false;
  std::string error_;

  std::stop_source stop_;
  std::thread sender_;
  std::thread fetcher_;
};

}  // namespace vitrine::arena
