#pragma once

// The time simulator: how long each engine would think about each move of a game, by its own rule and by the
// challenger's ancestor's with other coefficients. Rules look at the clock and some at the men on the board,
// so it is run over a real game's, or over those of an average game. Every move takes exactly what it is
// allotted; that is the one thing which is not so in a real game.

#include <array>
#include <chrono>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "chess/color.h"
#include "notation/pgn_game.h"

namespace vitrine::lab {

using Milliseconds = std::chrono::milliseconds;

struct TimeRule {
  enum class Kind { vitrine, challenger, negamax, mailbox, ancestor };
  Kind kind = Kind::vitrine;
  // The ancestor's: a share of the starting time while more than `pieces` men are on the board, and after.
  double early = 0.01;
  double late = 0.05;
  int pieces = 20;

  bool operator==(const TimeRule&) const = default;
};
inline constexpr std::array kTimeRules = {TimeRule::Kind::vitrine, TimeRule::Kind::challenger,
                                          TimeRule::Kind::negamax, TimeRule::Kind::mailbox,
                                          TimeRule::Kind::ancestor};
[[nodiscard]] std::string_view to_string(TimeRule::Kind kind);
[[nodiscard]] std::optional<TimeRule::Kind> parse_time_rule(std::string_view name);
// What is wrong with its coefficients; empty: nothing.
[[nodiscard]] std::string check(const TimeRule& rule);

// One period for the whole game, as players know it.
struct GameTime {
  Milliseconds base = {};
  Milliseconds increment = {};
  bool operator==(const GameTime&) const = default;
};
inline constexpr Milliseconds kLongestGame = std::chrono::hours(24);
// 1+0, 1+1, 2+1, 3+0, 3+2, 5+0, 5+3
[[nodiscard]] std::span<const GameTime> usual_game_times();
// Minutes and seconds, as players write them: "3+2", "0.5+1". Nothing: it is not that, or beyond a day.
[[nodiscard]] std::optional<GameTime> parse_game_time(std::string_view text);
[[nodiscard]] std::string to_string(const GameTime& time);  // parse_game_time reads it back

// How many men, kings and pawns included, stand on the board before each move of one player.
using MenByMove = std::vector<int>;
// The mean of many games between people: measured, see time_average_game.cpp.
[[nodiscard]] const MenByMove& men_of_average_game();
[[nodiscard]] MenByMove men_of(const notation::PgnGame& game, chess::Color player);
// The mean of those games that got so far, rounded.
[[nodiscard]] MenByMove mean_of(std::span<const MenByMove> games);
// As long as wanted: cut short, or drawn out with the men of its last move. Contract: not empty, moves > 0.
[[nodiscard]] MenByMove fitted(MenByMove men, std::size_t moves);

struct TimePoint {
  int move = 1;                 // from 1
  int men = 32;                 // on the board before it
  Milliseconds allotted = {};   // what the rule grants it
  Milliseconds remaining = {};  // on the clock before it
};
[[nodiscard]] std::vector<TimePoint> simulate(const TimeRule& rule, const GameTime& time,
                                              std::span<const int> men);

struct TimeCurve {
  TimeRule rule;
  GameTime time;
  std::vector<TimePoint> points;
};
// Every rule with every time.
[[nodiscard]] std::vector<TimeCurve> simulate_all(std::span<const TimeRule> rules,
                                                  std::span<const GameTime> times, std::span<const int> men);
// "ancestor 0.01/0.05 at 20", "vitrine".
[[nodiscard]] std::string title_of(const TimeRule& rule);

// rule,clock,move,men,allotted_ms,remaining_ms; with a line of titles.
[[nodiscard]] std::string to_csv(std::span<const TimeCurve> curves);

}  // namespace vitrine::lab
