#pragma once

// Who plays the games: threads of this process, or workers on other machines. The unit of work is a pair of
// games with one opening; each of its games is reported when it ends.

#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

#include "arena/game_record.h"
#include "arena/game_runner.h"
#include "arena/opening.h"
#include "arena/player.h"

namespace vitrine::arena {

struct PairJob {
  std::int64_t pair = 0;  // its key: whatever happens, each of its games counts once
  int round = 0;
  int first = 0;  // players' numbers
  int second = 0;
  std::vector<Player> players = {};  // the first and the second
  Opening opening = {};
  std::vector<int> games = {0, 1};  // those still to be played; in game 0 the first player has White
  GameRules rules = {};
  std::string tablebase_path = {};
  std::optional<int> tablebase_men = {};
};

struct FinishedGame {
  std::int64_t pair = 0;
  int game = 0;
  GameRecord record = {};
};

class JobQueue {
 public:
  virtual ~JobQueue() = default;

  virtual void submit(PairJob job) = 0;
  // How many more jobs keep everybody busy; it is good to have as many submitted and unfinished.
  [[nodiscard]] virtual int capacity() const = 0;
  // The next finished game; nothing: none came before the deadline. The same game may be reported again.
  // Throws std::runtime_error when the queue can't go on.
  [[nodiscard]] virtual std::optional<FinishedGame> wait(std::chrono::steady_clock::time_point deadline) = 0;
  // Interrupts what is being played and forgets the rest; returns when no engine runs any more.
  virtual void stop() = 0;
};

}  // namespace vitrine::arena
