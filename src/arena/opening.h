#pragma once

// Where a game begins: a position, and moves from it that the players don't think about.

#include <string>
#include <vector>

#include "chess/game.h"
#include "chess/move.h"
#include "chess/position.h"

namespace vitrine::arena {

struct Opening {
  chess::Position start = chess::Position::initial();
  std::vector<chess::Move> moves = {};  // legal, one after the other
  std::string name = {};                // where it is from: "line 12 of book.epd", or an opening's name

  [[nodiscard]] chess::Game game() const;
  bool operator==(const Opening&) const = default;
};

}  // namespace vitrine::arena
