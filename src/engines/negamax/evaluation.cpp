#include "engines/negamax/evaluation.h"

#include <algorithm>
#include <array>

namespace vitrine::engines::negamax {

namespace {

using chess::Bitboard;
using chess::Color;
using chess::PieceType;
using chess::Position;
using chess::Square;

constexpr std::array<int, 6> kAttackedSquare = {5, 30, 20, 20, 20, 10};
constexpr int kBishopPair = 100;
constexpr int kPassedPawn = 100;
constexpr std::array<int, 5> kNearKing = {0, 100, 50, 25, 10};  // by the steps between a man and his king

// The squares exactly so many king steps away.
using Rings = std::array<Bitboard, kNearKing.size()>;

constexpr std::array<Rings, 64> make_rings() {
  std::array<Rings, 64> rings{};
  for (int centre = 0; centre < 64; ++centre)
    for (int i = 0; i < 64; ++i) {
      const int steps = chess::distance(Square::from_index(centre), Square::from_index(i));
      if (steps < static_cast<int>(kNearKing.size())) rings[centre][steps] |= Bitboard(Square::from_index(i));
    }
  return rings;
}
constexpr std::array<Rings, 64> kRings = make_rings();

// Every square each man attacks, whoever stands there; a square that two attack counts twice.
int attacked_squares(const Position& pos, Color color) {
  const Bitboard occupied = pos.occupied();
  const Bitboard pawns = pos.pieces(color, PieceType::pawn).forward(color);
  int value = kAttackedSquare[index(PieceType::pawn)] * (pawns.east().count() + pawns.west().count());
  const auto count = [&](PieceType type, auto attacks) {
    int squares = 0;
    for (const Square sq : pos.pieces(color, type)) squares += attacks(sq).count();
    value += kAttackedSquare[index(type)] * squares;
  };
  count(PieceType::knight, [](Square sq) { return chess::knight_attacks(sq); });
  count(PieceType::bishop, [&](Square sq) { return chess::bishop_attacks(sq, occupied); });
  count(PieceType::rook, [&](Square sq) { return chess::rook_attacks(sq, occupied); });
  count(PieceType::queen, [&](Square sq) { return chess::queen_attacks(sq, occupied); });
  count(PieceType::king, [](Square sq) { return chess::king_attacks(sq); });
  return value;
}

Bitboard filled_forward(Bitboard squares, Color color) {
  for (int step = 0; step < 6; ++step) squares |= squares.forward(color);
  return squares;
}

// No enemy pawn ahead, on its file or a neighbouring one.
int passed_pawns(const Position& pos, Color color) {
  const Bitboard enemy = pos.pieces(!color, PieceType::pawn);
  const Bitboard guarded = filled_forward((enemy | enemy.east() | enemy.west()).forward(!color), !color);
  return (pos.pieces(color, PieceType::pawn) & ~guarded).count();
}

// All men count, pawns too: they are the king's shelter.
int near_own_king(const Position& pos, Color color) {
  const Rings& rings = kRings[pos.king(color).index()];
  int value = 0;
  for (std::size_t steps = 1; steps < rings.size(); ++steps)
    value += kNearKing[steps] * (rings[steps] & pos.pieces(color)).count();
  return value;
}

int terms_of(const Position& pos, Color color) {
  const int pair = pos.pieces(color, PieceType::bishop).has_several() ? kBishopPair : 0;
  return pair + attacked_squares(pos, color) + kPassedPawn * passed_pawns(pos, color) +
         near_own_king(pos, color);
}

// 24 with all pieces on the board, 0 with none: minor pieces 1, rooks 2, queens 4.
int pieces_left(const Position& pos) {
  const int minors = (pos.pieces(PieceType::knight) | pos.pieces(PieceType::bishop)).count();
  const int majors = 2 * pos.pieces(PieceType::rook).count() + 4 * pos.pieces(PieceType::queen).count();
  return std::min(minors + majors, 24);
}

// Michniewski's rule: no queens, or every side with a queen has besides her at most one minor piece.
bool is_simplified_endgame(const Position& pos) {
  const auto is_light = [&](Color color) {
    const Bitboard queens = pos.pieces(color, PieceType::queen);
    if (queens.is_empty()) return true;
    const Bitboard minors = pos.pieces(color, PieceType::knight) | pos.pieces(color, PieceType::bishop);
    return !queens.has_several() && pos.pieces(color, PieceType::rook).is_empty() && !minors.has_several();
  };
  return is_light(Color::white) && is_light(Color::black);
}

int white_value(Version version, const Position& pos, const Placement& placement) {
  if (version == Version::v2_1)
    return is_simplified_endgame(pos) ? placement.endgame() : placement.middlegame();
  const int left = pieces_left(pos);
  const int placed = (placement.middlegame() * left + placement.endgame() * (24 - left)) / 24;
  return placed + terms_of(pos, Color::white) - terms_of(pos, Color::black);
}

}  // namespace

Placement::Placement(Version version, const Position& pos) : tables_(&tables(version)) {
  for (const Square sq : pos.occupied()) added(*pos.piece_at(sq), sq);
}

int evaluate(Version version, const Position& pos, const Placement& placement) {
  const int value = white_value(version, pos, placement);
  return pos.turn() == Color::white ? value : -value;
}

int to_centipawns(Version version, int value) { return version == Version::v2_1 ? value : value * 100 / 256; }

int depth_by_material(const Position& pos) {
  if (pos.pieces(PieceType::queen).any()) return 6;
  const int pieces = (pos.occupied() & ~pos.pieces(PieceType::pawn) & ~pos.pieces(PieceType::king)).count();
  if (pieces >= 8) return 6;
  if (pieces >= 4) return 7;
  return pieces >= 2 ? 8 : 9;
}

}  // namespace vitrine::engines::negamax
