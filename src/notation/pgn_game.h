#pragma once

// A game of PGN as a tree: tags, start position, and moves with their comments, NAGs and variations.

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "chess/game.h"
#include "chess/position.h"
#include "notation/game_result.h"
#include "notation/pgn_reader.h"

namespace vitrine::notation {

// Names and values, each name once, in the order in which they came.
class PgnTags {
 public:
  PgnTags() = default;
  // PgnTags{{"White", "Réti"}, {"Black", "Tartakower"}}
  PgnTags(std::initializer_list<std::pair<std::string_view, std::string_view>> tags) {
    for (const auto& [name, value] : tags) set(name, value);
  }

  [[nodiscard]] std::optional<std::string_view> find(std::string_view name) const;
  // Adds the tag, or replaces its value.
  void set(std::string_view name, std::string_view value);

  [[nodiscard]] auto begin() const { return tags_.begin(); }
  [[nodiscard]] auto end() const { return tags_.end(); }
  [[nodiscard]] std::size_t size() const { return tags_.size(); }
  bool operator==(const PgnTags&) const = default;

 private:
  std::vector<std::pair<std::string, std::string>> tags_;
};

struct PgnMove;

struct PgnLine {
  std::string comment;  // before the first move
  std::vector<PgnMove> moves;
};

struct PgnMove {
  std::optional<chess::Move> move = {};  // nothing: a null move
  std::vector<std::uint8_t> nags = {};
  std::string comment = {};              // after the move; several are joined by a blank
  std::vector<PgnLine> variations = {};  // instead of the move
};

[[nodiscard]] bool operator==(const PgnLine& a, const PgnLine& b);
[[nodiscard]] bool operator==(const PgnMove& a, const PgnMove& b);

struct PgnGame {
  PgnTags tags;  // without Result, SetUp and FEN, which the fields below hold
  chess::Position start = chess::Position::initial();
  PgnLine main_line;
  GameResult result = GameResult::unknown;
  std::optional<PgnError> error;  // why it ends early, if it does

  // The moves of the main line and the position after them. They stop before a null move.
  [[nodiscard]] std::vector<chess::Move> moves() const;
  [[nodiscard]] chess::Position end_position() const;
};

// A game that was played, for to_pgn(): its start, its moves without undone ones, and its result. Without one
// given the rules tell it, as game.outcome() does; a game that ended on time, by a claim or by resignation
// needs it.
[[nodiscard]] PgnGame to_pgn_game(const chess::Game& game, PgnTags tags = {},
                                  std::optional<GameResult> result = {});

// The next game of the file; nothing when there is none left. Comments and tag values are cleaned
// (pgn_text.h), so that what was read can be written.
[[nodiscard]] std::optional<PgnGame> read_game(PgnReader& reader);
// All games of a text, as for tests and pasted games.
[[nodiscard]] std::vector<PgnGame> read_games(std::string_view text);

}  // namespace vitrine::notation
