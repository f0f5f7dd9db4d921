#include "lab/picture/heat_boards.h"

#include <algorithm>
#include <cmath>

#include "lab/picture/svg.h"

namespace vitrine::lab {

namespace {

using chess::PieceType;
using chess::Square;
using eval::ModelKind;
using eval::Phase;

double pawns_of(const eval::PieceSquareModel& model, Phase phase, PieceType type, std::optional<Square> king,
                Square sq) {
  if (model.kind() == ModelKind::piece_square) return model.weight(phase, type, sq, sq);
  if (type == PieceType::king) return model.weight(phase, type, sq, sq);
  if (king) return model.weight(phase, type, *king, sq);
  double sum = 0;
  for (int i = 0; i < 64; ++i) sum += model.weight(phase, type, Square::from_index(i), sq);
  return sum / 64;
}

HeatBoard board_of(const eval::PieceSquareModel& model, Phase phase, PieceType type,
                   std::optional<Square> king) {
  HeatBoard board{type, {}, 0};
  int squares = 0;
  for (int i = 0; i < 64; ++i) {
    const Square sq = Square::from_index(i);
    board.pawns[static_cast<std::size_t>(i)] = pawns_of(model, phase, type, king, sq);
    if (!board.can_stand_on(sq)) continue;
    board.mean += board.pawns_at(sq);
    ++squares;
  }
  board.mean /= squares;
  return board;
}

HeatRow row_of(const eval::PieceSquareModel& model, Phase phase, std::optional<Square> king) {
  const auto board = [&](PieceType type) { return board_of(model, phase, type, king); };
  const char* const title = phase == Phase::middlegame ? "middlegame" : "endgame";
  return {model.is_tapered() ? title : "",
          {board(PieceType::pawn), board(PieceType::knight), board(PieceType::bishop), board(PieceType::rook),
           board(PieceType::queen), board(PieceType::king)}};
}

// The next of 1, 2, 2.5, 5 times a power of ten.
double rounded_up(double value) {
  const double power = std::pow(10, std::floor(std::log10(value)));
  for (const double factor : {1.0, 2.0, 2.5, 5.0})
    if (value <= factor * power * (1 + 1e-9)) return factor * power;
  return 10 * power;
}

}  // namespace

HeatRows heat_rows(const eval::PieceSquareModel& model, std::optional<Square> king) {
  HeatRows rows = {row_of(model, Phase::middlegame, king)};
  if (model.is_tapered()) rows.push_back(row_of(model, Phase::endgame, king));
  return rows;
}

double colour_range(std::span<const HeatRows> pictures) {
  constexpr double kShown = 0.97;  // pawns about to promote would wash out all else
  constexpr double kLeast = 0.1;
  std::vector<double> distances;
  for (const HeatRows& rows : pictures)
    for (const HeatRow& row : rows)
      for (const HeatBoard& board : row.boards)
        for (int i = 0; i < 64; ++i)
          if (board.can_stand_on(Square::from_index(i)))
            distances.push_back(std::abs(board.above_mean(Square::from_index(i))));
  if (distances.empty()) return kLeast;
  const auto nth = static_cast<std::ptrdiff_t>(kShown * static_cast<double>(distances.size() - 1));
  std::nth_element(distances.begin(), distances.begin() + nth, distances.end());
  return rounded_up(std::max(kLeast, distances[static_cast<std::size_t>(nth)]));
}

std::string pawns_text(double pawns) {
  // No "-0.00".
  const double rounded = std::round(pawns * 100) / 100 + 0.0;
  return (rounded < 0 ? "" : "+") + svg_number(rounded, 2);
}

}  // namespace vitrine::lab
