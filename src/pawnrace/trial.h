#pragma once

// Puts the perfect player to the test: games from every start with both colours against players of every
// kind, in which what a position is worth must never be given away.

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "pawnrace/position.h"
#include "pawnrace/setups.h"

namespace vitrine::pawnrace {

struct TrialSettings {
  int games = 128;  // all starts, two colours; four times as many for every opponent at each
  std::vector<Gaps> starts = allowed_setups();
  std::uint64_t seed = 1;
  const std::atomic<bool>* stop = nullptr;
};

struct TrialReport {
  int games = 0;
  std::uint64_t moves = 0;  // of the perfect player
  std::uint64_t book_moves = 0;
  std::uint64_t most_nodes = 0;                 // for one move
  std::chrono::nanoseconds longest_cpu_time{};  // the first move's with the reading of the book
  std::string hardest;                          // the position where that was
  struct Score {
    int wins = 0;
    int draws = 0;
    int losses = 0;
    int gains = 0;  // games that ended better than the start was worth
  };
  std::map<std::string, Score> scores;  // by opponent
  std::vector<std::string> faults;      // "af, Black against random: ..."
};

// Called after each game.
using OnTrialGame = std::function<void(const TrialReport&)>;
[[nodiscard]] TrialReport run_trial(const TrialSettings& settings, const OnTrialGame& on_game = nullptr);

}  // namespace vitrine::pawnrace
