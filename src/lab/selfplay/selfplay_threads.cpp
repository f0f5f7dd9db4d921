// The games of self-play on several threads.

#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include "lab/selfplay/ordered_games.h"
#include "lab/selfplay/selfplay.h"

namespace vitrine::lab {

namespace {

// Threads take numbers and leave games; one who waits collects them.
class Table {
 public:
  Table(std::uint32_t first, std::uint32_t count) : next_(first), end_(first + count) {}

  void work(SelfplayPlayer player, const std::stop_token& stop) {
    try {
      while (const auto number = take_number(stop)) {
        auto game = player.play(*number, stop);
        if (!game) return;
        const std::lock_guard lock(mutex_);
        games_.push_back(*std::move(game));
        changed_.notify_all();
      }
    } catch (...) {
      const std::lock_guard lock(mutex_);
      error_ = std::current_exception();
      changed_.notify_all();
    }
  }

  // What has come since; waits until there is something. Empty: stopped.
  std::deque<SelfplayGame> collect(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, stop, [this] { return !games_.empty() || error_; });
    if (error_) std::rethrow_exception(error_);
    return std::exchange(games_, {});
  }

 private:
  std::optional<std::uint32_t> take_number(const std::stop_token& stop) {
    const std::lock_guard lock(mutex_);
    if (stop.stop_requested() || next_ == end_) return {};
    return next_++;
  }

  std::mutex mutex_;
  std::condition_variable_any changed_;
  std::uint32_t next_;
  std::uint32_t end_;
  std::deque<SelfplayGame> games_;
  std::exception_ptr error_;
};

}  // namespace

void run_selfplay(const SelfplayRules& rules, const EngineMaker& make_engine, int threads,
                  std::uint32_t first, std::uint32_t count,
                  const std::function<void(SelfplayGame&&)>& on_game, const std::stop_token& stop) {
  std::stop_source all;
  const std::stop_callback stop_all(stop, [&all] { all.request_stop(); });
  Table table(first, count);
  OrderedGames ordered(first);
  // However this function ends, the players stop before it does.
  struct Players {
    std::stop_source& stop;
    std::vector<std::jthread> threads = {};
    ~Players() { stop.request_stop(); }
  } players{all};
  for (int i = 0; i < threads; ++i)
    players.threads.emplace_back([&table, &rules, engine = make_engine(), token = all.get_token()]() mutable {
      table.work(SelfplayPlayer(std::move(engine), rules), token);
    });
  while (ordered.next() != first + count) {
    auto games = table.collect(all.get_token());
    if (games.empty()) return;
    for (SelfplayGame& game : games) ordered.add(std::move(game));
    ordered.flush(on_game);
  }
}

}  // namespace vitrine::lab
