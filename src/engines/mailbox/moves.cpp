// How the men of the mailbox move, and what they attack.

#include <algorithm>
#include <span>

#include "engines/mailbox/board.h"

namespace vitrine::engines::mailbox {

namespace {

using chess::MoveKind;

constexpr std::array kKnightSteps = {-21, -19, -12, -8, 8, 12, 19, 21};
constexpr std::array kKingSteps = {-10, -1, 1, 10, -11, -9, 9, 11};  // first a rook's, then a bishop's

std::span<const int> steps_of(Type type) {
  const std::span<const int> all = kKingSteps;
  switch (type) {
    case knight: return kKnightSteps;
    case bishop: return all.last(4);
    case rook: return all.first(4);
    default: return all;
  }
}

constexpr bool slides(Type type) { return type == bishop || type == rook || type == queen; }

constexpr MoveKind kind_of(Type type) { return static_cast<MoveKind>(type - 1); }
static_assert(kind_of(pawn) == MoveKind::pawn && kind_of(king) == MoveKind::king);

// Captures first, said the ancestor. Which first? The most valuable victim, by the least valuable captor.
constexpr std::uint8_t promise(Type victim, Type captor) {
  return static_cast<std::uint8_t>(8 * victim + 7 - captor);
}

// Cells so far apart may lie on one rank, file or diagonal. A few that don't are listed too: the array is
// only ten wide, and five files are as far as a rank back and five files on.
constexpr auto kMayBeInLine = [] {
  std::array<bool, 2 * 77 + 1> table{};
  for (const int step : kKingSteps)
    for (int distance = 1; distance < 8; ++distance) table[77 + distance * step] = true;
  return table;
}();

}  // namespace

bool Board::is_attacked(Cell cell, Side by) const {
  for (const int step : kKnightSteps)
    if (men_[cell + step] == (by | knight)) return true;
  const int behind = -forward(by);
  if (men_[cell + behind - 1] == (by | pawn) || men_[cell + behind + 1] == (by | pawn)) return true;
  for (std::size_t i = 0; i < kKingSteps.size(); ++i) {
    const int step = kKingSteps[i];
    int at = cell + step;
    if (men_[at] == (by | king)) return true;
    while (men_[at] == empty) at += step;
    if (men_[at] == (by | queen) || men_[at] == (by | (i < 4 ? rook : bishop))) return true;
  }
  return false;
}

// A man who stands on no line with his king can't uncover him.
bool Board::may_leave_king_in_check(Move move) const {
  const Cell king_cell = king_of(turn_);
  return state_.is_check || move.from == king_cell || move.kind == MoveKind::en_passant ||
         kMayBeInLine[77 + move.from - king_cell];
}

void Board::generate(MoveList& moves) const {
  const int side = index(turn_);
  for (int i = 0; i < list_size_[side]; ++i) {
    const Cell from = list_[side][i];
    const Type type = type_of(men_[from]);
    if (type == pawn)
      generate_pawn(moves, from);
    else
      generate_piece(moves, from, type);
  }
  if (state_.castling != 0 && !state_.is_check) generate_castling(moves);
}

void Board::generate_piece(MoveList& moves, Cell from, Type type) const {
  const MoveKind kind = kind_of(type);
  const bool is_slider = slides(type);
  for (const int step : steps_of(type)) {
    auto to = static_cast<Cell>(from + step);
    for (; men_[to] == empty; to = static_cast<Cell>(to + step)) {
      moves.push_quiet({from, to, kind, 0});
      if (!is_slider) break;
    }
    if (side_of(men_[to]) == other(turn_))
      moves.push_promising({from, to, kind, promise(type_of(men_[to]), type)});
  }
}

void Board::generate_pawn(MoveList& moves, Cell from) const {
  const int ahead = forward(turn_);
  const auto once = static_cast<Cell>(from + ahead);
  if (men_[once] == empty) {
    push_pawn_move(moves, from, once);
    const auto twice = static_cast<Cell>(once + ahead);
    if (rank_of(from) == (turn_ == white ? 1 : 6) && men_[twice] == empty)
      moves.push_quiet({from, twice, MoveKind::double_push, 0});
  }
  for (const int aside : {-1, 1}) {
    const auto to = static_cast<Cell>(once + aside);
    if (side_of(men_[to]) == other(turn_)) push_pawn_move(moves, from, to);
    if (to == state_.en_passant) moves.push_promising({from, to, MoveKind::en_passant, promise(pawn, pawn)});
  }
}

void Board::push_pawn_move(MoveList& moves, Cell from, Cell to) const {
  const bool is_capture = men_[to] != empty;
  const int gain = is_capture ? promise(type_of(men_[to]), pawn) : 0;
  const auto push = [&](MoveKind kind, int promised) {
    const Move move{from, to, kind, static_cast<std::uint8_t>(promised)};
    promised > 0 ? moves.push_promising(move) : moves.push_quiet(move);
  };
  if (rank_of(to) != 0 && rank_of(to) != 7) return push(MoveKind::pawn, gain);
  push(MoveKind::promote_queen, gain + promise(queen, pawn));
  for (const MoveKind kind : {MoveKind::promote_rook, MoveKind::promote_bishop, MoveKind::promote_knight})
    push(kind, gain);
}

// Contract: not in check. What the king meets on his target shows when the move is made.
void Board::generate_castling(MoveList& moves) const {
  const Cell king_cell = king_of(turn_);
  for (int i = 0; i < list_size_[index(turn_)]; ++i) {
    const Cell rook_cell = list_[index(turn_)][i];
    const bool has_right =
        type_of(men_[rook_cell]) == rook && (state_.castling & ~rights_kept_[rook_cell]) != 0;
    if (has_right && can_castle(rook_cell)) moves.push_quiet({king_cell, rook_cell, MoveKind::castling, 0});
  }
}

bool Board::can_castle(Cell rook_from) const {
  const Cell king_from = king_of(turn_);
  const Cell king_to = castled_king(king_from, rook_from);
  const auto [first, last] = std::minmax({king_from, king_to, rook_from, castled_rook(king_from, rook_from)});
  for (Cell cell = first; cell <= last; ++cell)
    if (men_[cell] != empty && cell != king_from && cell != rook_from) return false;
  const int step = king_to > king_from ? 1 : -1;
  for (int cell = king_from; cell != king_to; cell += step)
    if (is_attacked(static_cast<Cell>(cell), other(turn_))) return false;
  return true;
}

// A pawn of the side to move can take the one that has just jumped over this cell, and keep its king safe.
bool Board::is_en_passant_possible(Cell to) {
  const int back = -forward(turn_);
  for (const int aside : {-1, 1}) {
    const auto from = static_cast<Cell>(to + back + aside);
    if (men_[from] != (turn_ | pawn)) continue;
    const auto victim = static_cast<Cell>(to + back);
    const Man taken = men_[victim];
    men_[from] = men_[victim] = empty;
    men_[to] = turn_ | pawn;
    const bool is_safe = !is_attacked(king_of(turn_), other(turn_));
    men_[to] = empty;
    men_[from] = turn_ | pawn;
    men_[victim] = taken;
    if (is_safe) return true;
  }
  return false;
}

// Out of check, some man off his king's lines can step: the common case, seen without making a move.
bool Board::has_obvious_move() const {
  if (state_.is_check) return false;
  const int side = index(turn_);
  const Cell king_cell = king_of(turn_);
  for (int i = 0; i < list_size_[side]; ++i) {
    const Cell from = list_[side][i];
    if (from == king_cell || kMayBeInLine[77 + from - king_cell]) continue;
    const Type type = type_of(men_[from]);
    if (type == pawn) {
      if (men_[from + forward(turn_)] == empty) return true;
    } else if (std::ranges::any_of(steps_of(type),
                                   [&](int step) { return (men_[from + step] & turn_) == 0; })) {
      return true;
    }
  }
  return false;
}

bool Board::has_legal_move() {
  if (has_obvious_move()) return true;
  MoveList moves;
  generate(moves);
  return std::ranges::any_of(moves, [this](Move move) {
    if (!make(move)) return false;
    unmake();
    return true;
  });
}

}  // namespace vitrine::engines::mailbox
