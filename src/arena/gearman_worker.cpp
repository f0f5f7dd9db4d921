#include "arena/gearman_worker.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <memory>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>

#include "arena/gearman_queue.h"
#include "arena/job_message.h"
#include "arena/tablebase.h"
#include "arena/thread_queue.h"
#include "base/exhaustion.h"

namespace vitrine::arena {
namespace {

constexpr std::chrono::milliseconds kLook{500};  // how long a stop may go unnoticed
constexpr std::size_t kMostTried = 1'000;        // players to remember

// "host (1234)"
std::string worker_name() {
  std::array<char, 256> host = {};
  if (::gethostname(host.data(), host.size() - 1) != 0) host = {'?'};
  return std::string(host.data()) + " (" + std::to_string(::getpid()) + ")";
}

// What the threads of a worker share.
class Worker {
 public:
  Worker(const GearmanWorkerSettings& settings, const EngineFactoryMaker& make_factory)
      : settings_(settings),
        make_factory_(make_factory),
        name_(worker_name()),
        news_(settings.server, settings.tell_problem) {}

  [[nodiscard]] const GearmanAddress& server() const { return settings_.server; }
  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] GearmanNews& news() { return news_; }
  [[nodiscard]] EngineFactory factory(Milliseconds longest_move) const { return make_factory_(longest_move); }
  void tell_problem(const std::string& text) const {
    if (settings_.tell_problem) settings_.tell_problem(text);
  }
  void tell_pair(const std::string& text) const {
    if (settings_.tell_pair) settings_.tell_pair(text);
  }

  // Why a pair can't be played here; empty: it can. Throws if that is only so for the moment.
  [[nodiscard]] std::string why_not(const PairJob& job) {
    for (const Player& player : job.players)
      if (std::string why = why_not(player, job.rules.longest_move); !why.empty()) return why;
    if (job.tablebase_path.empty()) return {};
    try {
      (void)open_tablebase(job.tablebase_path, job.tablebase_men);
      return {};
    } catch (const std::runtime_error& error) {
      return error.what();
    }
  }

 private:
  // A player that can't be started here would lose all its games here, so it is tried once before.
  std::string why_not(const Player& player, Milliseconds longest_move) {
    if (!player.command.empty() && !is_allowed(player.command[0]))
      return "it may not run '" + player.command[0] + "'; its owner can allow that with --allow";
    const std::lock_guard lock(mutex_);
    if (std::ranges::find(tried_, player) != tried_.end()) return {};
    try {
      (void)factory(longest_move)(player);
    } catch (const std::system_error& error) {
      if (base::is_exhaustion(error.code())) throw;  // others may have it
      return player.name + ": " + error.what();
    } catch (const std::exception& error) {
      return player.name + ": " + error.what();
    }
    if (tried_.size() >= kMostTried) tried_.clear();
    tried_.push_back(player);
    return {};
  }

  bool is_allowed(const std::string& program) const {
    return settings_.allows_any || std::ranges::find(settings_.allowed, program) != settings_.allowed.end();
  }

  const GearmanWorkerSettings& settings_;
  const EngineFactoryMaker& make_factory_;
  std::string name_;
  GearmanNews news_;
  std::mutex mutex_;
  std::vector<Player> tried_;
};

// Plays one pair after the other.
class Slot {
 public:
  Slot(Worker& worker, std::stop_token stop) : worker_(worker), stop_(std::move(stop)) {}

  void run() {
    Backoff backoff;
    while (!stop_.stop_requested()) {
      try {
        GearmanListener listener(worker_.server(), kPairFunction);
        worker_.news().found();
        serve(listener, backoff);
      } catch (const GearmanError& error) {
        worker_.news().lost(error);
        (void)backoff.pause(stop_);
      } catch (const std::exception& error) {  // whatever it is, another machine may do better
        worker_.tell_problem("A pair is given back: " + std::string(error.what()));
        games_.reset();
        (void)backoff.pause(stop_);
      }
    }
  }

 private:
  enum class Fate { done, given_back, hopeless };

