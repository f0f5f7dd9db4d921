#pragma once

// Games, moves and scores as docs/cabinet-protocol.md has them.

#include <chrono>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "chess/game.h"
#include "engines/report.h"
#include "notation/uci_move.h"
#include "server/fields.h"

namespace vitrine::server {

// How moves of this game are written.
[[nodiscard]] notation::CastlingText castling_text(const chess::Position& start);

// White's, though the engine's is that of the side to move.
[[nodiscard]] Json to_json(const engines::Score& score, chess::Color to_move);

// What is known of a ply besides the move.
struct PlyNotes {
  std::optional<std::string> comment = {};
  Json score = {};  // null: none
  std::optional<std::chrono::milliseconds> clock = {};
  std::optional<std::chrono::milliseconds> time = {};
};

struct GameNotes {
  Json tags = Json::object();
  std::string result = "*";
  std::vector<PlyNotes> plies = {};  // the first ones; the rest have none
  std::int64_t games = 1;
};

// The ply that led to the game's position. `score_key`: how its score is called.
[[nodiscard]] Json ply_json(const chess::Game& game, std::size_t ply, const PlyNotes& notes,
                            const char* score_key);
[[nodiscard]] Json to_json(const chess::Game& game, const GameNotes& notes);
[[nodiscard]] Json legal_json(const chess::Game& game);
// Null: it goes on.
[[nodiscard]] Json over_json(const chess::Game& game);

// POST /api/game: a game read from FEN and moves, or from PGN.
[[nodiscard]] Json answer_game(const Json& request);

}  // namespace vitrine::server
