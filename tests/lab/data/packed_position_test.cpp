#include "lab/data/packed_position.h"

#include <array>
#include <cstring>

#include "chess/support.h"

namespace vitrine::lab {
namespace {

using chess::Color;
using chess::PieceType;
using chess::Position;
using chess::Square;
using notation::to_fen;

using Bytes = std::array<std::uint8_t, 32>;

Bytes bytes_of(const PackedPosition& packed) {
  Bytes bytes;
  std::memcpy(bytes.data(), &packed, bytes.size());
  return bytes;
}

PackedPosition from_bytes(const Bytes& bytes) {
  PackedPosition packed;
  std::memcpy(&packed, bytes.data(), bytes.size());
  return packed;
}

// Random plies of ordinary chess and Chess960, with castling and en passant among them.
TEST(PackedPosition, TenThousandRandomPositionsComeBack) {
  base::Rng rng(7);
  int castling = 0;
  int en_passant = 0;
  int positions = 0;
  chess::for_random_plies(91, 20'000, [&](const Position& pos, chess::Move) {
    Judgement judgement{.result = static_cast<GameResult>(rng.below(4)),
                        .game = static_cast<std::uint32_t>(rng.below(1 << 24))};
    if (rng.below(3) != 0)
      judgement.centipawns = static_cast<int>(rng.below(2 * kMostCentipawns + 1)) - kMostCentipawns;
    const PackedPosition packed(pos, judgement);
    ASSERT_EQ(packed.find_fault(), std::nullopt) << to_fen(pos);
    const auto same = packed.unpack();
    ASSERT_TRUE(same) << to_fen(pos) << ": " << same.error();
    ASSERT_TRUE(same->is_same_position(pos)) << to_fen(pos) << " became " << to_fen(*same);
    ASSERT_EQ(same->halfmove_clock(), std::min(pos.halfmove_clock(), 255));
    ASSERT_EQ(packed.side_to_move(), pos.turn());
    ASSERT_EQ(packed.judgement().centipawns, judgement.centipawns);
    ASSERT_EQ(packed.judgement().result, judgement.result);
    ASSERT_EQ(packed.judgement().game, judgement.game);
    chess::Bitboard seen;
    packed.for_each_man([&](Color color, PieceType type, Square sq) {
      ASSERT_EQ(pos.piece_at(sq), (chess::Piece{color, type})) << to_fen(pos);
      seen |= chess::Bitboard(sq);
    });
    ASSERT_EQ(seen, pos.occupied());
    ++positions;
    castling += pos.castling_rooks().any() ? 1 : 0;
    en_passant += pos.en_passant() ? 1 : 0;
  });
  EXPECT_GE(positions, 10'000);
  EXPECT_GE(castling, 1'000);
  EXPECT_GE(en_passant, 30);
}

TEST(PackedPosition, IsLaidOutAsDocumented) {
  const PackedPosition packed(chess::position("4k2r/8/8/2pP4/8/8/8/4K3 w k c6 7 9"),
                              {.centipawns = -258, .result = GameResult::drawn, .game = 0x030201});
  Bytes expected = {};
  expected[0] = 1 << 4;  // e1
  expected[4] = 1 << 2 | 1 << 3;
  expected[7] = 1 << 4 | 1 << 7;
  expected[8] = 5 | 8 << 4;        // the white king, the black pawn
  expected[9] = 0 | (5 | 8) << 4;  // the white pawn, the black king
  expected[10] = 6 | 8;            // a black rook that may castle
  expected[24] = 0xFE;             // -258 = 0xFEFE
  expected[25] = 0xFE;
  expected[26] = 1;
  expected[27] = 2;
  expected[28] = 7;
  expected[29] = 1;
  expected[30] = 2;
  expected[31] = 3;
  EXPECT_EQ(bytes_of(packed), expected);
}

TEST(PackedPosition, FaultsAreNamed) {
  const PackedPosition good(Position::initial(), {});
  struct Row {
    int byte;
    std::uint8_t value;
    const char* error;
  };
  for (const auto& [byte, value, error] :
       {Row{3, 1, "33 men"}, Row{9, 0x77, "kind of man"}, Row{8, 0x55, "king"}, Row{26, 8, "result"},
        Row{27, 9, "en-passant file"}, Row{27, 4, "en-passant"}, Row{0, 0x7F, "without a square"}}) {
    Bytes bytes = bytes_of(good);
    bytes[static_cast<std::size_t>(byte)] = value;
    const auto pos = from_bytes(bytes).unpack();
    ASSERT_FALSE(pos) << byte;
    EXPECT_NE(pos.error().find(error), std::string::npos) << byte << ": " << pos.error();
  }
}

// Bytes from anywhere are refused or are a position that packs into the same bytes again.
TEST(PackedPosition, DamagedBytesNeverBreakAnything) {
  base::Rng rng(12);
  int refused = 0;
  chess::for_random_plies(92, 20'000, [&](const Position& pos, chess::Move) {
    Bytes bytes = bytes_of(PackedPosition(pos, {}));
    for (std::uint64_t flips = 1 + rng.below(4); flips > 0; --flips)
      bytes[rng.below(32)] ^= static_cast<std::uint8_t>(1 << rng.below(8));
    const PackedPosition damaged = from_bytes(bytes);
    const auto other = damaged.unpack();
    if (!other)
      ++refused;
    else
      ASSERT_EQ(bytes_of(PackedPosition(*other, damaged.judgement())), bytes) << to_fen(*other);
  });
  EXPECT_GT(refused, 10'000);
  for (int i = 0; i < 100'000; ++i) {
    Bytes bytes;
    for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(rng.next());
    ASSERT_FALSE(from_bytes(bytes).unpack());
  }
}

TEST(PackedPosition, BoardKeysTellPositionsApart) {
  const Position start = Position::initial();
  const PackedPosition packed(start, {.centipawns = 20, .result = GameResult::drawn, .game = 5});
  EXPECT_EQ(packed.board_key(), PackedPosition(start, {}).board_key());
  for (const char* fen : {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1",
                          "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQk - 0 1",
                          "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB1R w KQkq - 0 1"})
    EXPECT_NE(packed.board_key(), PackedPosition(chess::position(fen), {}).board_key()) << fen;
}

}  // namespace
}  // namespace vitrine::lab
