// Chess values as text and as keys of hash tables.

#include <sstream>
#include <unordered_map>
#include <unordered_set>

#include "chess/support.h"

namespace vitrine::chess {
namespace {

template <class Value>
std::string printed(const Value& value) {
  std::ostringstream out;
  out << value;
  return out.str();
}

TEST(Text, OfSquaresMenAndSides) {
  EXPECT_EQ(printed(Square::e4), "e4");
  EXPECT_EQ(printed(Color::white) + ' ' + printed(Color::black), "white black");
  EXPECT_EQ(printed(Piece{Color::white, PieceType::knight}), "N");
  EXPECT_EQ(printed(Piece{Color::black, PieceType::king}), "k");
  EXPECT_EQ(printed(PieceType::bishop), "bishop");
  EXPECT_EQ(to_string(PieceType::pawn), "pawn");
  EXPECT_EQ(to_string(PieceType::king), "king");
}

TEST(Text, OfMoves) {
  EXPECT_EQ(printed(Move(Square::g1, Square::f3, MoveKind::knight)), "g1f3");
  EXPECT_EQ(printed(Move(Square::e7, Square::e8, MoveKind::promote_queen)), "e7e8q");
  EXPECT_EQ(printed(Move(Square::a2, Square::b1, MoveKind::promote_knight)), "a2b1n");
  EXPECT_EQ(printed(Move(Square::e1, Square::h1, MoveKind::castling)), "e1h1");
  EXPECT_EQ(Move::none().to_string(), "0000");
}

TEST(Text, OfBoards) {
  EXPECT_EQ(printed(Position::initial()),
            "r n b q k b n r\n"
            "p p p p p p p p\n"
            ". . . . . . . .\n"
            ". . . . . . . .\n"
            ". . . . . . . .\n"
            ". . . . . . . .\n"
            "P P P P P P P P\n"
            "R N B Q K B N R");
  chess::Setup lonely;
  lonely.put(Square::h1, {Color::white, PieceType::king});
  const std::string text = to_board_text(lonely);
  EXPECT_EQ(text.substr(text.size() - 15), ". . . . . . . K");
  EXPECT_EQ(printed(lonely), text);
}

TEST(Text, OfWhatIsWrongWithASetup) {
  EXPECT_EQ(printed(PositionError::Kind::no_king), "no king");
  const auto error = Position::from_setup(setup("P3k3/8/8/8/8/8/8/4K3 w - - 0 1")).error();
  EXPECT_EQ(to_string(error.kind), "pawn on back rank");
  // Each kind has words of its own.
  std::unordered_set<std::string_view> seen;
  const int last = static_cast<int>(PositionError::Kind::fullmove_number_out_of_range);
  for (int kind = 0; kind <= last; ++kind) seen.insert(to_string(static_cast<PositionError::Kind>(kind)));
  EXPECT_EQ(seen.size(), static_cast<std::size_t>(last) + 1);
  EXPECT_FALSE(seen.contains("unknown"));
}

TEST(Hash, CountsDistinctMoves) {
  const Position start = Position::initial();
  std::unordered_map<Move, int> moves;
  std::unordered_set<Square> origins;
  for (int round = 0; round < 2; ++round)
    for (const Move m : start.legal_moves()) {
      ++moves[m];
      origins.insert(m.from());
    }
  EXPECT_EQ(moves.size(), 20u);
  EXPECT_EQ(origins.size(), 10u);  // eight pawns, two knights
}

template <class Visit>
void for_each_line(const Position& pos, int plies, const Visit& visit) {
  if (plies == 0) return visit(pos);
  for (const Move m : pos.legal_moves()) for_each_line(pos.after(m), plies - 1, visit);
}

// How many different positions there are after so many plies: OEIS A083276.
TEST(Hash, CountsDistinctPositions) {
  struct Row {
    int plies;
    std::size_t positions;
  };
  for (const auto& [plies, count] : {Row{1, 20}, Row{2, 400}, Row{3, 5362}, Row{4, 72078}}) {
    std::unordered_set<Key> keys;
    for_each_line(Position::initial(), plies, [&](const Position& pos) { keys.insert(pos.key()); });
    EXPECT_EQ(keys.size(), count) << plies;
  }
  // As values, positions that differ in their counters differ: 1. e4 … 2. Nf3 is not 1. Nf3 … 2. e4.
  std::unordered_set<Position> values;
  for_each_line(Position::initial(), 3, [&](const Position& pos) {
    EXPECT_EQ(std::hash<Position>()(pos), pos.key());
    values.insert(pos);
  });
  EXPECT_GT(values.size(), 5362u);
  EXPECT_LT(values.size(), 8902u);
}

}  // namespace
}  // namespace vitrine::chess
