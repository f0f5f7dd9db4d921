#include "chess/chess960.h"

#include <array>
#include <cassert>
#include <optional>

namespace vitrine::chess {

namespace {

using BackRank = std::array<std::optional<PieceType>, 8>;

// Puts a piece on the n-th square that is still free.
void place(BackRank& rank, int nth, PieceType type) {
  for (auto& square : rank)
    if (!square && nth-- == 0) {
      square = type;
      return;
    }
}

BackRank back_rank(int number) {
  // The knights' ten ways to stand on five free squares.
  static constexpr std::array<std::array<int, 2>, 10> kKnights = {
      {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 2}, {1, 3}, {1, 4}, {2, 3}, {2, 4}, {3, 4}}};
  BackRank rank{};
  rank[1 + 2 * (number % 4)] = PieceType::bishop;  // on a light square: b, d, f or h
  number /= 4;
  rank[2 * (number % 4)] = PieceType::bishop;
  number /= 4;
  place(rank, number % 6, PieceType::queen);
  const auto [first, second] = kKnights[number / 6];
  place(rank, second,
        PieceType::knight);  // the further one first, so that it doesn't move the other's square
  place(rank, first, PieceType::knight);
  for (const PieceType type : {PieceType::rook, PieceType::king, PieceType::rook}) place(rank, 0, type);
  return rank;
}

}  // namespace

Setup chess960_setup(int number) {
  assert(number >= 0 && number < kChess960Arrays);
  const BackRank rank = back_rank(number);
  Setup setup = Setup::empty();
  for (const Color color : {Color::white, Color::black})
    for (int file = 0; file < 8; ++file) {
      const Square home = Square::at(file, color == Color::white ? 0 : 7);
      setup.put(home, {color, *rank[file]});
      setup.put(home.up(color == Color::white ? 1 : -1), {color, PieceType::pawn});
      if (rank[file] == PieceType::rook) setup.castling_rooks |= Bitboard(home);
    }
  return setup;
}

}  // namespace vitrine::chess
