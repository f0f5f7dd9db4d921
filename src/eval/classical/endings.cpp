#include "eval/classical/endings.h"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "eval/classical/kpk.h"

namespace vitrine::eval::classical {

namespace {

using chess::Bitboard;
using chess::Color;
using chess::PieceType;
using chess::Position;
using chess::Square;

// Only for comparing armies; the weights have the finer values.
constexpr std::array<int, 6> kManValue = {100, 300, 300, 500, 900, 0};
constexpr int kMostOfKnownWin = 19'000;
constexpr Bitboard kRookFiles = Bitboard::file(0) | Bitboard::file(7);

int army(const Position& pos, Color color) {
  int value = 0;
  for (const PieceType type : {PieceType::knight, PieceType::bishop, PieceType::rook, PieceType::queen})
    value += kManValue[index(type)] * pos.pieces(color, type).count();
  return value;
}

bool has_both_bishops(const Position& pos, Color color) {
  const Bitboard bishops = pos.pieces(color, PieceType::bishop);
  return (bishops & Bitboard::dark_squares()).any() && (bishops & ~Bitboard::dark_squares()).any();
}

bool can_force_mate(const Position& pos, Color color) {
  using enum PieceType;
  if ((pos.pieces(color) & (pos.pieces(rook) | pos.pieces(queen))).any()) return true;
  if (has_both_bishops(pos, color)) return true;
  const Bitboard knights = pos.pieces(color, knight);
  return knights.any() && (pos.pieces(color, bishop).any() || knights.count() > 2);
}

// The defending king at the edge and the other beside him: steps towards a mate.
int mating_drive(const Position& pos, Color strong) {
  const Square weak_king = pos.king(!strong);
  const int from_edges =
      std::min(weak_king.file(), 7 - weak_king.file()) + std::min(weak_king.rank(), 7 - weak_king.rank());
  return 20 * (6 - from_edges) + 15 * (7 - distance(weak_king, pos.king(strong)));
}

// Bishop and knight mate only in a corner of the bishop's colour.
int corner_drive(const Position& pos, Color strong) {
  const bool is_dark = pos.pieces(strong, PieceType::bishop).first().is_dark();
  const Square king = pos.king(!strong);
  const auto steps_to = [&](Square corner) {
    return std::abs(king.file() - corner.file()) + std::abs(king.rank() - corner.rank());
  };
  const int steps = is_dark ? std::min(steps_to(Square::a1), steps_to(Square::h8))
                            : std::min(steps_to(Square::h1), steps_to(Square::a8));
  return 30 * (7 - steps) + mating_drive(pos, strong) / 2;
}

// All pawns on one rook's file, the defender in its corner, and no bishop that could drive him out.
bool is_wrong_corner(const Position& pos, Color strong) {
  using enum PieceType;
  const Bitboard pawns = pos.pieces(strong, pawn);
  if (pawns.is_empty() || (pawns & ~kRookFiles).any()) return false;
  const int file = pawns.first().file();
  if ((pawns & ~Bitboard::file(file)).any()) return false;
  const Bitboard others = pos.pieces(strong) & ~pawns & ~pos.pieces(king);
  const Square goal = Square::at(file, strong == Color::white ? 7 : 0);
  const Bitboard right_color = goal.is_dark() ? Bitboard::dark_squares() : ~Bitboard::dark_squares();
  if ((others & ~pos.pieces(bishop)).any() || (others & right_color).any()) return false;
  return distance(pos.king(!strong), goal) <= 1;
}

bool has_opposite_bishops(const Position& pos) {
  const Bitboard bishops = pos.pieces(PieceType::bishop);
  return bishops.count() == 2 && (bishops & pos.pieces(Color::white)).count() == 1 &&
         (bishops & Bitboard::dark_squares()).count() == 1;
}

// Rook and pawn against rook: the defender before the pawn holds, cut off he doesn't.
int rook_ending_scale(const Position& pos, Color strong) {
  const Square pawn = pos.pieces(strong, PieceType::pawn).first();
  const Square weak_king = pos.king(!strong);
  const bool is_before = weak_king.rank_for(strong) > pawn.rank_for(strong);
  const int files = std::abs(weak_king.file() - pawn.file());
  if (is_before && files == 0) return 16;
  if (is_before && files == 1) return 28;
  if (kRookFiles.contains(pawn) && is_before) return 36;
  return pawn.rank_for(strong) >= 4 && files > 1 ? 56 : 44;
}

}  // namespace

std::optional<int> detail::value_against_bare_king(const Position& pos, Color strong) {
  const auto seen_by_mover = [&](int value) { return pos.turn() == strong ? value : -value; };
  const Bitboard pawns = pos.pieces(strong, PieceType::pawn);
  const int men = pos.pieces(strong).count();
  if (men == 1) return 0;
  if (men == 2 && pawns.any()) {
    if (!is_kpk_win(pos)) return 0;
    return seen_by_mover(kKnownWin + 100 + 20 * pawns.first().rank_for(strong));
  }
  if (can_force_mate(pos, strong)) {
    const int pieces = army(pos, strong);
    const bool is_bishop_and_knight = men == 3 && pieces == 600 && !has_both_bishops(pos, strong);
    const int drive = is_bishop_and_knight ? corner_drive(pos, strong) : mating_drive(pos, strong);
    return seen_by_mover(std::min(kKnownWin + pieces + 100 * pawns.count() + drive, kMostOfKnownWin));
  }
  if (pawns.is_empty()) return 0;
  return {};
}

int drawish_scale(const Position& pos, Color strong, Bitboard strong_passed) {
  using enum PieceType;
  const Bitboard pawns = pos.pieces(strong, pawn);
  if (pawns.is_empty()) {
    // Without pawns it takes more than a minor piece to win.
    const int ours = army(pos, strong);
    const int theirs = army(pos, !strong);
    if (ours - theirs > kManValue[index(bishop)]) return kFullScale;
    return ours < kManValue[index(rook)] ? 0 : theirs <= kManValue[index(bishop)] ? 4 : 14;
  }
  if (is_wrong_corner(pos, strong)) return 0;
  const Bitboard pieces = pos.occupied() & ~pos.pieces(pawn) & ~pos.pieces(king);
  if (has_opposite_bishops(pos)) {
    if (pieces == pos.pieces(bishop)) return std::min(18 + 6 * strong_passed.count(), kFullScale);
    return std::min(26 + 3 * pos.pieces(strong).count(), kFullScale);
  }
  const Bitboard all_pawns = pos.pieces(pawn);
  if (!all_pawns.has_several() && pieces == pos.pieces(rook) && pieces.count() == 2 &&
      (pieces & pos.pieces(strong)).count() == 1)
    return rook_ending_scale(pos, strong);
  return std::min(38 + 7 * pawns.count(), kFullScale);
}

}  // namespace vitrine::eval::classical
