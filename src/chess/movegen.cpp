#include "chess/movegen.h"

namespace vitrine::chess {

namespace {

template <MoveSet set>
MoveList generate(const Position& pos) {
  MoveList list;
  if (pos.turn() == Color::white)
    generate_into<Color::white, set>(pos, list);
  else
    generate_into<Color::black, set>(pos, list);
  return list;
}

}  // namespace

MoveList Position::legal_moves() const { return generate<MoveSet::all>(*this); }
MoveList Position::legal_captures() const { return generate<MoveSet::captures>(*this); }
MoveList Position::legal_quiets() const { return generate<MoveSet::quiets>(*this); }

MoveList Position::legal_evasions() const {
  assert(is_check());
  return generate<MoveSet::all>(*this);  // which looks only at the moves that answer the check
}

int Position::legal_move_count() const {
  return turn_ == Color::white ? count_moves<Color::white>(*this) : count_moves<Color::black>(*this);
}

bool Position::has_legal_moves() const { return legal_move_count() > 0; }

}  // namespace vitrine::chess
