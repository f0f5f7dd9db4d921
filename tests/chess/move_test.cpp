#include "chess/move.h"

#include "chess/move_list.h"
#include "chess/support.h"

namespace vitrine::chess {
namespace {

TEST(Move, KnowsWhatItIs) {
  struct Row {
    std::string_view from, to;
    MoveKind kind;
    PieceType piece;
    std::optional<PieceType> promotion;
  };
  using enum PieceType;
  for (const auto& [from, to, kind, piece, promotion] : {
           Row{"e2", "e3", MoveKind::pawn, pawn, {}},
           Row{"e2", "e4", MoveKind::double_push, pawn, {}},
           Row{"e5", "d6", MoveKind::en_passant, pawn, {}},
           Row{"g1", "f3", MoveKind::knight, knight, {}},
           Row{"f1", "b5", MoveKind::bishop, bishop, {}},
           Row{"a1", "a8", MoveKind::rook, rook, {}},
           Row{"d1", "h5", MoveKind::queen, queen, {}},
           Row{"e1", "e2", MoveKind::king, king, {}},
           Row{"e1", "h1", MoveKind::castling, king, {}},
           Row{"a7", "a8", MoveKind::promote_knight, pawn, knight},
           Row{"a7", "a8", MoveKind::promote_bishop, pawn, bishop},
           Row{"a7", "a8", MoveKind::promote_rook, pawn, rook},
           Row{"a7", "b8", MoveKind::promote_queen, pawn, queen},
       }) {
    const Move m(square(from), square(to), kind);
    EXPECT_EQ(m.from(), square(from));
    EXPECT_EQ(m.to(), square(to));
    EXPECT_EQ(m.kind(), kind);
    EXPECT_EQ(m.piece(), piece);
    EXPECT_EQ(m.promotion(), promotion);
    EXPECT_EQ(m.is_promotion(), promotion.has_value());
    EXPECT_EQ(m.is_castling(), kind == MoveKind::castling);
    EXPECT_EQ(m.is_en_passant(), kind == MoveKind::en_passant);
    EXPECT_EQ(Move::from_raw(m.raw()), m);
    EXPECT_FALSE(m.is_none());
  }
}

TEST(Move, OfCastlingKnowsWhereTheKingGoes) {
  struct Row {
    std::string_view king, rook, target;
    Wing wing;
  };
  for (const auto& [king, rook, target, wing] : {
           Row{"e1", "h1", "g1", Wing::king_side},
           Row{"e1", "a1", "c1", Wing::queen_side},
           Row{"e8", "h8", "g8", Wing::king_side},
           Row{"b8", "a8", "c8", Wing::queen_side},
           Row{"g1", "h1", "g1", Wing::king_side},
           Row{"b1", "f1", "g1", Wing::king_side},
       }) {
    const Move m(square(king), square(rook), MoveKind::castling);
    EXPECT_EQ(m.king_target(), square(target)) << king << rook;
    EXPECT_EQ(m.wing(), wing) << king << rook;
  }
  EXPECT_EQ(Move(square("e1"), square("e2"), MoveKind::king).king_target(), square("e2"));
}

TEST(Move, CanBeNone) {
  EXPECT_TRUE(Move::none().is_none());
  EXPECT_TRUE(Move::from_raw(0).is_none());
  EXPECT_NE(Move::none(), Move(square("a1"), square("a2"), MoveKind::pawn));
}

TEST(Move, NamesThePromotion) {
  EXPECT_EQ(promotion_to(PieceType::knight), MoveKind::promote_knight);
  EXPECT_EQ(promotion_to(PieceType::bishop), MoveKind::promote_bishop);
  EXPECT_EQ(promotion_to(PieceType::rook), MoveKind::promote_rook);
  EXPECT_EQ(promotion_to(PieceType::queen), MoveKind::promote_queen);
}

TEST(MoveList, KeepsWhatItIsGiven) {
  const Move e4(square("e2"), square("e4"), MoveKind::double_push);
  const Move nf3(square("g1"), square("f3"), MoveKind::knight);
  MoveList list;
  EXPECT_TRUE(list.empty());
  EXPECT_FALSE(list.contains(e4));
  list.push_back(e4);
  list.push_back(nf3);
  EXPECT_EQ(list.size(), 2u);
  EXPECT_EQ(list[1], nf3);
  EXPECT_TRUE(list.contains(e4));
  std::swap(list[0], list[1]);
  EXPECT_EQ(to_text(list), "e2e4 g1f3");
  EXPECT_EQ(*list.begin(), nf3);
  list.clear();
  EXPECT_TRUE(list.empty());
}

}  // namespace
}  // namespace vitrine::chess
