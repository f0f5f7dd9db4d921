#pragma once

// What a position is worth as one JSON object, for programs and pages: the classical evaluation with its
// terms and men, and a network's view beside it; or a piece-square model; and for all what stands on each
// square is worth, so that a heat-map can be drawn. `vitrine eval --json` prints it and the server answers
// with it. Numbers are centipawns.

#include <array>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "chess/position.h"
#include "eval/classical/breakdown.h"
#include "eval/nnue/network.h"
#include "eval/piece_square_model.h"

namespace vitrine::lab {

// What each square's man is worth to White, and what belongs to no single man; together the value.
struct WorthBySquare {
  std::array<std::optional<int>, 64> squares = {};  // by Square::index(); nothing: empty
  int elsewhere = 0;
  int value = 0;
};
// The terms', whatever more is known of the ending.
[[nodiscard]] WorthBySquare by_square(const eval::classical::Breakdown& parts);
[[nodiscard]] WorthBySquare by_square(const chess::Position& pos, const eval::PieceSquareModel& model);

// All of it. Fields in docs/cabinet-protocol.md and `vitrine eval --help`.
[[nodiscard]] nlohmann::ordered_json classical_sheet(const chess::Position& pos);
[[nodiscard]] nlohmann::ordered_json classical_sheet(const chess::Position& pos,
                                                     const eval::nnue::Network& network);
[[nodiscard]] nlohmann::ordered_json piece_square_sheet(const chess::Position& pos,
                                                        const eval::PieceSquareModel& model);

// The flagship's opinion of men and squares alone, as a model: for those who have none of their own.
[[nodiscard]] eval::PieceSquareModel flagship_model();
// The network that comes with the program; never nullptr.
[[nodiscard]] std::shared_ptr<const eval::nnue::Network> flagship_network();

}  // namespace vitrine::lab
