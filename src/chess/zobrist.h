#pragma once

// Zobrist keys: a random number for each fact about a position, combined by exclusive or.

#include <array>
#include <cstdint>

#include "base/rng.h"
#include "chess/piece.h"
#include "chess/square.h"

namespace vitrine::chess {

using Key = std::uint64_t;

namespace detail {

struct ZobristTable {
  std::array<std::array<std::array<Key, 64>, 6>, 2> piece;     // colour, type, square
  std::array<std::array<std::array<Key, 17>, 6>, 2> material;  // colour, type, how many
  std::array<Key, 64> castling_rook;                           // by the rook's square
  std::array<Key, 8> en_passant_file;
  Key black_to_move;
};

constexpr ZobristTable make_zobrist_table() {
  base::Rng rng(1948);
  ZobristTable table{};
  for (auto& of_color : table.piece)
    for (auto& of_type : of_color)
      for (Key& key : of_type) key = rng.next();
  for (auto& of_color : table.material)
    for (auto& of_type : of_color)
      for (Key& key : of_type) key = rng.next();
  for (Key& key : table.castling_rook) key = rng.next();
  for (Key& key : table.en_passant_file) key = rng.next();
  table.black_to_move = rng.next();
  return table;
}

inline constexpr ZobristTable kZobrist = make_zobrist_table();

}  // namespace detail
}  // namespace vitrine::chess