  void serve(GearmanListener& listener, Backoff& backoff) {
    while (!stop_.stop_requested()) {
      const auto job = listener.take(kLook);
      if (!job) continue;
      const Fate fate = handle(*job);
      if (fate == Fate::given_back) return;  // by closing the connection
      if (fate == Fate::done)
        listener.complete(*job);
      else
        listener.fail(*job);
      backoff.reset();
    }
  }

  Fate handle(const GearmanJob& job) {
    const auto message = parse_pair_message(job.payload);
    if (!message) {
      const MessageError& error = message.error();
      worker_.tell_problem("A pair can't be read: " + error.text);
      if (error.tournament.empty()) return Fate::hopeless;
      return deliver(error.tournament, {.session = error.session,
                                        .worker = worker_.name(),
                                        .pair = error.pair,
                                        .refusal = "it can't be read: " + error.text});
    }
    ResultMessage result{.session = message->session, .worker = worker_.name(), .pair = message->job.pair};
    result.refusal = worker_.why_not(message->job);
    if (!result.refusal.empty()) {
      worker_.tell_problem("Pair " + std::to_string(result.pair) + " is refused: " + result.refusal);
    } else {
      result.games = play(message->job);
      if (result.games.size() != message->job.games.size()) return Fate::given_back;  // stopped
      worker_.tell_pair(describe(*message, result));
    }
    return deliver(message->tournament, result);
  }

  // Fewer games than asked for: somebody stopped us. Throws what the machine has no more of.
  std::vector<FinishedGame> play(const PairJob& job) {
    if (!games_ || longest_move_ != job.rules.longest_move) {
      games_.reset();
      longest_move_ = job.rules.longest_move;
      games_ = std::make_unique<ThreadQueue>(ThreadQueueSettings{}, worker_.factory(longest_move_));
    }
    games_->submit(job);
    std::vector<FinishedGame> finished;
    while (finished.size() < job.games.size() && !stop_.stop_requested())
      if (auto game = games_->wait(std::chrono::steady_clock::now() + kLook / 5))
        finished.push_back(std::move(*game));
    if (stop_.stop_requested()) games_->stop();
    return finished;
  }

  // Tries until the server has the result.
  Fate deliver(const std::string& tournament, const ResultMessage& result) {
    const std::string key = pair_key(tournament, result.pair);
    const std::string text = to_text(result);
    for (Backoff backoff;;) {
      try {
        if (!client_) client_.emplace(worker_.server());
        client_->submit(result_function(tournament), key, text);
        worker_.news().found();
        return Fate::done;
      } catch (const GearmanError& error) {
        client_.reset();
        worker_.news().lost(error);
        if (!backoff.pause(stop_)) return Fate::given_back;
      }
    }
  }

  static std::string describe(const PairMessage& message, const ResultMessage& result) {
    std::string text = "Pair " + std::to_string(result.pair) + " of " + message.tournament + ", " +
                       message.job.players[0].name + " - " + message.job.players[1].name + ":";
    for (const FinishedGame& game : result.games)
      text += " " + std::string(game.record.result()) + (game.game == 1 ? " (colours swapped)" : "");
    return text;
  }

  Worker& worker_;
  std::stop_token stop_;
  std::optional<GearmanClient> client_;
  std::unique_ptr<ThreadQueue> games_;
  Milliseconds longest_move_ = {};
};

}  // namespace

void run_gearman_worker(const GearmanWorkerSettings& settings, const EngineFactoryMaker& make_factory,
                        std::stop_token stop) {
  Worker worker(settings, make_factory);
  std::stop_source all;
  const std::stop_callback stop_all(stop, [&all] { all.request_stop(); });
  std::vector<std::jthread> threads;
  try {
    for (int i = 0; i < settings.concurrency; ++i)
      threads.emplace_back([&worker, token = all.get_token()] { Slot(worker, token).run(); });
  } catch (...) {  // the system has no thread left
    all.request_stop();
    throw;
  }
}

}  // namespace vitrine::arena
