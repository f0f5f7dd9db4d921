#include "arena/thread_queue.h"

#include <algorithm>
#include <array>
#include <exception>
#include <memory>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "arena/cores.h"
#include "arena/seat.h"
#include "arena/tablebase.h"
#include "base/exhaustion.h"
#include "notation/fen.h"

namespace vitrine::arena {

// One thread's engines and the games it plays with them.
class ThreadQueue::Worker {
 public:
  explicit Worker(ThreadQueue& queue) : queue_(queue) {}

  void run() {
    try {
      while (auto job = queue_.take()) play(*job);
    } catch (const std::exception& error) {
      queue_.fail(error.what());
    }
  }

 private:
  struct Place {
    int player = -1;
    std::unique_ptr<Seat> seat;
  };

  void play(const PairJob& job) {
    take_seats(job);
    if (job.tablebase_path != tablebase_path_ || job.tablebase_men != tablebase_men_) {
      tablebase_ = nullptr;  // first let go of the old ones
      if (!job.tablebase_path.empty()) tablebase_ = open_tablebase(job.tablebase_path, job.tablebase_men);
      tablebase_path_ = job.tablebase_path;
      tablebase_men_ = job.tablebase_men;
    }
    for (const int game : job.games) {
      if (queue_.stop_.stop_requested()) return;
      GameRecord record = play(job, game);
      if (!exhaustion_.empty()) throw std::runtime_error(exhaustion_);
      if (record.end == GameEnd::interrupted) {
        if (queue_.stop_.stop_requested()) return;
        throw std::runtime_error("a game was interrupted: " + record.detail);
      }
      queue_.report({job.pair, game, std::move(record)}, game == job.games.back());
    }
  }

  GameRecord play(const PairJob& job, int game) {
    const bool is_swapped = game % 2 == 1;
    const GameId id{job.pair, game};
    if (queue_.events_)
      queue_.events_(GameStarted{id, is_swapped ? job.second : job.first, is_swapped ? job.first : job.second,
                                 job.opening});
    const Seats seats = {places_[is_swapped ? 1 : 0].seat.get(), places_[is_swapped ? 0 : 1].seat.get()};
    return play_game(seats, job.opening, job.rules, tablebase_, watcher(id), queue_.stop_.get_token());
  }

  // Engines of other players than the job's end here, before new ones start.
  void take_seats(const PairJob& job) {
    std::array<Place, 2> next;
    const std::array<int, 2> numbers = {job.first, job.second};
    for (std::size_t i = 0; i < 2; ++i)
      for (Place& place : places_)
        if (place.player == numbers[i] && place.seat && place.seat->player() == job.players[i])
          next[i] = std::exchange(place, {});
    places_ = std::move(next);
    for (std::size_t i = 0; i < 2; ++i)
      if (!places_[i].seat) places_[i] = {numbers[i], std::make_unique<Seat>(job.players[i], factory())};
  }

  // No player is to blame if this machine has no descriptors or processes left: such a game doesn't count.
  EngineFactory factory() {
    return [this](const Player& player) {
      try {
        return queue_.factory_(player);
      } catch (const std::system_error& error) {
        if (base::is_exhaustion(error.code())) exhaustion_ = player.name + ": " + error.what();
        throw;
      }
    };
  }

  GameWatcher watcher(const GameId& id) {
    if (!queue_.events_) return {};
    return {.on_turn = [this](const chess::Game&, chess::Color color) { thinker_ = color; },
            .on_report =
                [this, id](const engines::Report& report) {
                  queue_.events_(Thinking{id, thinker_, report});
                },
            .on_move =
                [this, id](const chess::Game& game, const PlyRecord& ply) {
                  queue_.events_(MovePlayed{id, ply, notation::to_fen(game.position())});
                }};
  }

  ThreadQueue& queue_;
  std::array<Place, 2> places_;
  Tablebase tablebase_;
  std::string tablebase_path_;
  std::optional<int> tablebase_men_;
  chess::Color thinker_ = chess::Color::white;
  std::string exhaustion_;  // what the system had no more of
};

ThreadQueue::ThreadQueue(const ThreadQueueSettings& settings, EngineFactory factory, EventSink events)
    : concurrency_(settings.concurrency), factory_(std::move(factory)), events_(std::move(events)) {
  const std::vector<int> cores = settings.use_affinity ? cores_in_order() : std::vector<int>();
  try {
    for (int i = 0; i < concurrency_; ++i) {
      const int core = cores.empty() ? -1 : cores[static_cast<std::size_t>(i) % cores.size()];
      threads_.emplace_back([this, core] {
        if (core >= 0) pin_this_thread(core);
        Worker(*this).run();
      });
    }
  } catch (...) {  // the system has no thread left
    stop();
    throw;
  }
}

ThreadQueue::~ThreadQueue() { stop(); }

void ThreadQueue::submit(PairJob job) {
  const std::lock_guard lock(mutex_);
  if (is_stopping_) return;
  jobs_.push_back(std::move(job));
  ++unfinished_jobs_;
  job_came_.notify_one();
}

int ThreadQueue::capacity() const {
  const std::lock_guard lock(mutex_);
  if (is_stopping_) return 0;
  // One lies ready for each thread, so that nobody waits; more would only be played after they are known to
  // be needless.
  const int wanted = 2 * concurrency_;
  return std::max(0, wanted - unfinished_jobs_);
}

std::optional<FinishedGame> ThreadQueue::wait(std::chrono::steady_clock::time_point deadline) {
  std::unique_lock lock(mutex_);
  game_came_.wait_until(lock, deadline, [&] { return !reports_.empty() || is_stopping_; });
  if (!reports_.empty()) {
    Report report = std::move(reports_.front());
    reports_.pop_front();
    if (report.finishes_job) --unfinished_jobs_;
    return std::move(report.game);
  }
  if (!error_.empty()) throw std::runtime_error(error_);
  return {};
}

void ThreadQueue::stop() {
  {
    const std::lock_guard lock(mutex_);
    is_stopping_ = true;
    jobs_.clear();
  }
  stop_.request_stop();
  job_came_.notify_all();
  game_came_.notify_all();
  const std::lock_guard lock(threads_mutex_);
  for (std::thread& thread : threads_) thread.join();
  threads_.clear();
}

std::optional<PairJob> ThreadQueue::take() {
  std::unique_lock lock(mutex_);
  job_came_.wait(lock, [&] { return !jobs_.empty() || is_stopping_; });
  if (is_stopping_) return {};
  PairJob job = std::move(jobs_.front());
  jobs_.pop_front();
  return job;
}

void ThreadQueue::report(FinishedGame game, bool finishes_job) {
  const std::lock_guard lock(mutex_);
  reports_.push_back({std::move(game), finishes_job});
  game_came_.notify_one();
}

void ThreadQueue::fail(const std::string& why) {
  {
    const std::lock_guard lock(mutex_);
    if (error_.empty()) error_ = why;
    is_stopping_ = true;
  }
  stop_.request_stop();
  job_came_.notify_all();
  game_came_.notify_all();
}

}  // namespace vitrine::arena
