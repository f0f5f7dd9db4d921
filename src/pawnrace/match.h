#pragma once

// The tournament's rules: a game between two contestants, a round of the best of five games, and a knock-out
// of rounds.
//
// A game is worth 2 points to its winner, or 1 to each. The first colours are drawn by lot, then change with
// every game. Black chooses the gaps, but in a round nobody chooses a setup or its mirror image twice, or
// opposite gaps more than once. Five seconds for every answer; who is late, breaks a rule, refuses a valid
// move or breaks down forfeits the game.
//
// A round ends when one can't be caught. Level after five games, the two play on in pairs of games with both
// colours, three pairs at most, until one leads after a pair; then the one wins who has thought for less time
// in all; then the lot decides.

#include <array>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "pawnrace/contestant.h"
#include "pawnrace/position.h"

namespace vitrine::pawnrace {

struct GameReport {
  int white = 0;                  // which of the two had White
  std::optional<Gaps> gaps = {};  // nothing: Black forfeited before it chose
  std::vector<std::string> moves = {};
  std::optional<int> winner = {};  // which of the two; nothing: drawn
  bool is_forfeit = false;
  std::string reason;  // "White reached the last rank"
  std::array<std::chrono::nanoseconds, 2> thinking = {};
};

// `chosen` are the setups that each has chosen in this round; what Black chooses is added.
[[nodiscard]] GameReport play_game(std::array<Contestant*, 2> players, int white,
                                   std::array<std::vector<Gaps>, 2>& chosen,
                                   std::chrono::milliseconds longest_move);

struct RoundSettings {
  std::chrono::milliseconds longest_move{5'000};
  std::uint64_t seed = 0;  // for the lot
  int games = 5;
  int extra_pairs = 3;
};

struct RoundReport {
  std::vector<GameReport> games;
  std::array<int, 2> points = {};
  int winner = 0;
  std::string decided_by;  // "points", "extra games", "thinking time", "lot"
};

using OnGame = std::function<void(const GameReport&, const std::array<int, 2>& points)>;
[[nodiscard]] RoundReport play_round(std::array<Contestant*, 2> players, const RoundSettings& settings,
                                     const OnGame& on_game = nullptr);

// Who meets whom next, given who is still in: neighbours meet; with an odd number the first is free. Both
// contestants of a pair, or one alone.
[[nodiscard]] std::vector<std::vector<int>> knockout_pairs(std::span<const int> still_in);

}  // namespace vitrine::pawnrace
