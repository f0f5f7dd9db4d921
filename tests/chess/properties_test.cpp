// What must be true of every position and every move, tried on a million random plies of ordinary chess and
// Chess960. The seeds are fixed: a failure comes back.

#include <set>

#include "chess/support.h"
#include "notation/san.h"

namespace vitrine::chess {
namespace {

using notation::to_fen;
using notation::to_uci;

constexpr int kPlies = 1'000'000;

TEST(Properties, KeysFollowTheMoves) {
  for_random_plies(61, scaled(kPlies), [](const Position& pos, Move m) {
    const Position next = pos.after(m);
    const auto fresh = Position::from_setup(next.to_setup());
    ASSERT_TRUE(fresh) << to_fen(pos) << " " << to_uci(m) << ": " << fresh.error().message();
    ASSERT_EQ(next.key(), fresh->key()) << to_fen(pos) << " " << to_uci(m);
    ASSERT_EQ(next.pawn_key(), fresh->pawn_key()) << to_fen(pos) << " " << to_uci(m);
    for (const Color color : {Color::white, Color::black})
      ASSERT_EQ(next.pieces_key(color), fresh->pieces_key(color)) << to_fen(pos) << " " << to_uci(m);
    ASSERT_EQ(next.material_key(), fresh->material_key()) << to_fen(pos) << " " << to_uci(m);
    ASSERT_EQ(next.checkers(), fresh->checkers()) << to_fen(pos) << " " << to_uci(m);
    ASSERT_EQ(next.pinned(), fresh->pinned()) << to_fen(pos) << " " << to_uci(m);
    ASSERT_EQ(next, *fresh) << to_fen(pos) << " " << to_uci(m);
  });
}

TEST(Properties, TheOriginalStaysAsItWas) {
  for_random_plies(62, scaled(kPlies), [](const Position& pos, Move m) {
    const Position copy = pos;
    const Position next = pos.after(m);
    ASSERT_EQ(pos, copy) << to_fen(copy) << " " << to_uci(m);
    ASSERT_EQ(pos.key(), copy.key());
    ASSERT_EQ(pos.checkers(), copy.checkers());
    ASSERT_EQ(pos.pinned(), copy.pinned());
    ASSERT_FALSE(next == pos);
  });
}

TEST(Properties, TextsReadBack) {
  for_random_plies(63, scaled(kPlies), [](const Position& pos, Move m) {
    for (const auto style : {notation::CastlingStyle::x_fen, notation::CastlingStyle::shredder}) {
      const auto same = notation::parse_fen(to_fen(pos, style));
      ASSERT_TRUE(same) << to_fen(pos, style) << ": " << same.error().to_string();
      ASSERT_EQ(*same, pos) << to_fen(pos, style);
    }
    const std::string san = notation::to_san(pos, m);
    const auto from_san = notation::parse_san(pos, san);
    ASSERT_TRUE(from_san) << to_fen(pos) << " " << san << ": " << from_san.error().message;
    ASSERT_EQ(*from_san, m) << to_fen(pos) << " " << san;

    const std::string uci = to_uci(m, notation::CastlingText::chess960);
    const auto from_uci = notation::parse_uci_move(pos, uci);
    ASSERT_TRUE(from_uci) << to_fen(pos) << " " << uci << ": " << from_uci.error().message;
    ASSERT_EQ(*from_uci, m) << to_fen(pos) << " " << uci;
  });
}

TEST(Properties, MovesAreLegalCountedAndListedOnce) {
  for_random_plies(64, scaled(kPlies), [](const Position& pos, Move) {
    MoveList moves = pos.legal_moves();
    ASSERT_EQ(static_cast<std::size_t>(pos.legal_move_count()), moves.size()) << to_fen(pos);
    for (const Move m : moves) ASSERT_TRUE(pos.is_legal(m)) << to_fen(pos) << " " << to_uci(m);
    std::sort(moves.begin(), moves.end(), [](Move a, Move b) { return a.raw() < b.raw(); });
    ASSERT_EQ(std::adjacent_find(moves.begin(), moves.end()), moves.end()) << to_fen(pos);
  });
}

// A hash table may hand back any 16 bits.
TEST(Properties, NothingElseIsLegal) {
  for (const Position& pos : random_positions(65, std::max(100, scaled(2'000)))) {
    int legal = 0;
    for (int raw = 0; raw < 65'536; ++raw)
      legal += pos.is_legal(Move::from_raw(static_cast<std::uint16_t>(raw)));
    ASSERT_EQ(legal, pos.legal_move_count()) << to_fen(pos);
  }
}

// Exchanging the colours changes no answer.
TEST(Properties, ColoursAreEqual) {
  for_random_plies(66, scaled(kPlies / 10), [](const Position& pos, Move m) {
    const Position other = mirrored(pos);
    ASSERT_EQ(other.legal_move_count(), pos.legal_move_count()) << to_fen(pos);
    ASSERT_EQ(other.is_check(), pos.is_check()) << to_fen(pos);
    const Move same(m.from().flipped(), m.to().flipped(), m.kind());
    ASSERT_TRUE(other.is_legal(same)) << to_fen(pos) << " " << to_uci(m);
    ASSERT_EQ(other.gives_check(same), pos.gives_check(m)) << to_fen(pos) << " " << to_uci(m);
    const Position after = mirrored(pos.after(m));
    ASSERT_TRUE(other.after(same).is_same_position(after)) << to_fen(pos) << " " << to_uci(m);
  });
}

}  // namespace
}  // namespace vitrine::chess
