#pragma once

// The moves of a game with all that is known of them, in some ten bytes each.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arena/game_record.h"

namespace vitrine::arena {

[[nodiscard]] std::string encode_plies(const std::vector<PlyRecord>& plies);
// Nothing: no such bytes are ever written.
[[nodiscard]] std::optional<std::vector<PlyRecord>> decode_plies(std::string_view bytes);

[[nodiscard]] std::string encode_moves(const std::vector<chess::Move>& moves);
[[nodiscard]] std::optional<std::vector<chess::Move>> decode_moves(std::string_view bytes);

}  // namespace vitrine::arena
