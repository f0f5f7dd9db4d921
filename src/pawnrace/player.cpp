#include "pawnrace/player.h"

#include <array>

#include "pawnrace/ancestor.h"
#include "pawnrace/perfect_player.h"
#include "pawnrace/simple_players.h"

namespace vitrine::pawnrace {

namespace {

constexpr std::array kPlayers = {
    PlayerInfo{"perfect", "never gives away what a position is worth"},
    PlayerInfo{"stubborn", "the same, and thinks longer how to resist, or to win soon"},
    PlayerInfo{"ancestor", "the search of a student's entry of 2023-24, 4.5 seconds a move"},
    PlayerInfo{"ancestor-4", "the same, four plies deep"},
    PlayerInfo{"greedy", "takes what it can and runs with the foremost pawn"},
    PlayerInfo{"random", "any move"},
};

}  // namespace

std::span<const PlayerInfo> players() { return kPlayers; }

std::unique_ptr<Player> make_player(std::string_view name, std::uint64_t seed) {
  if (name == "perfect") return std::make_unique<PerfectPlayer>();
  if (name == "stubborn")
    return std::make_unique<PerfectPlayer>(PerfectSettings{.distance_nodes = kStubbornNodes});
  if (name == "ancestor")
    return std::make_unique<AncestorPlayer>(seed, AncestorLimits{.time = kAncestorTime});
  if (name == "ancestor-4") return std::make_unique<AncestorPlayer>(seed, AncestorLimits{.depth = 4});
  if (name == "greedy") return std::make_unique<GreedyPlayer>(seed);
  if (name == "random") return std::make_unique<RandomPlayer>(seed);
  return nullptr;
}

}  // namespace vitrine::pawnrace
