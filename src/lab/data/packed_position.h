#pragma once

// A judged position in 32 bytes, as data sets store it. Byte by byte, numbers little-endian:
//
//    0  8  the occupied squares, a1 in the lowest bit
//    8 16  a nibble for each occupied square in that order, the low nibble first: the kind of man 0 to 5
//    (pawn
//          to king), plus 8 for Black. 6 stands for a rook that may still castle.
//   24  2  centipawns for White, or kNoScore
//   26  1  bits 0-1: the result, 0 Black won, 1 drawn, 2 White won, 3 unknown; bit 2: Black is to move
//   27  1  the file of an en-passant capture that is possible, from 0, or 8
//   28  1  plies since the last capture or pawn move, at most 255
//   29  3  which game of its file it is from, modulo 2^24: a game's positions follow each other
//
// Full moves are not kept: no evaluation asks for them.

#include <bit>
#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>

#include "base/result.h"
#include "chess/position.h"

namespace vitrine::lab {

enum class GameResult : std::uint8_t { black_won, drawn, white_won, unknown };

struct Judgement {
  std::optional<int> centipawns = {};  // for White; within kMostCentipawns
  GameResult result = GameResult::unknown;
  std::uint32_t game = 0;
};

inline constexpr int kMostCentipawns = 30'000;

class PackedPosition {
 public:
  PackedPosition() = default;
  // Contract: the centipawns are within kMostCentipawns.
  PackedPosition(const chess::Position& pos, const Judgement& judgement);

  // The error says what is wrong with the bytes.
  [[nodiscard]] base::Result<chess::Position, std::string> unpack() const;
  // What a glance tells: every field holds something that it may hold. Nothing: all is well. A reader of data
  // sets asks this of all it reads, so that whoever takes positions from there need not.
  [[nodiscard]] std::optional<std::string> find_fault() const;
  [[nodiscard]] Judgement judgement() const;
  void set_judgement(const Judgement& judgement);
  [[nodiscard]] chess::Color side_to_move() const {
    return (result_and_side_ & kBlackToMove) != 0 ? chess::Color::black : chess::Color::white;
  }
  [[nodiscard]] std::uint32_t game() const {
    return game_[0] | std::uint32_t{game_[1]} << 8 | std::uint32_t{game_[2]} << 16;
  }
  [[nodiscard]] int man_count() const { return std::popcount(occupied_); }
  [[nodiscard]] int quiet_plies() const { return quiet_plies_; }
  // Calls visit(Color, PieceType, Square) for each man, without making a position of it: fast.
  // Contract: find_fault() finds nothing.
  template <class Visit>
  void for_each_man(Visit visit) const;
  // Equal for equal men, side to move, castling rights and en passant, whatever the judgement and the
  // counter.
  [[nodiscard]] std::uint64_t board_key() const;

  bool operator==(const PackedPosition&) const = default;

 private:
  static constexpr int kMostMen = 32;
  static constexpr std::uint8_t kCastlingRook = 6;
  static constexpr std::uint8_t kBlack = 8;
  static constexpr std::uint8_t kBlackToMove = 4;
  static constexpr std::uint8_t kNoFile = 8;
  [[nodiscard]] std::uint8_t nibble(int i) const { return men_[i / 2] >> (i % 2 * 4) & 15; }

  static constexpr std::int16_t kNoScore = INT16_MIN;
  std::uint64_t occupied_ = 0;
  std::uint8_t men_[16] = {};
  std::int16_t centipawns_ = kNoScore;
  std::uint8_t result_and_side_ = 3;
  std::uint8_t en_passant_file_ = 8;
  std::uint8_t quiet_plies_ = 0;
  std::uint8_t game_[3] = {};
};
static_assert(sizeof(PackedPosition) == 32 && std::is_trivially_copyable_v<PackedPosition>);
static_assert(std::endian::native == std::endian::little,
              "a big-endian machine would have to turn the numbers");

template <class Visit>
void PackedPosition::for_each_man(Visit visit) const {
  int i = 0;
  for (std::uint64_t rest = occupied_; rest != 0; rest &= rest - 1, ++i) {
    const std::uint8_t man = nibble(i);
    const int kind = man & 7;
    visit((man & kBlack) != 0 ? chess::Color::black : chess::Color::white,
          kind == kCastlingRook ? chess::PieceType::rook : static_cast<chess::PieceType>(kind),
          chess::Square::from_index(std::countr_zero(rest)));
  }
}

}  // namespace vitrine::lab
