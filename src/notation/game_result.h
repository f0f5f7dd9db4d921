#pragma once

// How a game ended as PGN writes it.

#include <cstdint>
#include <optional>
#include <string_view>

#include "chess/color.h"

namespace vitrine::notation {

enum class GameResult : std::uint8_t { white_wins, black_wins, draw, unknown };

[[nodiscard]] constexpr std::string_view to_string(GameResult result) {
  switch (result) {
    case GameResult::white_wins: return "1-0";
    case GameResult::black_wins: return "0-1";
    case GameResult::draw: return "1/2-1/2";
    case GameResult::unknown: break;
  }
  return "*";
}

// The result of a game that is over. Nobody won: a draw.
[[nodiscard]] constexpr GameResult to_game_result(std::optional<chess::Color> winner) {
  if (!winner) return GameResult::draw;
  return *winner == chess::Color::white ? GameResult::white_wins : GameResult::black_wins;
}

[[nodiscard]] constexpr std::optional<GameResult> parse_game_result(std::string_view text) {
  for (const GameResult result :
       {GameResult::white_wins, GameResult::black_wins, GameResult::draw, GameResult::unknown})
    if (text == to_string(result)) return result;
  return {};
}

}  // namespace vitrine::notation
