#include "lab/selfplay/selfplay_farm.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <map>
#include <stdexcept>
#include <utility>

#include "lab/data/checksum.h"
#include "lab/selfplay/farm_keys.h"
#include "lab/selfplay/ordered_games.h"

namespace vitrine::lab {

namespace {

using Clock = std::chrono::steady_clock;

constexpr int kMostSubmissions =
    10;  // a block that the server has lost this often is one that no worker survives
constexpr std::chrono::milliseconds kLook{200};  // how long a stop may go unnoticed

// The same for the same games: those of an interrupted run may still lie in the server.
std::string run_id(const SelfplayRules& rules, const std::string& signature) {
  const std::string text = signature + " " + to_string(rules);
  std::array<char, 17> id;
  std::snprintf(id.data(), id.size(), "%016llx",
                static_cast<unsigned long long>(checksum(text.data(), text.size())));
  return id.data();
}

class Farm {
 public:
  Farm(const SelfplayRules& rules, const FarmSettings& settings, std::uint32_t first, std::uint32_t count)
      : rules_(rules),
        settings_(settings),
        run_(run_id(rules, settings.signature)),
        next_block_(first),
        end_(first + count),
        ordered_(first) {}

  [[nodiscard]] bool is_done() const { return ordered_.next() == end_; }

  // Until all is done or somebody asks to stop; throws GearmanError when the server is lost.
  void serve(const std::function<void(SelfplayGame&&)>& on_game, const std::stop_token& stop) {
    arena::GearmanClient client(settings_.server);
    arena::GearmanListener listener(settings_.server, result_function(run_));
    for (auto& [first, block] : pending_) block.handle.clear();
    find_lost(client);
    auto next_check = Clock::now() + settings_.check_interval;
    while (!is_done() && !stop.stop_requested()) {
      send(client);
      if (const auto job = listener.take(kLook)) {
        take(*job);
        ordered_.flush(on_game);
        listener.complete(*job);
      }
      if (Clock::now() < next_check) continue;
      find_lost(client);
      next_check = Clock::now() + settings_.check_interval;
    }
    for (const auto& [first, block] : pending_)
      if (!block.handle.empty()) client.cancel(block.handle);
  }

 private:
  struct Block {
    std::uint32_t count = 0;
    bool is_sent = false;
    int submissions = 0;
    std::string handle = {};
  };

  void send(arena::GearmanClient& client) {
    for (; pending_.size() < settings_.in_flight && next_block_ < end_; next_block_ += settings_.block)
      pending_[next_block_].count = std::min(settings_.block, end_ - next_block_);
    for (auto& [first, block] : pending_) {
      if (block.is_sent) continue;
      if (++block.submissions > kMostSubmissions)
        throw std::runtime_error("the games from " + std::to_string(first) + " on were given to workers " +
                                 std::to_string(kMostSubmissions) + " times and never came back");
      const BlockMessage message{run_, settings_.signature, rules_, first, block.count};
      block.handle = client.submit(kBlockFunction, block_key(run_, first), to_text(message));
      block.is_sent = true;
    }
  }

  void find_lost(arena::GearmanClient& client) {
    for (auto& [first, block] : pending_)
      if (block.is_sent && !client.is_known(block_key(run_, first))) block.is_sent = false;
  }

  void take(const arena::GearmanJob& job) {
    auto result = parse_block_result(job.payload);
    if (!result) {
      if (settings_.tell)
        settings_.tell("A result can't be read, so its games are played again: " + result.error());
      return;
    }
    if (!result->refusal.empty())
      throw std::runtime_error("the worker " + result->worker + " can't play: " + result->refusal);
    const std::uint32_t first = result->first;
    for (SelfplayGame& game : result->games)
      if (game.number < end_) ordered_.add(std::move(game));
    const auto found = pending_.find(first);
    if (found == pending_.end()) return;
    for (std::uint32_t number = first; number < first + found->second.count; ++number)
      if (!ordered_.has(number)) return;  // it is missed in time
    pending_.erase(found);
  }

  SelfplayRules rules_;
  const FarmSettings& settings_;
  std::string run_;
  std::uint32_t next_block_;
  std::uint32_t end_;
  OrderedGames ordered_;
  std::map<std::uint32_t, Block> pending_;
};

}  // namespace

std::string result_function(const std::string& run) { return "vitrine-selfplay-result-" + run; }

std::string block_key(const std::string& run, std::uint32_t first) {
  return "selfplay-" + run + "-" + std::to_string(first);
}

void run_selfplay_farm(const SelfplayRules& rules, const FarmSettings& settings, std::uint32_t first,
                       std::uint32_t count, const std::function<void(SelfplayGame&&)>& on_game,
                       const std::stop_token& stop) {
  Farm farm(rules, settings, first, count);
  arena::GearmanNews news(settings.server, settings.tell);
  arena::Backoff backoff;
  while (!farm.is_done() && !stop.stop_requested()) {
    try {
      farm.serve(
          [&](SelfplayGame&& game) {
            news.found();
            backoff.reset();
            on_game(std::move(game));
          },
          stop);
    } catch (const arena::GearmanError& error) {
      news.lost(error);
      (void)backoff.pause(stop);
    }
  }
}

}  // namespace vitrine::lab
