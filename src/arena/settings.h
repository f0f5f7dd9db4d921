#pragma once

// All that defines a tournament. The store keeps it, so that a tournament can be continued from its file
// alone.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "arena/game_runner.h"
#include "arena/player.h"
#include "arena/statistics/sprt.h"

namespace vitrine::arena {

enum class Format {
  round_robin,
  gauntlet,  // the first `seeds` players against all others
  pyramid,   // each against all before it
  swiss,
  knockout,
  swiss_then_knockout,  // the best `seeds` of the Swiss go on
};

struct OpeningSettings {
  enum class Kind { built_in, epd, pgn, polyglot };
  enum class Order { sequential, random };

  Kind kind = Kind::built_in;
  std::string file = {};
  Order order = Order::random;
  std::optional<int> plies = {};  // of each PGN or book line; nothing: all
  std::int64_t start = 1;         // the first opening to use, from 1
  bool operator==(const OpeningSettings&) const = default;
};

struct PgnSettings {
  std::string file = {};    // empty: none
  bool with_tags = false;   // [%eval] and [%clk] instead of {+0.25/18 1.2s}
  bool is_minimal = false;  // no comments
  bool operator==(const PgnSettings&) const = default;
};

struct TournamentSettings {
  std::string event = "Vitrine tournament";
  std::string site = {};
  Format format = Format::round_robin;
  std::vector<Player> players = {};
  // Each round, each pairing of a round robin, gauntlet or pyramid plays `games` games; a Swiss has so many
  // rounds of `games` games; a knock-out match is `games` games and goes on until decided.
  int rounds = 1;
  int games = 2;
  bool repeats_openings = true;  // two games with one opening, colours swapped
  int seeds = 1;                 // of a gauntlet; of Swiss-then-knock-out
  std::uint64_t seed = 0;        // of everything random
  OpeningSettings openings = {};
  GameRules rules = {};
  std::string tablebase_path = {};        // folders of Syzygy files, separated by ':'; empty: none
  std::optional<int> tablebase_men = {};  // use it only up to so many men
  std::optional<SprtSettings> sprt = {};  // two players only
  int max_faults = 3;                     // a player with more is dropped; 0: never
  int concurrency = 1;                    // games at once
  PgnSettings pgn = {};
  bool operator==(const TournamentSettings&) const = default;
};

// What is wrong with them, in a sentence; empty: nothing.
[[nodiscard]] std::string find_fault(const TournamentSettings& settings);

// As JSON, for the store and for files of users. Reading says which key is wrong and why, unknown keys
// included.
[[nodiscard]] std::string to_json(const TournamentSettings& settings);
struct SettingsError {
  std::string text;  // "players[1].time.clock: …"
};
[[nodiscard]] base::Result<TournamentSettings, SettingsError> parse_settings(std::string_view json);

}  // namespace vitrine::arena
