#pragma once

// A game as it was played: every move with what its player thought and spent, and how it ended and why.

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arena/opening.h"
#include "arena/time_control.h"
#include "chess/color.h"
#include "engines/report.h"

namespace vitrine::arena {

enum class GameEnd {
  // By the rules.
  checkmate,
  stalemate,
  insufficient_material,
  threefold_repetition,
  fifty_moves,
  // By agreement of the settings.
  adjudicated_win,   // resign rule
  adjudicated_draw,  // draw rule
  adjudicated_tablebase,
  move_limit,
  // By the players.
  resigned,
  agreed_draw,
  // By a fault of the loser.
  illegal_move,
  time_forfeit,
  crash,       // its process ended
  disconnect,  // it closed its output but lives
  stall,       // it did not answer when asked whether it is ready
  cannot_start,
  protocol_fault,  // a false claim, a nonsense answer
  // Nobody's doing: the game does not count and is played again.
  interrupted,
};
[[nodiscard]] std::string_view to_string(GameEnd end);  // one word for files: "checkmate", "time_forfeit"
[[nodiscard]] std::optional<GameEnd> parse_game_end(std::string_view word);
[[nodiscard]] bool is_fault(GameEnd end);
// What a reader of the game is told: "White mates", "Black loses on time", "Draw by stalemate".
[[nodiscard]] std::string describe(GameEnd end, std::optional<chess::Color> winner);

struct PlyRecord {
  chess::Move move;
  bool is_book = false;
  std::optional<engines::Score> score = {};  // for the side that moved
  int depth = 0;
  int selective_depth = 0;
  std::uint64_t nodes = 0;
  Microseconds time = {};
  std::optional<Milliseconds> clock_left = {};  // after the move
  bool operator==(const PlyRecord&) const = default;
};

struct GameRecord {
  Opening opening = {};
  std::vector<PlyRecord> plies = {};  // the opening's included
  std::optional<chess::Color> winner = {};
  GameEnd end = GameEnd::interrupted;
  std::string detail = {};  // more about the end, if there is more: how late, the fault's text
  std::chrono::system_clock::time_point started = {};
  Milliseconds duration = {};

  [[nodiscard]] std::string_view result() const;  // "1-0", "0-1", "1/2-1/2", or "*" if interrupted
  [[nodiscard]] std::optional<chess::Color> at_fault() const;  // the loser, if it lost by a fault
  bool operator==(const GameRecord&) const = default;
};

}  // namespace vitrine::arena
