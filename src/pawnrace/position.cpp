#include "pawnrace/position.h"

namespace vitrine::pawnrace {

namespace {

constexpr int kNorth = 8;
constexpr int kNorthEast = 9;
constexpr int kNorthWest = 7;

void add_moves(MoveList& list, Bitboard targets, int step) {
  for (const Square to : targets) list.add(Move(Square::from_index(to.index() - step), to));
}

}  // namespace

Position Position::start(Gaps gaps, int files) {
  assert(files >= 2 && files <= 8);
  Bitboard board;
  for (int file = 0; file < files; ++file) board |= Bitboard::file(file);
  Position pos;
  pos.mine_ = Bitboard::rank(1) & board & ~Bitboard::file(gaps.white);
  pos.theirs_ = Bitboard::rank(6) & board & ~Bitboard::file(gaps.black);
  return pos;
}

std::optional<End> Position::end() const {
  if ((theirs_ & Bitboard::rank(0)).any()) return End::last_rank;
  if (mine_.is_empty()) return End::all_captured;
  if (!has_move()) return End::no_move;
  return {};
}

MoveList Position::legal_moves() const {
  MoveList list;
  if (end()) return list;
  add_moves(list, captures_east(), kNorthEast);
  add_moves(list, captures_west(), kNorthWest);
  add_moves(list, steps(), kNorth);
  add_moves(list, double_steps(), 2 * kNorth);
  return list;
}

bool Position::is_legal(Move move) const {
  for (const Move legal : legal_moves())
    if (legal == move) return true;
  return false;
}

Position Position::mirrored(int files) const {
  const auto mirror = [files](Bitboard board) {
    Bitboard out;
    for (const Square sq : board) out |= Bitboard(Square::at(files - 1 - sq.file(), sq.rank()));
    return out;
  };
  Position pos;
  pos.mine_ = mirror(mine_);
  pos.theirs_ = mirror(theirs_);
  pos.en_passant_ = mirror(en_passant_);
  pos.turn_ = turn_;
  return pos;
}

}  // namespace vitrine::pawnrace
