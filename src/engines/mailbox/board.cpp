#include "engines/mailbox/board.h"

#include <algorithm>
#include <cassert>

#include "base/rng.h"

namespace vitrine::engines::mailbox {

namespace {

using chess::MoveKind;

constexpr std::array kWorth = {0, 100, 350, 300, 500, 900, 0};  // by Type: the ancestor preferred knights
constexpr int kCentreWorth = 40;

constexpr bool is_centre(Cell cell) {
  return cell == cell_at(3, 3) || cell == cell_at(4, 3) || cell == cell_at(3, 4) || cell == cell_at(4, 4);
}

// Of a man on a cell, for White.
constexpr int worth(Cell cell, Man man) {
  const int points = kWorth[type_of(man)] + (is_centre(cell) ? kCentreWorth : 0);
  return side_of(man) == white ? points : -points;
}

constexpr bool can_mate(Man man) {
  return type_of(man) == pawn || type_of(man) == rook || type_of(man) == queen;
}

struct Keys {
  std::array<std::array<std::uint64_t, 120>, 24> men;
  std::array<std::uint64_t, 16> castling;
  std::array<std::uint64_t, 120> en_passant;
  std::uint64_t black_to_move;
};
constexpr Keys kKeys = [] {
  base::Rng rng(1012);
  Keys keys{};
  for (auto& of_man : keys.men)
    for (auto& key : of_man) key = rng.next();
  for (auto& key : keys.castling) key = rng.next();
  for (auto& key : keys.en_passant) key = rng.next();
  keys.en_passant[kNowhere] = 0;
  keys.black_to_move = rng.next();
  return keys;
}();

constexpr Side to_side(chess::Color color) { return color == chess::Color::white ? white : black; }

// The type a promotion makes of a pawn; the pawn himself for other moves.
constexpr Type type_after(MoveKind kind, Type type) {
  if (kind < MoveKind::promote_knight || kind > MoveKind::promote_queen) return type;
  return static_cast<Type>(static_cast<int>(kind) - static_cast<int>(MoveKind::promote_knight) + knight);
}

// How many moves back a position may have stood on the board before.
std::size_t reversible_plies(const chess::Game& game) {
  return std::min(game.ply(), static_cast<std::size_t>(game.position().halfmove_clock()));
}

}  // namespace

Board::Board(const chess::Setup& setup) : turn_(to_side(setup.turn)) {
  men_.fill(kWall);
  // Read from a8 as a FEN is: the order of the lists is the order in which quiet moves are tried.
  for (int i = 0; i < 64; ++i) {
    const chess::Square sq = chess::Square::from_index(i).flipped();
    const Cell cell = to_cell(sq);
    men_[cell] = empty;
    const auto piece = setup.piece_at(sq);
    if (!piece) continue;
    const Man man = to_side(piece->color) | static_cast<Type>(chess::index(piece->type) + 1);
    put(cell, man);
    count(cell, man);
  }

  rights_kept_.fill(0xF);
  int bit = 1;
  for (const chess::Square sq : setup.castling_rooks) {
    state_.castling |= static_cast<std::uint8_t>(bit);
    const Cell rook_cell = to_cell(sq);
    for (const Cell cell : {rook_cell, king_of(side_of(men_[rook_cell]))})
      rights_kept_[cell] &= static_cast<std::uint8_t>(~bit);
    bit <<= 1;
  }

  state_.key ^= kKeys.castling[state_.castling];
  if (turn_ == black) state_.key ^= kKeys.black_to_move;
  if (setup.en_passant && is_en_passant_possible(to_cell(*setup.en_passant)))
    set_en_passant(to_cell(*setup.en_passant));
  state_.quiet_plies = static_cast<std::uint16_t>(setup.halfmove_clock);
  state_.is_check = is_attacked(king_of(turn_), other(turn_));
}

Board::Board(const chess::Game& game)
    : Board(game.position_at(game.ply() - reversible_plies(game)).to_setup()) {
  const auto moves = game.moves();
  for (std::size_t i = moves.size() - reversible_plies(game); i < moves.size(); ++i) {
    [[maybe_unused]] const bool is_legal = make(from_chess(moves[i]));
    assert(is_legal);
  }
  made_.clear();
}

void Board::put(Cell cell, Man man) {
  const int side = index(side_of(man));
  put_back(cell, man, list_size_[side]);
  if (type_of(man) == king) king_[side] = cell;
}

std::uint8_t Board::remove(Cell cell) {
  const int side = index(side_of(men_[cell]));
  const std::uint8_t place = place_[cell];
  const Cell last = list_[side][--list_size_[side]];
  list_[side][place] = last;
  place_[last] = place;
  men_[cell] = empty;
  return place;
}

// Undoes remove, and puts a new man last.
void Board::put_back(Cell cell, Man man, std::uint8_t place) {
  const int side = index(side_of(man));
  const std::uint8_t end = list_size_[side]++;
  const Cell evicted = list_[side][place];
  list_[side][end] = evicted;
  place_[evicted] = end;
  list_[side][place] = cell;
  place_[cell] = place;
  men_[cell] = man;
}

void Board::relocate(Cell from, Cell to) {
  const Man man = men_[from];
  const int side = index(side_of(man));
  men_[from] = empty;
  men_[to] = man;
  place_[to] = place_[from];
  list_[side][place_[to]] = to;
  if (type_of(man) == king) king_[side] = to;
}

// In Chess960 either may land where the other came from: lift both before putting them down.
void Board::castle(Cell king_from, Cell king_to, Cell rook_from, Cell rook_to) {
  const Man king_man = men_[king_from];
  const Man rook_man = men_[rook_from];
  const std::uint8_t king_place = place_[king_from];
  const std::uint8_t rook_place = place_[rook_from];
  const int side = index(side_of(king_man));
  men_[king_from] = men_[rook_from] = empty;
  men_[king_to] = king_man;
  men_[rook_to] = rook_man;
  place_[king_to] = king_place;
  place_[rook_to] = rook_place;
  list_[side][king_place] = king_[side] = king_to;
  list_[side][rook_place] = rook_to;
}

void Board::count(Cell cell, Man man) {
  state_.key ^= kKeys.men[man][cell];
  state_.balance += worth(cell, man);
  state_.mating_men += can_mate(man) ? 1 : 0;
}

void Board::discount(Cell cell, Man man) {
  state_.key ^= kKeys.men[man][cell];
  state_.balance -= worth(cell, man);
  state_.mating_men -= can_mate(man) ? 1 : 0;
}

void Board::set_en_passant(Cell cell) {
  state_.key ^= kKeys.en_passant[state_.en_passant] ^ kKeys.en_passant[cell];
  state_.en_passant = cell;
}

bool Board::make(Move move) {
  const bool is_doubtful = may_leave_king_in_check(move);
  const Side us = turn_;
  Undo undo{.before = state_, .move = move, .captured = empty, .captured_place = 0};
  past_keys_.push_back(state_.key);

  ++state_.quiet_plies;
  set_en_passant(kNowhere);
  if (move.kind == MoveKind::castling)
    make_castling(move);
  else
    make_ordinary(move, undo);
  state_.key ^= kKeys.castling[state_.castling];
  state_.castling &= rights_kept_[move.from] & rights_kept_[move.to];
  state_.key ^= kKeys.castling[state_.castling] ^ kKeys.black_to_move;
  turn_ = other(us);
  made_.push_back(undo);

  if (is_doubtful && is_attacked(king_of(us), turn_)) {
    unmake();
    return false;
  }
  const auto jumped_over = static_cast<Cell>(move.from + forward(us));
  if (move.kind == MoveKind::double_push && is_en_passant_possible(jumped_over)) set_en_passant(jumped_over);
  state_.is_check = is_attacked(king_of(turn_), us);
  return true;
}

void Board::make_castling(Move move) {
  const Man king_man = men_[move.from];
  const Man rook_man = men_[move.to];
  const Cell king_to = castled_king(move.from, move.to);
  const Cell rook_to = castled_rook(move.from, move.to);
  discount(move.from, king_man);
  discount(move.to, rook_man);
  castle(move.from, king_to, move.to, rook_to);
  count(king_to, king_man);
  count(rook_to, rook_man);
}

void Board::make_ordinary(Move move, Undo& undo) {
  const Man man = men_[move.from];
  const Side us = side_of(man);
  const Cell victim = move.kind == MoveKind::en_passant ? static_cast<Cell>(move.to - forward(us)) : move.to;
  undo.captured = men_[victim];
  if (undo.captured != empty) {
    discount(victim, undo.captured);
    undo.captured_place = remove(victim);
  }
  if (undo.captured != empty || type_of(man) == pawn) state_.quiet_plies = 0;
  discount(move.from, man);
  relocate(move.from, move.to);
  men_[move.to] = us | type_after(move.kind, type_of(man));
  count(move.to, men_[move.to]);
}

void Board::unmake() {
  const Undo& undo = made_.back();
  const Move move = undo.move;
  turn_ = other(turn_);
  if (move.kind == MoveKind::castling) {
    castle(castled_king(move.from, move.to), move.from, castled_rook(move.from, move.to), move.to);
  } else {
    if (type_after(move.kind, empty) != empty) men_[move.to] = turn_ | pawn;
    relocate(move.to, move.from);
    const Cell victim =
        move.kind == MoveKind::en_passant ? static_cast<Cell>(move.to - forward(turn_)) : move.to;
    if (undo.captured != empty) put_back(victim, undo.captured, undo.captured_place);
  }
  state_ = undo.before;
  made_.pop_back();
  past_keys_.pop_back();
}

bool Board::is_repetition(int ply) const {
  const auto reach = std::min<std::size_t>(state_.quiet_plies, past_keys_.size());
  bool is_second = false;
  for (std::size_t back = 4; back <= reach; back += 2) {
    if (past_keys_[past_keys_.size() - back] != state_.key) continue;
    if (is_second || back <= static_cast<std::size_t>(ply)) return true;
    is_second = true;
  }
  return false;
}

bool Board::is_insufficient_material() const {
  if (state_.mating_men > 0) return false;
  int knights = 0;
  std::array<int, 2> bishops = {};  // by the colour of their squares
  for (int side = 0; side < 2; ++side)
    for (int i = 0; i < list_size_[side]; ++i) {
      const Cell cell = list_[side][i];
      if (type_of(men_[cell]) == knight) ++knights;
      if (type_of(men_[cell]) == bishop) ++bishops[(file_of(cell) + rank_of(cell)) & 1];
    }
  if (knights + bishops[0] + bishops[1] <= 1) return true;
  return knights == 0 && (bishops[0] == 0 || bishops[1] == 0);
}

}  // namespace vitrine::engines::mailbox
