// One who plays blocks of games for runs of self-play elsewhere.

#include <unistd.h>

#include <array>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "lab/selfplay/farm_keys.h"
#include "lab/selfplay/selfplay_farm.h"

namespace vitrine::lab {

namespace {

constexpr std::chrono::milliseconds kLook{500};

// "host (1234)"
std::string worker_name() {
  std::array<char, 256> host = {};
  if (::gethostname(host.data(), host.size() - 1) != 0) host = {'?'};
  return std::string(host.data()) + " (" + std::to_string(::getpid()) + ")";
}

class Slot {
 public:
  Slot(const FarmWorkerSettings& settings, const EngineMaker& make_engine, arena::GearmanNews& news,
       std::stop_token stop)
      : settings_(settings), make_engine_(make_engine), news_(news), stop_(std::move(stop)) {}

  void run() {
    arena::Backoff backoff;
    while (!stop_.stop_requested()) {
      try {
        arena::GearmanListener listener(settings_.server, kBlockFunction);
        news_.found();
        while (!stop_.stop_requested()) {
          const auto job = listener.take(kLook);
          if (!job) continue;
          if (!handle(*job, listener)) return;  // stopped: the server gives it to somebody else
          backoff.reset();
        }
      } catch (const arena::GearmanError& error) {
        news_.lost(error);
        (void)backoff.pause(stop_);
      } catch (const std::exception& error) {  // whatever it is, another machine may do better
        if (settings_.tell_problem)
          settings_.tell_problem("A block is given back: " + std::string(error.what()));
        (void)backoff.pause(stop_);
      }
    }
  }

 private:
  // False: stopped before it was done.
  bool handle(const arena::GearmanJob& job, arena::GearmanListener& listener) {
    const auto message = parse_block_message(job.payload);
    if (!message) {
      if (settings_.tell_problem) settings_.tell_problem("A block can't be read: " + message.error());
      listener.fail(job);
      return true;
    }
    BlockResult result{.first = message->first, .worker = worker_name()};
    if (message->signature != settings_.signature)
      result.refusal = "its engine is another: " + settings_.signature + ", not " + message->signature;
    else if (!play(*message, result.games))
      return false;
    if (!deliver(message->run, result)) return false;
    listener.complete(job);
    if (!result.refusal.empty() && settings_.tell_problem)
      settings_.tell_problem("A block is refused: " + result.refusal);
    if (result.refusal.empty() && settings_.tell_block)
      settings_.tell_block("Games " + std::to_string(message->first) + " to " +
                           std::to_string(message->first + message->count - 1) + " of " + message->run);
    return true;
  }

  bool play(const BlockMessage& message, std::vector<SelfplayGame>& games) {
    SelfplayPlayer player(make_engine_(), message.rules);
    for (std::uint32_t number = message.first; number < message.first + message.count; ++number) {
      auto game = player.play(number, stop_);
      if (!game) return false;
      games.push_back(*std::move(game));
    }
    return true;
  }

  // Tries until the server has it; false: stopped before.
  bool deliver(const std::string& run, const BlockResult& result) {
    const std::string text = to_text(result);
    for (arena::Backoff backoff;;) {
      try {
        if (!client_) client_.emplace(settings_.server);
        client_->submit(result_function(run), block_key(run, result.first), text);
        return true;
      } catch (const arena::GearmanError& error) {
        client_.reset();
        news_.lost(error);
        if (!backoff.pause(stop_)) return false;
      }
    }
  }

  const FarmWorkerSettings& settings_;
  const EngineMaker& make_engine_;
  arena::GearmanNews& news_;
  std::stop_token stop_;
  std::optional<arena::GearmanClient> client_;
};

}  // namespace

void run_selfplay_worker(const FarmWorkerSettings& settings, const EngineMaker& make_engine,
                         const std::stop_token& stop) {
  arena::GearmanNews news(settings.server, settings.tell_problem);
  std::stop_source all;
  const std::stop_callback stop_all(stop, [&all] { all.request_stop(); });
  std::vector<std::jthread> threads;  // joined at the end
  try {
    for (int i = 0; i < settings.threads; ++i)
      threads.emplace_back([&, token = all.get_token()] { Slot(settings, make_engine, news, token).run(); });
  } catch (...) {  // the system has no thread left
    all.request_stop();
    throw;
  }
}

}  // namespace vitrine::lab
