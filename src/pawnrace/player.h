#pragma once

// Who plays: the contract of everybody at the board, from the one who plays at random to the one who plays
// perfectly.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pawnrace/position.h"

namespace vitrine::pawnrace {

class Player {
 public:
  virtual ~Player() = default;

  // As Black, before the game. `chosen` are the setups this player has chosen in this round. Contract: some
  // setup is still allowed.
  [[nodiscard]] virtual Gaps choose_gaps(std::span<const Gaps> chosen) = 0;
  // A game begins.
  virtual void start(Gaps gaps, Color side) = 0;
  // Contract: the game is not over, and it is this player's turn.
  [[nodiscard]] virtual Move choose(const Position& pos) = 0;
};

struct PlayerInfo {
  std::string_view name;
  std::string_view description;
};
// Those that make_player() knows.
[[nodiscard]] std::span<const PlayerInfo> players();
// Null: nobody has this name. The seed is for those who play at random.
[[nodiscard]] std::unique_ptr<Player> make_player(std::string_view name, std::uint64_t seed);

// The rules' limit on threads, on a machine with so many cores.
[[nodiscard]] constexpr int allowed_threads(int cores) { return cores / 2 - 1 > 1 ? cores / 2 - 1 : 1; }

}  // namespace vitrine::pawnrace
