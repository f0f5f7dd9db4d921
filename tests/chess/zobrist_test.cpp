#include "chess/zobrist.h"

#include <map>
#include <set>

#include "chess/support.h"

namespace vitrine::chess {
namespace {

TEST(Zobrist, HasNoNumberTwice) {
  const auto& table = detail::kZobrist;
  std::vector<Key> keys(table.castling_rook.begin(), table.castling_rook.end());
  keys.insert(keys.end(), table.en_passant_file.begin(), table.en_passant_file.end());
  keys.push_back(table.black_to_move);
  for (const auto& of_color : table.piece)
    for (const auto& of_type : of_color) keys.insert(keys.end(), of_type.begin(), of_type.end());
  for (const auto& of_color : table.material)
    for (const auto& of_type : of_color) keys.insert(keys.end(), of_type.begin(), of_type.end());
  EXPECT_EQ(std::set(keys.begin(), keys.end()).size(), keys.size());
  EXPECT_EQ(std::ranges::count(keys, 0u), 0);
}

TEST(Zobrist, DiffersWhereTheRepetitionRuleDoes) {
  const std::vector<std::string_view> different = {
      "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1", "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq - 0 1",
      "r3k2r/8/8/3pP3/8/8/8/R3K2R w Kkq - 0 1",   "r3k2r/8/8/3pP3/8/8/8/R3K2R w Qkq - 0 1",
      "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQk - 0 1",   "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQq - 0 1",
      "r3k2r/8/8/3pP3/8/8/8/R3K2R w - - 0 1",     "r3k2r/8/8/3pP3/8/8/8/R3K2R b KQkq - 0 1",
      "r3k2r/8/8/3pP3/8/8/8/R3K1R1 w Qkq - 0 1",
  };
  std::set<Key> keys;
  for (const std::string_view fen : different) keys.insert(position(fen).key());
  EXPECT_EQ(keys.size(), different.size());
}

TEST(Zobrist, IsTheSameByAnyOrderOfMoves) {
  const auto after = [](std::string_view moves) {
    Position pos = Position::initial();
    for (const std::string& text : words(moves)) pos = pos.after(move(pos, text));
    return pos;
  };
  for (const auto& [a, b] : {
           std::pair{"g1f3 g8f6 b1c3", "b1c3 g8f6 g1f3"},
           std::pair{"e2e3 e7e6 e3e4 e6e5",
                     "e2e4 e7e5"},  // no pawn stands beside: no en passant to tell them apart
           std::pair{"d2d4 d7d5 c2c4 e7e6", "c2c4 e7e6 d2d4 d7d5"},
       })
    EXPECT_EQ(after(a).key(), after(b).key()) << a << " / " << b;
  EXPECT_NE(after("e2e4 a7a6 e4e5 d7d5").key(), after("e2e4 d7d6 e4e5 d6d5 a2a3 a7a6").key());
}

TEST(Zobrist, PawnKeyFollowsPawnsOnly) {
  const Position pos = Position::initial();
  EXPECT_EQ(pos.after(move(pos, "g1f3")).pawn_key(), pos.pawn_key());
  EXPECT_NE(pos.after(move(pos, "e2e4")).pawn_key(), pos.pawn_key());
  EXPECT_EQ(position("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1").pawn_key(),
            position("rnbqkbnr/8/8/3pP3/8/8/8/RNBQKBNR b - - 3 9").pawn_key());
  // A white pawn is not a black one.
  EXPECT_NE(position("4k3/8/8/3p4/8/8/8/4K3 w - - 0 1").pawn_key(),
            position("4k3/8/8/3P4/8/8/8/4K3 w - - 0 1").pawn_key());
}

TEST(Zobrist, PiecesKeysFollowTheirSideButItsPawns) {
  const Position pos = Position::initial();
  const Position developed = pos.after(move(pos, "g1f3"));
  EXPECT_NE(developed.pieces_key(Color::white), pos.pieces_key(Color::white));
  EXPECT_EQ(developed.pieces_key(Color::black), pos.pieces_key(Color::black));
  EXPECT_EQ(pos.after(move(pos, "e2e4")).pieces_key(Color::white), pos.pieces_key(Color::white));
  // A promotion adds one, and castling rights are not men.
  const Position about = position("4k3/P7/8/8/8/8/8/4K2R w K - 0 1");
  EXPECT_NE(about.after(move(about, "a7a8q")).pieces_key(Color::white), about.pieces_key(Color::white));
  EXPECT_EQ(position("4k3/8/8/8/8/8/8/4K2R w - - 0 1").pieces_key(Color::white),
            about.pieces_key(Color::white));
}

TEST(Zobrist, MaterialKeyFollowsNumbersOnly) {
  EXPECT_EQ(position("4k3/8/8/8/8/8/8/QN2K3 w - - 0 1").material_key(),
            position("Q6k/8/8/3N4/8/8/8/7K b - - 0 1").material_key());
  EXPECT_NE(position("4k3/8/8/8/8/8/8/QN2K3 w - - 0 1").material_key(),
            position("4k3/8/8/8/8/8/8/qn2K3 b - - 0 1").material_key());
  EXPECT_NE(position("4k3/8/8/8/8/8/8/QN2K3 w - - 0 1").material_key(),
            position("4k3/8/8/8/8/8/8/QNN1K3 w - - 0 1").material_key());
}

// Equal keys for equal numbers of men, and for those alone, over many games.
TEST(Zobrist, MaterialKeyNamesTheMaterial) {
  std::map<Key, std::string> material_of;
  std::set<std::string> materials;
  for (const Position& pos : random_positions(41, scaled(20'000))) {
    std::string material;
    for (const Color color : {Color::white, Color::black})
      for (const PieceType type : kPieceTypes)
        material += std::string(pos.pieces(color, type).count(), Piece{color, type}.to_char());
    materials.insert(material);
    const auto [entry, is_new] = material_of.emplace(pos.material_key(), material);
    ASSERT_EQ(entry->second, material) << notation::to_fen(pos);
  }
  EXPECT_EQ(material_of.size(), materials.size());
}

}  // namespace
}  // namespace vitrine::chess
