#pragma once

// What happens in a tournament, told as it happens to whoever wants to show it.

#include <cstdint>
#include <functional>
#include <string>
#include <variant>

#include "arena/game_record.h"
#include "chess/game.h"
#include "engines/report.h"

namespace vitrine::arena {

struct GameId {
  std::int64_t pair = 0;
  int game = 0;
  bool operator==(const GameId&) const = default;
};

struct GameStarted {
  GameId id;
  int white;  // players' numbers
  int black;
  Opening opening;
};
struct Thinking {
  GameId id;
  chess::Color color;
  engines::Report report;
};
struct MovePlayed {
  GameId id;
  PlyRecord ply;
  std::string fen;  // after it
};
struct GameFinished {
  GameId id;
  int white;
  int black;
  GameRecord record;
};
struct PlayerDropped {
  int player;
  std::string why;
};
struct TournamentEnded {
  std::string why;
};

using Event = std::variant<GameStarted, Thinking, MovePlayed, GameFinished, PlayerDropped, TournamentEnded>;

// Called from the threads that play, so it must be quick and may be called by several at once. May be empty.
using EventSink = std::function<void(const Event&)>;

}  // namespace vitrine::arena
