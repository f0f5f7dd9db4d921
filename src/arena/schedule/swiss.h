#pragma once

// Swiss pairing in the spirit of FIDE's Dutch system: players of equal score meet, the top half of a score
// group against its bottom half. All rules are weighed at once by a minimum-cost perfect matching, in this
// order:
//   nobody has a second bye; nobody meets an opponent again; nobody who must have a colour (the same one
//   twice running, or twice more often) meets another who must have it too; the bye goes to the lowest score;
//   small differences of score, squared and summed up; most colour preferences are met, then most strong
//   ones; nobody floats the same way twice running; halves of score groups face each other, in order.
// A rule is broken only where every pairing of the round would break it or one above it. Where FIDE pairs
// bracket by bracket, this looks at the whole round; details of Dutch transpositions differ.

#include <optional>
#include <span>
#include <vector>

#include "arena/schedule/encounter.h"
#include "chess/color.h"

namespace vitrine::arena {

// Whether the opponent in the last round had fewer points (down; a bye is that too) or more (up).
enum class Float : std::uint8_t { none, down, up };

// What pairing needs to know of a player. Their order is the starting rank.
struct SwissPlayer {
  int half_points = 0;
  std::vector<chess::Color> colours = {};  // in the first games of the encounters played, oldest first
  std::vector<int> opponents = {};
  int byes = 0;
  Float last_float = Float::none;
  bool active = true;  // takes part in the coming round
};

struct SwissRound {
  std::vector<Encounter> encounters;  // the highest scores first
  std::optional<int> bye;             // with an odd number of active players

  [[nodiscard]] bool operator==(const SwissRound&) const = default;
};

struct SwissSettings {
  // In the last round, colours don't keep those apart who play for the first places: pairs in which somebody
  // has more than this many half points, usually half of what could be won. Nothing in other rounds.
  std::optional<int> top_score = {};
};

// Contract: opponents are players; at most 128 are active, and their scores differ by less than 2,000 half
// points (the prices of the rules need room). Equal input gives equal pairings on every machine.
[[nodiscard]] SwissRound pair_swiss(std::span<const SwissPlayer> players, int round,
                                    const SwissSettings& settings = {});

// The state of an event after what was played so far; encounters still being played must not be there.
// Contract: players in results and byes lie in [0, players).
[[nodiscard]] std::vector<SwissPlayer> swiss_players(int players, std::span<const EncounterResult> results,
                                                     std::span<const Bye> byes);

// ceil(log2 n) rounds find a winner, two more sort out those behind; never so many that players must meet
// again.
[[nodiscard]] int usual_swiss_rounds(int players);

enum class PreferenceStrength : std::uint8_t { none, mild, strong, absolute };

struct ColourPreference {
  PreferenceStrength strength = PreferenceStrength::none;
  chess::Color colour = chess::Color::white;  // means nothing without strength

  [[nodiscard]] bool operator==(const ColourPreference&) const = default;
};

// Absolute: one colour was had twice more often than the other, or in the last two encounters; strong: once
// more often; mild: equally often, so the other than last time.
[[nodiscard]] ColourPreference colour_preference(std::span<const chess::Color> colours);

}  // namespace vitrine::arena
