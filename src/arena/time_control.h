#pragma once

// How much time a player has: the text engine testers write ("40/1:30+0.5"), and a clock that runs by it.

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "engines/limits.h"

namespace vitrine::arena {

using Milliseconds = std::chrono::milliseconds;
using Microseconds = std::chrono::microseconds;

// What one move or one game may cost a player. Several together: each holds.
struct TimeControl {
  struct Clock {
    Milliseconds base = {};
    Milliseconds increment = {};
    std::optional<int> moves = {};  // per period: the base is added again after so many; nothing: one period
    bool operator==(const Clock&) const = default;
  };

  std::optional<Clock> clock = {};
  std::optional<Milliseconds> move_time = {};
  std::optional<std::uint64_t> nodes = {};
  std::optional<int> depth = {};
  Milliseconds margin = {};  // so much over its time is forgiven

  [[nodiscard]] bool is_unlimited() const { return !clock && !move_time && !nodes && !depth; }
  bool operator==(const TimeControl&) const = default;
};

struct TimeControlError {
  std::string text;
  [[nodiscard]] const std::string& to_string() const { return text; }
};

// "[moves/]time[+increment]", time in seconds or minutes:seconds, decimals allowed; "inf": no clock.
[[nodiscard]] base::Result<std::optional<TimeControl::Clock>, TimeControlError> parse_clock(
    std::string_view text);
[[nodiscard]] std::string to_string(const TimeControl::Clock& clock);  // parse_clock reads it back
// For PGN's TimeControl tag: "40/90+0.5", "st=0.1", "nodes=1000", "depth=5" or "-".
[[nodiscard]] std::string to_string(const TimeControl& control);

// One player's clock in one game.
class GameClock {
 public:
  explicit GameClock(const TimeControl& control);

  // What is left, never below 0; nothing: no clock.
  [[nodiscard]] std::optional<Milliseconds> remaining() const;
  [[nodiscard]] std::optional<int> moves_to_go() const;
  // How much longer than allowed a move of that time is, the margin not counted; 0: it is not.
  [[nodiscard]] Microseconds lateness(Microseconds elapsed) const;
  // A move has taken so long. False: that was too long, margin included, and the game is lost on time.
  [[nodiscard]] bool punch(Microseconds elapsed);

 private:
  TimeControl control_;
  Microseconds left_ = {};
  int moves_made_ = 0;
};

}  // namespace vitrine::arena
