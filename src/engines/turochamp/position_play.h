#pragma once

// Position-play: what the machine's own men, and the enemy king, look like right after its move, without any
// looking ahead. Nine rules, each a function of its own in the source file, in tenths as Turing wrote them.

#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "chess/position.h"
#include "engines/turochamp/rules.h"

namespace vitrine::engines::turochamp {

enum class PlayRule : std::uint8_t {
  mobility,       // i
  defence,        // ii
  king_mobility,  // iii
  king_safety,    // iv
  castling,       // v
  pawn_advance,   // vi
  pawn_defence,   // vii
  mate_threat,    // viii
  check           // ix
};
inline constexpr int kPlayRules = 9;
[[nodiscard]] constexpr int index(PlayRule rule) { return static_cast<int>(rule); }

// As Turing numbers them: "i" to "ix".
[[nodiscard]] std::string_view numeral(PlayRule rule);

// One number of the worksheet: which rule gives whom how much, and of what it was counted.
struct PlayEntry {
  PlayRule rule;
  std::optional<chess::Square> man;  // whose it is; nobody's: castling, threats and checks
  int count;                         // moves, defenders, ranks: whatever the rule counts
  int tenths;
  bool operator==(const PlayEntry&) const = default;
};

struct PositionPlay {
  std::array<int, kPlayRules> by_rule = {};  // tenths
  std::vector<PlayEntry> entries = {};

  [[nodiscard]] int tenths() const;
  void add(PlayEntry entry);
};

// The square root to one decimal, in tenths: what a hand writes down.
[[nodiscard]] int root_in_tenths(int count);

// For `own`, whoever is to move. `has_castled`: its last move was castling.
[[nodiscard]] PositionPlay position_play(const chess::Position& pos, chess::Color own, bool has_castled,
                                         const Rules& rules);

// What decides among moves of equal value: the machine's own position-play or, if the rules say so, what is
// left of it when the opponent's is taken off, rule by rule. The entries are the machine's own.
[[nodiscard]] PositionPlay counted_play(const chess::Position& pos, chess::Color own, bool has_castled,
                                        const Rules& rules);

}  // namespace vitrine::engines::turochamp
