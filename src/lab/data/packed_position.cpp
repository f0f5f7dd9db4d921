#include "lab/data/packed_position.h"

#include <algorithm>
#include <cassert>
#include <cstdlib>
#include <cstring>

#include "lab/data/checksum.h"

namespace vitrine::lab {

using chess::Bitboard;
using chess::Color;
using chess::PieceType;
using chess::Square;

PackedPosition::PackedPosition(const chess::Position& pos, const Judgement& judgement) {
  int i = 0;
  for (const Square sq : pos.occupied()) {
    const chess::Piece man = *pos.piece_at(sq);
    int code = pos.castling_rooks().contains(sq) ? kCastlingRook : chess::index(man.type);
    if (man.color == Color::black) code |= kBlack;
    men_[i / 2] = static_cast<std::uint8_t>(men_[i / 2] | code << (i % 2 * 4));
    occupied_ |= std::uint64_t{1} << sq.index();
    ++i;
  }
  if (const auto square = pos.en_passant()) en_passant_file_ = static_cast<std::uint8_t>(square->file());
  quiet_plies_ = static_cast<std::uint8_t>(std::min(pos.halfmove_clock(), 255));
  if (pos.turn() == Color::black) result_and_side_ |= kBlackToMove;
  set_judgement(judgement);
}

void PackedPosition::set_judgement(const Judgement& judgement) {
  assert(!judgement.centipawns || std::abs(*judgement.centipawns) <= kMostCentipawns);
  centipawns_ = judgement.centipawns ? static_cast<std::int16_t>(*judgement.centipawns) : kNoScore;
  result_and_side_ =
      static_cast<std::uint8_t>((result_and_side_ & kBlackToMove) | static_cast<int>(judgement.result));
  for (int i = 0; i < 3; ++i) game_[i] = static_cast<std::uint8_t>(judgement.game >> (8 * i));
}

Judgement PackedPosition::judgement() const {
  Judgement judgement{.result = static_cast<GameResult>(result_and_side_ & 3), .game = game()};
  if (centipawns_ != kNoScore) judgement.centipawns = centipawns_;
  return judgement;
}

std::optional<std::string> PackedPosition::find_fault() const {
  const int men = man_count();
  if (men > kMostMen) return std::to_string(men) + " men on the board";
  // All nibbles at once: a set may hold hundreds of millions of positions.
  constexpr std::uint64_t kLowBits = 0x1111'1111'1111'1111;
  std::uint64_t words[2];
  std::memcpy(words, men_, sizeof words);
  for (const std::uint64_t word : words)
    if ((word & word >> 1 & word >> 2 & kLowBits) != 0) return "an unknown kind of man";
  const bool has_more = men < 16 ? words[0] >> (4 * men) != 0 || words[1] != 0
                                 : men < kMostMen && words[1] >> (4 * (men - 16)) != 0;
  if (has_more) return "a man without a square";
  if (centipawns_ != kNoScore && std::abs(int{centipawns_}) > kMostCentipawns)
    return std::to_string(centipawns_) + " centipawns are out of range";
  if (result_and_side_ > 7) return "an unknown result";
  if (en_passant_file_ > kNoFile) return "an en-passant file off the board";
  return {};
}

base::Result<chess::Position, std::string> PackedPosition::unpack() const {
  if (auto fault = find_fault()) return *std::move(fault);
  chess::Setup setup = chess::Setup::empty();
  int i = 0;
  for_each_man([&](Color color, PieceType type, Square sq) {
    setup.put(sq, {color, type});
    if ((nibble(i++) & 7) == kCastlingRook) setup.castling_rooks |= Bitboard(sq);
  });
  setup.turn = side_to_move();
  setup.halfmove_clock = quiet_plies_;
  if (en_passant_file_ != kNoFile)
    setup.en_passant = Square::at(en_passant_file_, setup.turn == Color::white ? 5 : 2);
  // Whoever packed it had a position: what they allowed is not asked again.
  auto pos = chess::Position::from_setup(setup, chess::Unreachable::allowed);
  if (!pos) return pos.error().message();
  if (en_passant_file_ != kNoFile && !pos->en_passant())
    return std::string("an en-passant capture that nobody can make");
  return *std::move(pos);
}

std::uint64_t PackedPosition::board_key() const {
  std::uint8_t bytes[26];
  std::memcpy(bytes, &occupied_, 8);
  std::memcpy(bytes + 8, men_, 16);
  bytes[24] = result_and_side_ & kBlackToMove;
  bytes[25] = en_passant_file_;
  return checksum(bytes, sizeof bytes);
}

}  // namespace vitrine::lab
