#pragma once

// The little of a game and of a dropout that pairings and scores need.

#include <optional>
#include <string>

#include "arena/events.h"
#include "arena/statistics/results.h"
#include "chess/color.h"

namespace vitrine::arena {

struct PlayedGame {
  GameId id;
  int pair_size = 2;  // how many games the pair has
  int white = 0;      // players' numbers
  int black = 0;
  std::optional<chess::Color> winner = {};
  GameEnd end = GameEnd::checkmate;

  // Contract: the player is one of the two.
  [[nodiscard]] GameScore score_of(int player) const {
    if (!winner) return GameScore::draw;
    return (*winner == chess::Color::white ? white : black) == player ? GameScore::win : GameScore::loss;
  }
  bool operator==(const PlayedGame&) const = default;
};

// A player that takes no further part.
struct Drop {
  int player = 0;
  int stage = 0;  // how many stages (Pairings::stage) had been paired with it
  std::string why = {};
  bool operator==(const Drop&) const = default;
};

}  // namespace vitrine::arena
